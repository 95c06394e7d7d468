import { ALWAYS_FIRES, after, type SeriesSet } from "../../lib/alerts/proof";
import { importedFrom, ownAlerts, type Rule, record } from "../../lib/alerts/rule";
import { proofs } from "../../lib/checks/proofs";
import { hours, minutes } from "../../lib/duration";
import type { Scrape } from "../../lib/metrics/scrape";
import { declareSeries, gauge, histogram, seriesOf } from "../../lib/series";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

const sampler: Scrape = {
  name: "sampler",
  job: "sampler",
  series: seriesOf(
    declareSeries({
      sampler_load: gauge("count", "A sample."),
      sampler_link_up: gauge("flag", "A sample.", "device", "speed?"),
      sampler_wait_seconds: histogram("seconds", "A sample.", "device"),
    }),
  ),
  from: SAMPLE_SOURCE,
};
/** Exports one of the series with another label. */
const another: Scrape = {
  ...sampler,
  name: "another",
  job: "another",
  series: seriesOf(declareSeries({ sampler_load: gauge("count", "A sample.", "core") })),
};
/** Its samples bring their job along. */
const gateway: Scrape = {
  name: "gateway",
  series: seriesOf(declareSeries({ pushed_load: gauge("count", "A sample.") })),
  targetLabels: ["component"],
  from: SAMPLE_SOURCE,
};

const withScrapes = (...rules: Rule[]) => ({ ...addRules(...rules), scrapes: [...SMALL.scrapes, sampler, gateway] });
const firing = (series: SeriesSet) => withScrapes(sampleAlert({ fires: series }));
const found = (series: SeriesSet) => whats(proofs, firing(series));

test("the example installation passes", () => {
  expect(proofs.run(SMALL)).toEqual([]);
});

test("a misspelt series says where, what was meant and how to fix it", () => {
  expect(proofs.run(firing({ up: "0x10", 'probe_sucess{instance="a"}': "0x10" }))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown" firing case 1',
      what: 'nobody exports the series "probe_sucess"; did you mean "probe_success"?',
      fix: "prove with what an exporter gives, or declare the series with its exporter (components/*/series.ts)",
    },
  ]);
});

test("every case is judged: firing, silent and recording, each by its number", () => {
  const wrong = { 'up{nope="a"}': "1x10" };
  const platform = addRules(
    record("a:b:c", { expr: "sum(up)", unit: "count", help: "A sample.", gives: { series: wrong, gives: [[{}, 1]] } }),
    sampleAlert({ fires: [{ up: "0x10" }, wrong], silent: [wrong] }),
  );
  expect(proofs.run(platform).map(({ where }) => where.replace(/.* rule /, ""))).toEqual([
    '"a:b:c" recording case 1',
    '"SampleDown" firing case 2',
    '"SampleDown" silent case 1',
  ]);
});

test("a series that nobody gives is told once, with every rule that is proven with it", () => {
  const gone = { probe_sucess: "1x10" };
  const platform = addRules(
    ...["FirstDown", "SecondDown", "ThirdDown"].map((name) => sampleAlert({ fires: [gone, gone], silent: [gone] }, name)),
  );
  expect(proofs.run(platform)).toMatchObject([
    {
      where: 'rules/added.ts group "added" rule "FirstDown" firing case 1',
      what: 'nobody exports the series "probe_sucess"; did you mean "probe_success"? (also in rules/added.ts group "added" rule "SecondDown", rules/added.ts group "added" rule "ThirdDown")',
    },
  ]);
});

