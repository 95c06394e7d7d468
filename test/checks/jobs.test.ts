import { importedFrom } from "../../lib/alerts/rule";
import { jobs } from "../../lib/checks/jobs";
import { counter, declareSeries, seriesOf } from "../../lib/series";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";
import { addRules, SMALL, sampleAlert, whats } from "./small-platform";

const asking = (expr: string) => whats(jobs, addRules(sampleAlert({ expr })));

test("the example installation passes", () => {
  expect(jobs.run(SMALL)).toEqual([]);
});

const FIX = "take the job from the scrape's declaration, or correct it there";

test("a job that no scrape gives says what was meant, or which there are", () => {
  const where = 'rules/added.ts group "added" rule "SampleDown"';
  const [near] = jobs.run(addRules(sampleAlert({ expr: 'sum(up{job="relai"}) == 0' })));
  expect(near).toEqual({ where, what: 'no scrape gives "up" the job "relai"; did you mean "relay"?', fix: FIX });
  const [far] = jobs.run(addRules(sampleAlert({ expr: 'sum(up{job="something"}) == 0' })));
  expect(far).toEqual({
    where,
    what: 'no scrape gives "up" the job "something"',
    fix: expect.stringMatching(/; there are: .*\bkubelet\b.*\brelay\b/),
  });
});

test("a job that several rules ask for in vain is told once, with every rule that does", () => {
  const rules = ["SampleDown", "SampleSlow", "SampleGone"].map((name, index) => ({
    ...sampleAlert({ expr: ['up{job="relai"} == 0', 'up{job="relai"} == 1', 'relay_events_total{job="relai"} == 0'][index] }),
    name,
  }));
  const place = (name: string) => `rules/added.ts group "added" rule "${name}"`;
  expect(jobs.run(addRules(...rules))).toEqual([
    {
      where: place("SampleDown"),
      what: `no scrape gives "up" and 1 other series the job "relai"; did you mean "relay"? (also in ${place("SampleSlow")}, ${place("SampleGone")})`,
      fix: FIX,
    },
  ]);
});

test("a pattern and a name of the same letters are two", () => {
  expect(asking('up{job="vmagentx"} == 0 or up{job=~"vmagentx"} == 0')).toHaveLength(2);
});

test.each<[string, string, string[]]>([
  ["a job of ours", 'up{job="relay"} == 0', []],
  ["a job of the chart's", 'up{job="node-exporter"} == 0', []],
  ["a job of the operator's", 'up{job="vmagent-belfry-reloader-http"} == 0', []],
  [
    "a job of another scrape than the series'",
    'relay_events_total{job="kubelet"}',
    ['no scrape gives "relay_events_total" the job "kubelet"'],
  ],
  ["a pattern that some job matches", 'up{job=~"vm.+"} == 0', []],
  ["a pattern that none matches", 'up{job=~"prometheus.*"} == 0', ['no scrape gives "up" the job "prometheus.*"']],
  ["a pattern that matches a part only", 'up{job=~"rel"} == 0', ['no scrape gives "up" the job "rel"']],
  ["a pattern that JavaScript can't read", 'up{job=~"(?U)relay"} == 0', ['no scrape gives "up" the job "(?U)relay"']],
  ["an exclusion of what is not there", 'up{job!="gone"} == 0 or up{job!~"gone.*"} == 0', []],
  ["a job that comes with its samples", 'backup_age_last_run_timestamp_seconds{job="backup-nas.sh"}', []],
  ["a job of a scrape that is not there yet", 'push_time_seconds{job="nightly"}', []],
  ["a job inside a function", 'rate(relay_events_total{job="nope"}[5m])', ['no scrape gives "relay_events_total" the job "nope"']],
  ["a name by matcher", '{__name__="relay_events_total",job="nope"}', ['no scrape gives "relay_events_total" the job "nope"']],
])("%s", (_, expr, found) => {
  expect(asking(expr).map((what) => what.replace(/; did you mean.*/, ""))).toEqual(found);
});

test("a rule that asks by a literal is caught once its scrape's job changes", () => {
  const renamed = { ...SMALL, scrapes: SMALL.scrapes.map((one) => (one.name === "relay" ? { ...one, job: "log-relay" } : one)) };
  expect(whats(jobs, renamed)).toContain('no scrape gives "up" the job "relay"');
});

test("a series that also comes with a job of its samples may carry any", () => {
  const pushed = {
    name: "pushed",
    series: seriesOf(declareSeries({ relay_events_total: counter("count", "Events.") })),
    from: SAMPLE_SOURCE,
  } as const;
  const both = addRules(sampleAlert({ expr: 'relay_events_total{job="anything"}' }));
  expect(whats(jobs, both)).toHaveLength(1);
  expect(whats(jobs, { ...both, scrapes: [...both.scrapes, pushed] })).toEqual([]);
});

describe("an imported rule", () => {
  const found = (absent?: Record<string, string>) =>
    jobs.run(
      addRules(
        ...importedFrom({ source: "mixin 1.0", ...(absent && { absent: { jobs: absent } }) }, [
          { alert: "Gone", expr: 'up{job="k8s"} == 0' },
        ]),
      ),
    );

  test("may ask for a job that its pack says is absent on purpose", () => {
    expect(found().map(({ what }) => what)).toEqual(['no scrape gives "up" the job "k8s"']);
    expect(found({ k8s: "there is none" })).toEqual([]);
  });

  test("says so no longer once nothing misses it", () => {
    expect(found({ k8s: "there is none", relay: "none" })).toEqual([
      {
        where: 'pack "mixin 1.0"',
        what: 'the job "relay" is said to be absent, and no rule of the pack misses it',
        fix: "take it out of the pack's `absent.jobs`",
      },
    ]);
  });

  test("that this site leaves out asks what its pack says is absent all the same", () => {
    const platform = addRules();
    const [rule] = importedFrom({ source: "mixin 1.0", absent: { jobs: { k8s: "none" } } }, [
      { alert: "Gone", expr: 'up{job="k8s"} == 0' },
    ]);
    const [kept] = importedFrom(rule?.pack ?? { source: "" }, [{ alert: "Kept", expr: "up == 0" }]);
    if (rule === undefined || kept === undefined) throw new Error("none");
    const at = { ...addRules(kept), waiting: { leftOut: [{ exporter: "k8s", until: "later", rules: [rule] }], pending: [] } };
    expect(jobs.run({ ...at, site: platform.site })).toEqual([]);
  });
});
