import { importedFrom, ownAlerts } from "../../lib/alerts/rule";
import { series } from "../../lib/checks/series";
import { catalogueOf } from "../../lib/platform/catalogue";
import type { Platform } from "../../lib/platform/platform";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

const reading = (expr: string): Platform => addRules(sampleAlert({ expr }));
const FIX_NAME = "correct the name, or declare it among the series of its exporter (components/*/series.ts)";

test("the example installation passes", () => {
  expect(series.run(SMALL)).toEqual([]);
});

test("a misspelt series says where, what was meant and how to fix it", () => {
  expect(series.run(reading('probe_sucess{component="DNS"} == 0'))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: 'nobody exports the series "probe_sucess"; did you mean "probe_success"?',
      fix: FIX_NAME,
    },
  ]);
});

test("a syntax error says where in the expression", () => {
  expect(series.run(reading("sum by (job (up)"))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: expect.stringMatching(/^syntax error at offset \d+, near "/),
      fix: "write plain PromQL; promtool and vmalert must both read it",
    },
  ]);
});

test.each<[string, string, string[]]>([
  ["a series that nothing comes near", "wholly_unknown > 0", ['nobody exports the series "wholly_unknown"']],
  ["a scrape's series", "probe_success == 0", []],
  ["a series the scraper makes", "up == 0 or ALERTS > 0", []],
  ["no series at all", "vector(1)", []],
  ["a series on either side", "nope_a / on (job) nope_b", ['nobody exports the series "nope_a"', 'nobody exports the series "nope_b"']],
  ["a series in a function", "absent(nope_a)", ['nobody exports the series "nope_a"']],
  ["a series in a subquery", "max_over_time(rate(nope_a[5m])[1h:1m]) > 0", ['nobody exports the series "nope_a"']],
  ["a name by matcher", '{__name__="nope_a"}', ['nobody exports the series "nope_a"']],
  ["a name pattern that some series matches", '{__name__=~".+_last_run_timestamp_seconds"}', []],
  ["a name pattern that none matches", '{__name__=~".+_last_ran_seconds"}', ['no exported series matches ".+_last_ran_seconds"']],
  ["a name pattern that matches a part only", '{__name__=~"probe_succ"}', ['no exported series matches "probe_succ"']],
  ["a pattern that JavaScript can't read", '{__name__=~"(?U)up"}', ['no exported series matches "(?U)up"']],
  ["a selector that names no series", '{job="relay"}', ['the selector {job="relay"} names no series']],
  ["an empty expression", "  ", ["the expression is empty"]],
  ["a MetricsQL form", "up default 0", ['syntax error at offset 3, near "default 0"', 'syntax error at offset 11, near "0"']],
])("%s", (_, expr, found) => {
  expect(whats(series, reading(expr))).toEqual(found);
});

describe("a recorded series", () => {
  test("is known once a rule records it, ours or imported", () => {
    const reader = sampleAlert({ expr: "job:up:sum < 1 or node:cpu:sum < 1" });
    const recorders = [
      sampleRecord("job:up:sum", "sum by (job) (up)"),
      ...importedFrom({ source: "mixin" }, [{ record: "node:cpu:sum", expr: "up" }]),
    ];
    expect(whats(series, addRules(reader))).toHaveLength(2);
    expect(whats(series, addRules(reader, ...recorders))).toEqual([]);
  });

  test("is itself made of known series", () => {
    expect(whats(series, addRules(sampleRecord("job:nope:sum", "sum(nope)")))).toEqual(['nobody exports the series "nope"']);
  });
});

test("imported rules are read too, and named by what they raise or record", () => {
  const platform = addRules(
    ...importedFrom({ source: "mixin" }, [
      { alert: "Upstream", expr: "nope_a" },
      { record: "a:b", expr: "nope_b" },
    ]),
  );
  expect(series.run(platform).map(({ where }) => where)).toEqual([
    'rules/added.ts group "added" rule "Upstream"',
    'rules/added.ts group "added" rule "a:b"',
  ]);
});