describe("the name of a series", () => {
  test.each<[string, string, string[]]>([
    ["what the scraper makes", 'up{job="sampler",instance="a"}', []],
    ["what the evaluator makes, whose labels are the alerts'", 'ALERTS{alertname="A",anything="b"}', []],
    [
      "a histogram by its base name",
      'sampler_wait_seconds{device="a"}',
      ['nobody exports the series "sampler_wait_seconds"; did you mean "sampler_wait_seconds_sum"?'],
    ],
    ["a histogram's sum", 'sampler_wait_seconds_sum{device="a"}', []],
    ["an expression", "rate(up[5m])", ['"rate(up[5m])" is not one series']],
    ["a condition", 'up{job!="relay"}', ['"up{job!="relay"}" is not one series']],
  ])("%s", (_, key, whatsFound) => {
    expect(found({ [key]: "0x10" })).toEqual(whatsFound);
  });

  test("what a rule of ours records is proven with what it is recorded from", () => {
    const recording = sampleRecord("job:up:sum", "sum by (job) (up)");
    const platform = addRules(recording, sampleAlert({ expr: "job:up:sum < 1", reads: [recording], fires: { "job:up:sum": "0x10" } }));
    expect(proofs.run(platform)).toEqual([
      {
        where: 'rules/added.ts group "added" rule "SampleDown" firing case 1',
        what: '"job:up:sum" is recorded, not exported',
        fix: "name the recording in `reads`, and prove with the series that it is recorded from",
      },
    ]);
  });

  test("what an imported rule records stands for itself", () => {
    const imported = importedFrom({ source: "mixin" }, [{ record: "node:cpu:sum", expr: "up" }]);
    expect(whats(proofs, addRules(...imported, sampleAlert({ fires: { 'node:cpu:sum{node="a"}': "0x10" } })))).toEqual([]);
  });
});

describe("the labels of a series", () => {
  test.each<[string, string, string[]]>([
    ["all that every sample carries", 'sampler_link_up{device="eth0"}', []],
    ["one that some samples carry", 'sampler_link_up{device="eth0",speed="1000"}', []],
    ["those that its target adds", 'sampler_load{instance="a",job="sampler",namespace="b"}', []],
    ["one that targets of another kind are given", 'sampler_load{node="a"}', ['"sampler_load" has no label "node"']],
    ["one that its targets are given", 'pushed_load{component="DNS"}', []],
    ["one that the targets of another scrape are given", 'sampler_load{component="DNS"}', ['"sampler_load" has no label "component"']],
    ["one too many", 'sampler_load{cpu="0"}', ['"sampler_load" has no label "cpu"']],
    [
      "one misspelt",
      'sampler_link_up{devise="eth0"}',
      [
        '"sampler_link_up" has no label "devise"; did you mean "device"?',
        '"sampler_link_up{devise="eth0"}" lacks the label "device", which every sample carries',
      ],
    ],
    ["one too few", "sampler_link_up", ['"sampler_link_up" lacks the label "device", which every sample carries']],
    [
      "one of no value",
      'sampler_link_up{device=""}',
      ['"sampler_link_up{device=""}" lacks the label "device", which every sample carries'],
    ],
    [
      "a bucket without its bound",
      'sampler_wait_seconds_bucket{device="a"}',
      ['"sampler_wait_seconds_bucket{device="a"}" lacks the label "le", which every sample carries'],
    ],
  ])("%s", (_, key, whatsFound) => {
    expect(found({ [key]: "0x10" })).toEqual(whatsFound);
  });

  test("may be those of one of its endpoints, on what the scraper makes too", () => {
    const workload = { name: "sampler", namespace: "a", pods: {}, ports: {} };
    const endpoints = [{ path: "/metrics" }, { path: "/device", labels: { device: "a" } }];
    const scrape: Scrape = { ...sampler, from: { kind: "service", workload, selector: {}, port: "http", endpoints } };
    const ofDevices = (key: string) => whats(proofs, { ...firing({ [key]: "0x10" }), scrapes: [...SMALL.scrapes, scrape] });
    expect(ofDevices('up{job="sampler",device="a"}')).toEqual([]);
    expect(ofDevices('up{job="sampler"}')).toEqual([]);
    expect(ofDevices('sampler_load{device="a"}')).toEqual([]);
    expect(ofDevices('up{job="sampler",disk="a"}')).toEqual(['"up" has no label "disk"']);
  });

  test("say what to write", () => {
    const fixes = (key: string) => proofs.run(firing({ [key]: "0x10" })).map(({ fix }) => fix);
    expect(fixes('sampler_link_up{devise="eth0"}')).toEqual([
      "its own labels are device, speed",
      'write device="..." as the exporter gives it',
    ]);
    expect(fixes('sampler_load{cpu="0"}')).toEqual(["it has none of its own: leave the label out"]);
  });

  test("of a series that several scrapes export may be those of any, of the one whose job it has", () => {
    const both = (key: string) => whats(proofs, { ...firing({ [key]: "0x10" }), scrapes: [...SMALL.scrapes, sampler, another] });
    expect(both("sampler_load")).toEqual([]);
    expect(both('sampler_load{core="0"}')).toEqual([]);
    expect(both('sampler_load{core="0",job="another"}')).toEqual([]);
    expect(both('sampler_load{core="0",job="sampler"}')).toEqual(['"sampler_load" has no label "core"']);
  });
});

