import { completeSeries } from "../../lib/alerts/complete-series";
import type { Scrape } from "../../lib/metrics/scrape";
import { declareSeries, gauge, histogram, seriesOf } from "../../lib/series";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";

const relay = { name: "relay", namespace: "monitoring", pods: {}, ports: { http: 8080 } };
const owner = { chart: "kube-state-metrics", release: "1" };

const services = seriesOf(
  declareSeries({
    relay_events: gauge("count", "Events.", "kind"),
    relay_seconds: histogram("seconds", "Time."),
    pod_events: gauge("count", "Events of a pod.", "pod"),
    sometimes_events: gauge("count", "Events, of a pod or not.", "pod?"),
    shared: gauge("count", "Of both."),
  }),
);
const scrapes: Scrape[] = [
  { name: "relay", job: "relay", series: services, from: { kind: "service", workload: relay, selector: {}, port: "http" } },
  {
    name: "state",
    job: "state",
    series: seriesOf(declareSeries({ shared: gauge("count", "Of both."), kube_x: gauge("count", "X.", "namespace") })),
    from: { kind: "upstream", owner, to: { workload: { ...relay, name: "state" }, port: "http" } },
  },
  {
    name: "kubelet",
    job: "kubelet",
    series: seriesOf(declareSeries({ kubelet_x: gauge("count", "X.", "node", "namespace"), kubelet_y: gauge("count", "Y.") })),
    from: { kind: "node", nodes: { outside: "the nodes", addresses: [] }, port: 10250, path: "/metrics" },
  },
  {
    name: "server",
    job: "server",
    series: seriesOf(declareSeries({ server_x: gauge("count", "X.") })),
    from: { kind: "upstream", owner, to: { outside: { outside: "the server", addresses: [] }, ports: [6443] } },
  },
  {
    name: "pushed",
    series: seriesOf(declareSeries({ pushed_time: gauge("timestamp", "Push.") })),
    from: SAMPLE_SOURCE,
  },
];
const labelsOf = (...selectors: string[]) =>
  completeSeries(Object.fromEntries(selectors.map((selector) => [selector, "1"])), scrapes).series.map(({ labels }) => labels);
const RELAY = {
  job: "relay",
  instance: "relay-0:8080",
  namespace: "monitoring",
  service: "relay",
  endpoint: "http",
  pod: "relay-0",
  container: "relay",
};

const KUBELET = { job: "kubelet", metrics_path: "/metrics" };

describe("the labels that a proof's author left out", () => {
  test("are the job and the target's, by the kind of scrape", () => {
    expect(labelsOf('relay_events{kind="a"}')).toEqual([{ ...RELAY, kind: "a" }]);
    expect(labelsOf("kubelet_y")).toEqual([{ ...KUBELET, instance: "node-1", node: "node-1" }]);
    expect(labelsOf("server_x")).toEqual([
      { job: "server", instance: "server-0:6443", namespace: "default", service: "server", endpoint: "https" },
    ]);
    expect(labelsOf('up{job="kubelet",metrics_path="/metrics/other"}')).toEqual([{ job: "kubelet", metrics_path: "/metrics/other" }]);
    expect(labelsOf('pushed_time{job="backup.sh"}')).toEqual([{ job: "backup.sh", instance: "pushed-0" }]);
    expect(labelsOf("pushed_time")).toEqual([{ job: "pushed", instance: "pushed-0" }]);
    expect(labelsOf('up{job="state"}')).toMatchObject([{ job: "state", pod: "state-0" }]);
  });

  test("never replace a written one", () => {
    expect(labelsOf('relay_events{instance="a",namespace="other"}')).toEqual([{ ...RELAY, instance: "a", namespace: "other" }]);
  });

  test("are told by name, apart from those that were written", () => {
    expect([...completeSeries({ 'kubelet_y{node="a"}': "1" }, scrapes).added].sort()).toEqual(["instance", "job", "metrics_path"]);
  });

  test("stand on every series of a histogram", () => {
    expect(labelsOf('relay_seconds_bucket{le="1"}', "relay_seconds_count")).toEqual([{ ...RELAY, le: "1" }, RELAY]);
  });

  test("leave alone what the exporter says of its own: every sample has it, and not from the target", () => {
    expect(labelsOf("pod_events")).toEqual([Object.fromEntries(Object.entries(RELAY).filter(([label]) => label !== "pod"))]);
    expect(labelsOf("sometimes_events")).toEqual([RELAY]);
    expect(labelsOf('kube_x{namespace="git"}')).toMatchObject([{ namespace: "git", pod: "state-0" }]);
  });

  test("name a node's instance after the node, which its own series may name", () => {
    expect(labelsOf('kubelet_x{node="a",namespace="git"}', 'kubelet_y{node="a"}', 'kubelet_y{node="b"}')).toEqual([
      { ...KUBELET, node: "a", instance: "a", namespace: "git" },
      { ...KUBELET, node: "a", instance: "a" },
      { ...KUBELET, node: "b", instance: "b" },
    ]);
  });
});

describe("the targets of a proof", () => {
  test("are as many as its author tells apart", () => {
    const [a, b, ofA] = labelsOf(
      'relay_events{instance="a",kind="x"}',
      'relay_events{instance="b",kind="x"}',
      'pod_events{pod="p",instance="a"}',
    );
    expect([a?.pod, b?.pod]).toEqual(["relay-0", "relay-1"]);
    expect(ofA).toMatchObject({ pod: "p", instance: "a" });
  });

  test("are one where nothing tells them apart, so that their series join", () => {
    const [a, b] = labelsOf('relay_events{kind="x"}', 'shared{job="relay",instance="a"}');
    expect(a).toMatchObject({ instance: "a", pod: "relay-0" });
    expect(b).toMatchObject({ instance: "a", pod: "relay-0" });
  });

  test("don't make two series one", () => {
    const [a, b] = labelsOf("kubelet_y", 'kubelet_y{instance="a"}');
    expect(a).not.toEqual(b);
  });
});

describe("what no scrape brings", () => {
  test.each([
    "recorded:rate5m",
    "up",
    'up{job="elsewhere"}',
    'ALERTS{alertname="A"}',
    'backup_last_run_timestamp_seconds{job="backup.sh"}',
  ])("%s stays as it is", (selector) => {
    expect(completeSeries({ [selector]: "1" }, scrapes).added.size).toBe(0);
  });
});

describe("a series that can't be completed", () => {
  test("because several jobs export it names the choices", () => {
    expect(() => labelsOf("shared")).toThrow(
      'the series "shared" comes from several jobs; write its job in the proof, one of: relay, state',
    );
    expect(labelsOf('shared{job="state"}')).toMatchObject([{ pod: "state-0" }]);
  });

  test("because it is none says how one is written", () => {
    expect(() => labelsOf('up{job=~"a|b"}')).toThrow('"up{job=~"a|b"}" is no series: write a name and the exact values');
    expect(() => labelsOf("rate(up[5m])")).toThrow("is no series");
  });
});