describe("what a pack says is absent on purpose", () => {
  const pack = (series: Record<string, string>, ...exprs: string[]) =>
    importedFrom(
      { source: "mixin 1.0", absent: { series } },
      exprs.map((expr, index) => ({ alert: `Upstream${index}`, expr })),
    );

  test("is no finding, by name or by pattern", () => {
    const absent = { nope_a: "no such device here", nope_b: "nor here" };
    expect(series.run(addRules(...pack(absent, "nope_a > 0", '{__name__=~"nope_.+"} > 0', "up > nope_b")))).toEqual([]);
  });

  test("is one beside it, and in rules of another pack and of ours", () => {
    const absent = { nope_a: "no such device here" };
    const other = importedFrom({ source: "another mixin" }, [{ alert: "Upstream", expr: "nope_a > 0" }]);
    const found = whats(series, addRules(...pack(absent, "nope_a > nope_b"), ...other, sampleAlert({ expr: "nope_a > 0" })));
    expect(found).toEqual([
      'nobody exports the series "nope_b"',
      'nobody exports the series "nope_a" (also in rules/added.ts group "added" rule "SampleDown")',
    ]);
  });

  test("is told when it is there after all, or recorded", () => {
    const recorder = sampleRecord("job:up:sum", "sum by (job) (up)");
    const rules = [recorder, ...pack({ up: "never seen", "job:up:sum": "not recorded" }, "up > 0 and job:up:sum > 0")];
    expect(series.run(addRules(...rules))).toEqual([
      { where: 'pack "mixin 1.0" absent series "up"', what: "it is no longer absent", fix: "take it out of `absent`" },
      { where: 'pack "mixin 1.0" absent series "job:up:sum"', what: "it is no longer absent", fix: "take it out of `absent`" },
    ]);
  });

  test("is told when no rule of the pack asks it, whoever else does", () => {
    const other = importedFrom({ source: "another mixin", absent: { series: { nope_a: "no such device here" } } }, [
      { alert: "Another", expr: "nope_a > 0" },
    ]);
    expect(series.run(addRules(...pack({ nope_a: "no such device here" }, "up > 0"), ...other))).toEqual([
      { where: 'pack "mixin 1.0" absent series "nope_a"', what: "no rule of the pack asks it", fix: "take it out of `absent`" },
    ]);
  });

  test("is one list, however the rules of a pack are spread", () => {
    const absent = { nope_a: "no such device here", nope_b: "nor here" };
    expect(series.run(addRules(...pack(absent, "nope_a > 0"), ...pack(absent, "nope_b > 0")))).toEqual([]);
  });
});

test("a series that its scrape no longer lists is told once, with every rule that reads it", () => {
  const lost = "scheduler_schedule_interval_seconds";
  const scrapes = SMALL.scrapes.map((scrape) => ({ ...scrape, series: scrape.series.filter(({ name }) => name !== lost) }));
  const readers = ownAlerts(SMALL.rules).filter(({ rule }) => rule.expr.includes(lost));
  const [first, ...others] = new Set(readers.map(({ area, group, rule }) => `rules/${area}.ts group "${group}" rule "${rule.name}"`));
  expect(others).not.toEqual([]);
  expect(series.run({ ...SMALL, scrapes })).toEqual([
    { where: first, what: `nobody exports the series "${lost}" (also in ${others.join(", ")})`, fix: FIX_NAME },
  ]);
});

test("a pattern is held against every name once, however many rules ask by it", () => {
  const expr = '{__name__=~".+_made_up_for_one_look_seconds|up"} > 0';
  const platform = addRules(...Array.from({ length: 50 }, () => sampleAlert({ expr })));
  const spy = jest.spyOn(RegExp.prototype, "test");
  try {
    expect(series.run(platform)).toEqual([]);
    const looks = spy.mock.contexts.filter(({ source }) => source.includes("made_up_for_one_look")).length;
    expect(looks).toBe(catalogueOf(platform).names.size);
  } finally {
    spy.mockRestore();
  }
});

test("a series that a second store is to get and nobody gives is told", () => {
  const [real] = SMALL.curated;
  expect(real).toBeDefined();
  const curated = SMALL.curated.map((one, index) => (index === 0 ? { ...one, name: `${one.name}_old` } : one));
  expect(series.run({ ...SMALL, curated })).toEqual([
    {
      where: `curated series "${real?.name}_old"`,
      what: `nobody exports the series "${real?.name}_old"; did you mean "${real?.name}"?`,
      fix: "take it out of the list (components/exporters/curated.ts), or declare the scrape that gives it",
    },
  ]);
});
