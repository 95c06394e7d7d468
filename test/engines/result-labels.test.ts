import fc from "fast-check";
import { recordingsOf } from "../../lib/alerts/rule";
import type { LabelSet } from "../../lib/metrics/label-set";
import { labelSet } from "../../lib/metrics/label-set";
import { resultLabels } from "../../lib/metrics/result-labels";
import { catalogueOf } from "../../lib/platform/catalogue";
import { fullPlatform } from "../example";
import { describeEngines } from "./engine";
import { ignoringLabel } from "./ignoring-label";
import { scenariosOf } from "./proof-scenarios";
import { allStored, START_SECONDS, timeValued } from "./replay-proofs";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";

/** Series that share some labels and not others. What stands on some samples only has `?` behind it. */
const SERIES = {
  disk: ["device", "instance", "job", "state?"],
  disk_size: ["device", "instance", "job"],
  owner: ["instance", "job", "node", "pod"],
  usage: ["instance", "job", "pod"],
  path_bucket: ["instance", "le", "path"],
  bare: [],
} as const;
const LABELS = ["device", "instance", "job", "state", "node", "pod", "path"];
const VALUES = ["1", "2"];
const AT_SECONDS = 90_000;

/** A label set for each series, as its declaration would give it. */
const declared = Object.fromEntries(
  Object.entries(SERIES).map(([name, labels]): [string, LabelSet] => [
    name,
    labelSet(labels.map((label) => [label.replace("?", ""), { always: !label.endsWith("?") }])),
  ]),
);

/** Every combination of values, for four minutes. */
function exposition(): string[] {
  return Object.entries(SERIES).flatMap(([name, labels]) => {
    const combinations = labels.reduce<string[][]>(
      (so, label) => {
        const values = label === "le" ? ["1", "+Inf"] : label.endsWith("?") ? ["", ...VALUES] : VALUES;
        return so.flatMap((one) => values.map((value) => (value === "" ? one : [...one, `${label.replace("?", "")}="${value}"`])));
      },
      [[]],
    );
    return combinations.flatMap((labelled, index) =>
      [4, 3, 2, 1, 0].map((minute) => `${name}{${labelled.join(",")}} ${index + 1 + (4 - minute)} ${(AT_SECONDS - minute * 60) * 1000}`),
    );
  });
}

const some = (labels: readonly string[], max = 3) =>
  fc.uniqueArray(fc.constantFrom(...labels), { maxLength: max }).map((list) => list.join(","));

const matcher = fc
  .record({
    label: fc.constantFrom(...LABELS),
    op: fc.constantFrom("=", "!=", "=~", "!~"),
    value: fc.constantFrom("1", "2", "", "1|2", ".+"),
  })
  .map(({ label, op, value }) => `${label}${op}"${value}"`);
const selector = fc
  .record({ name: fc.constantFrom(...Object.keys(SERIES)), matchers: fc.array(matcher, { maxLength: 2 }) })
  .map(({ name, matchers }) => (matchers.length === 0 ? name : `${name}{${matchers.join(",")}}`));

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie("expression");
  return {
    expression: fc.oneof(
      { maxDepth: 3, depthIdentifier: "expression" },
      { weight: 4, arbitrary: selector },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom("sum", "max", "count", "avg"), fc.constantFrom("by", "without"), some(LABELS), inner)
          .map(([operator, modifier, labels, of]) => `${operator} ${modifier} (${labels}) (${of})`),
      },
      { weight: 1, arbitrary: fc.tuple(some(LABELS), inner).map(([labels, of]) => `topk by (${labels}) (2, ${of})`) },
      { weight: 1, arbitrary: selector.map((of) => `(${of} offset 1m)`) },
      { weight: 1, arbitrary: selector.map((of) => `increase(${of}[2m] @ ${AT_SECONDS})`) },
      { weight: 1, arbitrary: inner.map((of) => `sum(${of})`) },
      { weight: 1, arbitrary: inner.map((of) => `topk(3, ${of})`) },
      { weight: 1, arbitrary: inner.map((of) => `count_values("value", ${of})`) },
      { weight: 1, arbitrary: selector.map((of) => `rate(${of}[4m])`) },
      { weight: 1, arbitrary: inner.map((of) => `abs(max_over_time((${of})[4m:1m]))`) },
      { weight: 1, arbitrary: inner.map((of) => `-(${of}) * 2`) },
      { weight: 1, arbitrary: selector.map((of) => `absent(${of})`) },
      { weight: 1, arbitrary: inner.map((of) => `histogram_quantile(0.5, ${of})`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            inner,
            fc.constantFrom(...LABELS, "fresh"),
            fc.constantFrom("$1", "a", "x$1", ""),
            fc.constantFrom(...LABELS, ""),
            fc.constantFrom("(.+)", "(.*)", "1", ""),
          )
          .map(
            ([of, target, replacement, source, pattern]) =>
              `label_replace(${of}, "${target}", "${replacement}", "${source}", "${pattern}")`,
          ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(inner, fc.constantFrom("/", ""), fc.constantFrom(...LABELS), fc.constantFrom(...LABELS))
          .map(([of, separator, a, b]) => `label_join(${of}, "fresh", "${separator}", "${a}", "${b}")`),
      },
      {
        weight: 5,
        arbitrary: fc
          .tuple(
            inner,
            fc.constantFrom("+", "/", "<", ">=", "== bool", "and", "or", "unless"),
            fc.constantFrom("", "on", "ignoring"),
            some(LABELS),
            inner,
          )
          .map(
            ([left, operator, matching, labels, right]) =>
              `(${left}) ${operator} ${matching === "" ? "" : `${matching} (${labels})`} (${right})`,
          ),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            inner,
            fc.constantFrom("*", ">"),
            fc.constantFrom("on", "ignoring"),
            some(LABELS),
            fc.constantFrom("group_left", "group_right"),
            some(LABELS, 1),
            inner,
          )
          .map(
            ([left, operator, matching, labels, group, brought, right]) =>
              `(${left}) ${operator} ${matching} (${labels}) ${group} (${brought}) (${right})`,
          ),
      },
    ),
  };
});

