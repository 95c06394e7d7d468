import { importedFrom, type RuleBundle, record } from "../../lib/alerts/rule";
import { reads } from "../../lib/checks/reads";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

const recording = sampleRecord("job:up:sum", "sum by (job) (up)");
const expr = "job:up:sum < 1";

test("the example installation passes", () => {
  expect(reads.run(SMALL)).toEqual([]);
});

test("a recording above the alert that names and reads it passes", () => {
  expect(reads.run(addRules(recording, sampleAlert({ expr, reads: [recording] })))).toEqual([]);
});

test("an alert that reads a recording without naming it says so", () => {
  expect(reads.run(addRules(recording, sampleAlert({ expr })))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: 'it reads the recorded series "job:up:sum" without naming it',
      fix: "name the recording in `reads`: its proof is made from what that is recorded from",
    },
  ]);
});

test.each([
  ["by a pattern", '{__name__=~"job:.+"} < 1'],
  ["in a function", "absent(job:up:sum)"],
])("a recording is read %s", (_, one) => {
  expect(whats(reads, addRules(recording, sampleAlert({ expr: one })))).toEqual([
    'it reads the recorded series "job:up:sum" without naming it',
  ]);
});

test("a recording reads recordings by the same rules", () => {
  const above = sampleRecord("a:up:max", "max(job:up:sum)");
  expect(whats(reads, addRules(recording, above))).toEqual(['it reads the recorded series "job:up:sum" without naming it']);
  expect(whats(reads, addRules(recording, { ...above, reads: [recording] }))).toEqual([]);
});

test("a recording that is named and not read", () => {
  expect(whats(reads, addRules(recording, sampleAlert({ reads: [recording] })))).toEqual([
    'it names "job:up:sum" in `reads` and does not read it',
  ]);
});

test.each([
  ["nobody", []],
  ["a rule with another expression", [sampleRecord("job:up:sum", "sum by (job) (up) * 2")]],
])("a recording that is named and that %s declares", (_, declared) => {
  expect(whats(reads, addRules(...declared, sampleAlert({ expr, reads: [recording] })))).toEqual([
    'the recording "job:up:sum" in `reads` stands in no group, so nothing records it',
  ]);
});

test("what an imported rule records can't be named, and is not asked for; nor does it name any itself", () => {
  const imported = importedFrom({ source: "mixin" }, [
    { record: "node:up:sum", expr: "sum(up)" },
    { alert: "Upstream", expr },
  ]);
  expect(whats(reads, addRules(recording, ...imported, sampleAlert({ expr: "node:up:sum < 1" })))).toEqual([]);
});

describe("the order in a group", () => {
  test("a recording stands above what reads it", () => {
    expect(reads.run(addRules(sampleAlert({ expr, reads: [recording] }), recording))).toEqual([
      {
        where: 'rules/added.ts group "added" rule "SampleDown"',
        what: 'it stands above the recording "job:up:sum" that it reads',
        fix: "put the recording above it, or the evaluator gives it an old value",
      },
    ]);
  });

  test("does not matter between groups, which are evaluated beside each other", () => {
    const reader = sampleAlert({ expr, reads: [recording] });
    const [first, second] = [
      { name: "first", rules: [reader] },
      { name: "second", rules: [recording] },
    ];
    const found = (...bundles: RuleBundle[]) => whats(reads, { ...SMALL, rules: [...SMALL.rules, ...bundles] });
    expect(found({ area: "one", groups: [first, second] })).toEqual([]);
    expect(found({ area: "one", groups: [first] }, { area: "two", groups: [{ ...second, name: "first" }] })).toEqual([]);
  });

  test("a recording never reads itself", () => {
    const circle = sampleRecord("job:up:sum", "sum(job:up:sum)");
    expect(whats(reads, addRules({ ...circle, reads: [circle] }))).toEqual(['it reads "job:up:sum", which it records itself']);
  });
});

test.each([
  ["without a moment", { proof: [] }],
  ["that shows nothing but silence", { proof: [{ series: { up: "1x5" }, gives: [] }] }],
  ["made of no series", { proof: [{ series: {}, gives: [[{}, 1] as const] }] }],
])("a recording with a proof %s", (_, props) => {
  expect(whats(reads, addRules({ ...recording, ...props }))).toEqual(["its proof shows no sample that it records"]);
});

test("silence may stand beside what a recording shows", () => {
  const both = record("a:b:c", {
    expr: "sum(up)",
    unit: "count",
    help: "A sample.",
    gives: [
      { series: { up: "1x5" }, gives: [[{}, 1]] },
      { series: {}, gives: [] },
    ],
  });
  expect(whats(reads, addRules(both))).toEqual([]);
});
