import { jobs } from "../../lib/checks/jobs";
import { counter, declareSeries, seriesOf } from "../../lib/series";
import { addRules, SMALL, sampleAlert, whats } from "./small-platform";

const asking = (expr: string) => whats(jobs, addRules(sampleAlert({ expr })));

test("the example installation passes", () => {
  expect(jobs.run(SMALL)).toEqual([]);
});

test("a job that no scrape gives says what was meant, and which there are", () => {
  const [finding] = jobs.run(addRules(sampleAlert({ expr: 'sum(up{job="relai"}) == 0' })));
  expect(finding).toEqual({
    where: 'rules/added.ts group "added" rule "SampleDown"',
    what: 'no scrape gives "up" the job "relai"; did you mean "relay"?',
    fix: expect.stringMatching(/^take the job from the scrape's declaration; its samples carry .*\bkubelet\b.*\brelay\b/),
  });
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
  ["a pattern that JavaScript can't read", 'up{job=~"(?P<x>relay)"} == 0', ['no scrape gives "up" the job "(?P<x>relay)"']],
  ["an exclusion of what is not there", 'up{job!="gone"} == 0 or up{job!~"gone.*"} == 0', []],
  ["a job that comes with its samples", 'backup_age_last_run_timestamp_seconds{job="backup-nas.sh"}', []],
  ["a job of a scrape that is not there yet", 'fluentd_output_status_retry_count{job="fluentd"}', []],
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
    from: { kind: "pending", until: "later" },
  } as const;
  const both = addRules(sampleAlert({ expr: 'relay_events_total{job="anything"}' }));
  expect(whats(jobs, both)).toHaveLength(1);
  expect(whats(jobs, { ...both, scrapes: [...both.scrapes, pushed] })).toEqual([]);
});
