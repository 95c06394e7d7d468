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
    return placed.flatMap((reader, index) =>
      [
        ...namedProblems(reader.rule, recordings),
        ...orderProblems(reader, placed.slice(index)),
        ...(reader.rule.kind === "record" ? proofProblems(reader.rule) : []),
      ].map((problem): Finding => ({ where: rulePlace(reader), ...problem })),
    );
  },
};

/** What `reads` says against what the expression reads. Imported rules say nothing: they have no proof. */
function namedProblems(rule: Rule, recordings: readonly Placed<RecordingRule>[]): Problem[] {
  if (rule.kind === "imported") return [];
  const read = recordedNames(rule.expr, [...recordings.map((one) => one.rule.name), ...rule.reads.map(({ name }) => name)]);
  const named = new Set(rule.reads.map(({ name }) => name));
  const isDeclared = ({ name, expr }: RecordingRule) => recordings.some((one) => one.rule.name === name && one.rule.expr === expr);
  return [
    ...[...read]
      .filter((name) => !named.has(name))
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

function recordedNames(expr: string, recorded: readonly string[]): ReadonlySet<string> {
  const known = new Set(recorded);
  return new Set(parseExpression(expr).selectors.flatMap((selector) => seriesNamed(selector, known)));
}

/** The rules of a group are evaluated one after the other: what stands below is from the evaluation before. */
function orderProblems({ area, group, rule }: Placed<Rule>, fromHere: readonly Placed<Rule>[]): Problem[] {
  const below = fromHere.flatMap((one) => (one.area === area && one.group === group && one.rule.kind === "record" ? [one.rule.name] : []));
  return [...recordedNames(expressionOf(rule), below)].map((name) => ({
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