describe("the job of a series", () => {
  test("is one that a scrape of it gives", () => {
    expect(proofs.run(firing({ 'sampler_load{job="samplr"}': "0x10" }))).toEqual([
      {
        where: 'rules/added.ts group "added" rule "SampleDown" firing case 1',
        what: 'no scrape gives "sampler_load" the job "samplr"; did you mean "sampler"?',
        fix: "take the job from the scrape's declaration, or correct it there",
      },
    ]);
  });

  test("that none gives is told once, however many proofs have it", () => {
    const findings = proofs.run({ ...SMALL, scrapes: SMALL.scrapes.map((one) => (one.job === "relay" ? { ...one, job: "relays" } : one)) });
    const rules = ownAlerts(SMALL.rules).filter(({ rule: { proof } }) => JSON.stringify(proof).includes('job=\\"relay\\"'));
    expect(rules.length).toBeGreaterThan(1);
    const [finding, ...others] = findings;
    expect(others).toEqual([]);
    expect(finding?.what).toMatch(/^no scrape gives "up"( and \d+ other series)? the job "relay"; did you mean "relays"\? \(also in /);
    for (const { rule } of rules) expect(`${finding?.where} ${finding?.what}`).toContain(`rule "${rule.name}"`);
  });

  test.each<[string, string, string[]]>([
    ["of another scrape", 'sampler_load{job="relay"}', ['no scrape gives "sampler_load" the job "relay"']],
    ["of no scrape", 'up{job="other"}', ['no scrape gives "up" the job "other"']],
    ["that comes with the samples", 'pushed_load{job="anything"}', []],
  ])("%s", (_, key, whatsFound) => {
    expect(found({ [key]: "0x10" })).toEqual(whatsFound);
  });
});

describe("samples", () => {
  test("in a notation that promtool can't read are refused", () => {
    expect(proofs.run(firing({ up: "0x10 1+2" }))).toEqual([
      {
        where: 'rules/added.ts group "added" rule "SampleDown" firing case 1',
        what: `promtool can't read the samples of "up": "1+2" is no sample; write 1, 1x5, 1+2x5, _, _x5, stale, NaN or Inf`,
        fix: "correct the notation",
      },
    ]);
  });

  test("that are none are refused", () => {
    expect(found({ up: "" })).toEqual(['"up" has no samples']);
  });

  test.each<[string, string, number, string[]]>([
    ["up to the moment", "0x60", 60, []],
    ["until four minutes before it", "0x56", 60, []],
    [
      "until five minutes before it",
      "0x55",
      60,
      ['the samples of "up" end 5 minutes before the moment that is looked at, where nobody sees them any more'],
    ],
    ["that end and say so", "0x10 stale", 60, []],
    ["that go missing and say so", "0x10 _", 60, []],
    ["beyond the moment", "0x90", 60, []],
  ])("%s", (_, values, at, whatsFound) => {
    const platform = addRules(sampleAlert({ fires: after(minutes(at), { up: values }), silent: ALWAYS_FIRES }));
    expect(whats(proofs, platform)).toEqual(whatsFound);
  });

  test("of a recording's case are looked at when it says, or after five minutes", () => {
    const moment = (times: number, at?: ReturnType<typeof hours>) =>
      record("a:b:c", {
        expr: "sum(up)",
        unit: "count",
        help: "A sample.",
        gives: { ...(at && { after: at }), series: { up: `1x${times}` }, gives: [[{}, 1]] },
      });
    expect(whats(proofs, addRules(moment(1)))).toEqual([]);
    expect(whats(proofs, addRules(moment(1, hours(1))))).toHaveLength(1);
  });
});
