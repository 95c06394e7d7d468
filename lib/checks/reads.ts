// Prevents an alert that is proven with other recordings than it reads: one that nothing records, one it does not name, one that is recorded too late.
import { expressionOf, type Placed, placedRules, type RecordingRule, type Rule } from "../alerts/rule";
import { parseExpression, seriesNamed } from "../metrics/promql";
import { type Check, type Finding, rulePlace } from "./check";

type Problem = Omit<Finding, "where">;

export const reads: Check = {
  name: "reads",
  run: ({ rules }) => {
    const placed = placedRules(rules);
    const recordings = placed.filter((one): one is Placed<RecordingRule> => one.rule.kind === "record");
    const recorded = new Set(recordings.map(({ rule }) => rule.name));
    const groups = new Map<string, Placed<Rule>[]>();
    for (const one of placed) {
      const group = groups.get(groupOf(one)) ?? [];
      group.push(one);
      groups.set(groupOf(one), group);
    }
    return placed.flatMap((reader) =>
      [
        ...namedProblems(reader.rule, recordings, recorded),
        ...orderProblems(reader, groups.get(groupOf(reader)) ?? []),
        ...(reader.rule.kind === "record" ? proofProblems(reader.rule) : []),
      ].map((problem): Finding => ({ where: rulePlace(reader), ...problem })),
    );
  },
};

const groupOf = ({ area, group }: Placed<Rule>): string => `${area}/${group}`;

/** What `reads` says against what the expression reads. Imported rules say nothing: they have no proof. */
function namedProblems(rule: Rule, recordings: readonly Placed<RecordingRule>[], recorded: ReadonlySet<string>): Problem[] {
  if (rule.kind === "imported") return [];
  const own = new Set(rule.reads.map(({ name }) => name));
  const read = new Set([...recordedNames(rule.expr, recorded), ...recordedNames(rule.expr, own)]);
  const isDeclared = ({ name, expr }: RecordingRule) => recordings.some((one) => one.rule.name === name && one.rule.expr === expr);
  return [
    ...[...read]
      .filter((name) => !own.has(name))
      .map((name) => ({
        what: `it reads the recorded series "${name}" without naming it`,
        fix: "name the recording in `reads`: its proof is made from what that is recorded from",
      })),
    ...rule.reads
      .filter(({ name }) => !read.has(name))
      .map(({ name }) => ({ what: `it names "${name}" in \`reads\` and does not read it`, fix: "take it out of `reads`" })),
    ...rule.reads
      .filter((recording) => !isDeclared(recording))
      .map(({ name }) => ({
        what: `the recording "${name}" in \`reads\` stands in no group, so nothing records it`,
        fix: "put the recording into the rules of an area, and the same one into `reads`",
      })),
  ];
}

function recordedNames(expr: string, recorded: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(parseExpression(expr).selectors.flatMap((selector) => seriesNamed(selector, recorded)));
}

/** The rules of a group are evaluated one after the other: what stands below is from the evaluation before. */
function orderProblems(reader: Placed<Rule>, group: readonly Placed<Rule>[]): Problem[] {
  const { rule } = reader;
  const below = group.slice(group.indexOf(reader)).flatMap((one) => recordNameOf(one.rule) ?? []);
  return [...recordedNames(expressionOf(rule), new Set(below))].map((name) => ({
    what:
      name === recordNameOf(rule) ? `it reads "${name}", which it records itself` : `it stands above the recording "${name}" that it reads`,
    fix:
      name === recordNameOf(rule) ? "read what it is recorded from" : "put the recording above it, or the evaluator gives it an old value",
  }));
}

function recordNameOf(rule: Rule): string | undefined {
  return rule.kind === "record" ? rule.name : undefined;
}

function proofProblems({ proof }: RecordingRule): Problem[] {
  if (proof.some(({ series, gives }) => gives.length > 0 && Object.keys(series).length > 0)) return [];
  return [{ what: "its proof shows no sample that it records", fix: "add a moment to `gives`: series, and the samples it makes of them" }];
}