/** Only these can leave it open whether a sample has a label, beside the one series that has such a label itself. */
const LEAVES_OPEN = /label_replace|label_join|absent|state/;

/** Whether a sample with these labels is one of those inferred. */
const isInferred = (names: readonly string[], sets: readonly LabelSet[]) =>
  sets.some(
    ({ labels }) => names.every((name) => labels.has(name)) && [...labels].every(([label, { always }]) => !always || names.includes(label)),
  );

/** Its conditions go with the name: an expression takes none, and the proof's samples fulfil them. */
const selecting = (name: string) => new RegExp(`(?<![\\w:])${name}(?![\\w:])(?:\\{[^}]*\\})?`, "g");

const infer = (expr: string) => resultLabels(expr, (picked) => ("name" in picked ? [declared[picked.name] ?? labelSet([])] : []));

describeEngines(["victoria-metrics-1.150"], "the labels inferred are those of the real store's samples", () => {
  test("for expressions made at random", async () => {
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    await store.importPrometheus(exposition());
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(expression, async (expr) => {
        const inferred = infer(expr);
        // what is refused stands nowhere, and where a side has no label at all the store reads it otherwise than Prometheus
        if (inferred.problems.length > 0) return;
        const open = (inferred.sets ?? []).flatMap(({ labels }) => [...labels].filter(([, { always }]) => !always));
        if (!LEAVES_OPEN.test(expr) && !/\bdisk\b/.test(expr)) expect(open).toEqual([]);
        const samples = await samplesOf(store, expr);
        if (samples === undefined) return;
        if (samples.length > 0) answered += 1;
        for (const { labels } of samples) {
          const names = namesOf(labels);
          if (!isInferred(names, inferred.sets ?? [labelSet([])]))
            throw new Error(`${expr} gives {${names}}, inferred ${describeSets(inferred.sets)}`);
        }
      }),
      { numRuns: 3000 },
    );
    expect(answered).toBeGreaterThan(300);
  });

  test("and two sides that are said never to match give nothing", async () => {
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    await store.importPrometheus(exposition());
    const side = fc.oneof(
      selector,
      fc
        .tuple(fc.constantFrom("by", "without"), some(LABELS), selector)
        .map(([modifier, labels, of]) => `max ${modifier} (${labels}) (${of})`),
    );
    const operation = fc.tuple(
      side,
      fc.constantFrom("+", ">", "and"),
      fc.constantFrom("", "on", "ignoring"),
      some(LABELS),
      fc.constantFrom("", "group_left ()"),
      side,
    );
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(operation, async ([left, operator, matching, labels, group, right]) => {
        const clause = matching === "" ? "" : `${matching} (${labels})${operator === "and" ? "" : ` ${group}`}`;
        const expr = `(${left}) ${operator} ${clause} (${right})`;
        // a sample without a label is a number to the store; a label that is missing is told by itself
        const isBare = [left, right]
          .map(infer)
          .some(
            ({ sets, problems }) =>
              problems.length > 0 || sets?.some(({ labels: known }) => ![...known.values()].some(({ always }) => always)),
          );
        const neverMatches = infer(expr).problems.some(({ what }) => what.includes("never match"));
        if (isBare || !neverMatches) return;
        refused += 1;
        expect((await samplesOf(store, expr)) ?? []).toEqual([]);
      }),
      { numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  test("for every expression that stands, on the series of its proofs as the scrapes bring them", async () => {
    const platform = fullPlatform();
    const catalogue = catalogueOf(platform);
    const scenarios = scenariosOf(platform.rules, platform.scrapes);
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    await store.importSeries(allStored(scenarios, timeValued(scenarios, platform.scrapes)));

    const differing: string[] = [];
    const answered = new Set<string>();
    for (const [id, { rule, title, after }] of scenarios.entries()) {
      const { sets = [labelSet([])] } = catalogue.labelsOf(rule.expr);
      // what is recorded is not in the store: its expression stands for it
      const whole = recordingsOf(rule).reduceRight((expr, { name, expr: of }) => expr.replaceAll(selecting(name), `(${of})`), rule.expr);
      const samples = await store.query(ignoringLabel(whole, "scenario"), START_SECONDS + after.seconds, `{scenario="${id}"}`);
      if (samples.length > 0) answered.add(rule.name);
      for (const { labels } of samples) {
        const names = namesOf(labels).filter((label) => label !== "scenario");
        if (!isInferred(names, sets)) differing.push(`${title}: {${names}}, inferred ${describeSets(sets)}`);
      }
    }
    expect(differing).toEqual([]);
    expect([...new Set(scenarios.map(({ rule }) => rule.name))].filter((name) => !answered.has(name))).toEqual([]);
  });
});

/** A label without a value is none. */
const namesOf = (labels: Readonly<Record<string, string>>) =>
  Object.keys(labels).filter((label) => label !== "__name__" && labels[label] !== "");

/** Nothing where the store refuses the expression: several samples on the one side of a match. */
async function samplesOf(store: VictoriaMetrics, expr: string) {
  try {
    return await store.query(expr, AT_SECONDS);
  } catch (error) {
    if (/answered 422/.test(String(error))) return undefined;
    throw error;
  }
}

const describeSets = (sets: readonly LabelSet[] | undefined) =>
  sets?.map(({ labels }) => `{${[...labels].map(([label, { always }]) => (always ? label : `${label}?`))}}`).join(" or ") ?? "a number";
