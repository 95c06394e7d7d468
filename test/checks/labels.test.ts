import { importedFrom, type Rule } from "../../lib/alerts/rule";
import { labels } from "../../lib/checks/labels";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Platform } from "../../lib/platform/platform";
import { declareSeries, gauge, seriesOf } from "../../lib/series";
import { addRules, EXAMPLE, sampleAlert, sampleRecord, whats } from "./example";

const scrape: Scrape = {
  name: "disks",
  job: "disks",
  series: seriesOf(declareSeries({ disk_used: gauge("ratio", "Used.", "device"), fan_speed: gauge("count", "Speed.", "fan") })),
  from: { kind: "pending", until: "the test is over" },
};

const withDisks = (platform: Platform): Platform => ({ ...platform, scrapes: [...platform.scrapes, scrape] });
const asking = (expr: string, summary = "It is full") => withDisks(addRules(sampleAlert({ expr, summary })));

test("the example installation passes", () => {
  expect(labels.run(EXAMPLE)).toEqual([]);
});

test("a misspelt label says where, what was meant and what there is", () => {
  expect(labels.run(asking('disk_used{devcie="sda"} > 0.9'))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: 'disk_used asks for the label "devcie", which is not there; did you mean "device"?',
      fix: "there are container, device, endpoint, instance, job, namespace, pod, service",
    },
  ]);
});

describe("a text", () => {
  test.each<[string, string, string, string[]]>([
    ["that names what the alert carries", "disk_used > 1", "Disk {{ $labels.device }} of {{ $labels.instance }}", []],
    [
      "that misspells a label",
      "disk_used > 1",
      "Disk {{ $labels.devcie }}",
      ['annotation "summary": {{ $labels.devcie }} asks for the label "devcie", which is not there; did you mean "device"?'],
    ],
    [
      "that reads what was summed away",
      "sum(disk_used) > 1",
      "Disk {{ .Labels.device }}",
      ['annotation "summary": {{ $labels.device }} asks for the label "device", which is not there'],
    ],
    [
      "that reads by index",
      "sum(disk_used) > 1",
      'Disk {{ index $labels "device" }}',
      ['annotation "summary": {{ $labels.device }} asks for the label "device", which is not there'],
    ],
    [
      "that reads what one branch lacks",
      "disk_used > 1 or fan_speed > 1",
      "Disk {{ $labels.device }}",
      ['annotation "summary": {{ $labels.device }} is empty for some of what the expression gives: not every branch carries the label'],
    ],
    ["that asks first", "disk_used > 1 or fan_speed > 1", "{{ if $labels.device }}Disk {{ $labels.device }}{{ else }}Fan{{ end }}", []],
    [
      "that asks for what no branch has",
      "fan_speed > 1",
      "{{ if $labels.device }}Disk{{ end }}",
      ['annotation "summary": {{ $labels.device }} asks for the label "device", which is not there; did you mean "service"?'],
    ],
    [
      "that reads the rule's own labels",
      "sum(disk_used) > 1",
      "{{ $labels.severity }} {{ $labels.component }} {{ $labels.alertname }}",
      [],
    ],
    ["that reads labels of what it looks up", "sum(disk_used) > 1", '{{ range query "disk_used" }}{{ .Labels.device }}{{ end }}', []],
    [
      "that looks up a label that is not there",
      "sum(disk_used) > 1",
      '{{ range query "disk_used{devcie=\\"a\\"}" }}{{ .Value }}{{ end }}',
      ['disk_used asks for the label "devcie", which is not there; did you mean "device"?'],
    ],
    [
      "of an alert on a number",
      "vector(1)",
      "{{ $labels.device }}",
      ['annotation "summary": {{ $labels.device }} asks for the label "device", which is not there'],
    ],
  ])("%s", (_, expr, summary, found) => {
    expect(whats(labels, asking(expr, summary))).toEqual(found);
  });
});

test("a recording passes on the labels that it leaves", () => {
  const recorded = sampleRecord("instance:disk_used:max", "max by (instance) (disk_used)");
  const read = (summary: string) => withDisks(addRules(recorded, sampleAlert({ expr: "instance:disk_used:max > 1", summary })));
  expect(whats(labels, read("{{ $labels.instance }}"))).toEqual([]);
  expect(whats(labels, read("{{ $labels.device }}"))).toHaveLength(1);
});

test("a recording of a pack passes on the labels that it adds", () => {
  const [pods] = importedFrom({ source: "mixin 1.0" }, [
    { record: "pod:owner:relabel", expr: "max by (instance) (disk_used)", labels: { workload_type: "daemonset" } },
  ]);
  const read = (summary: string) =>
    whats(labels, withDisks(addRules(pods as Rule, sampleAlert({ expr: "pod:owner:relabel > 1", summary }))));
  expect(read("{{ $labels.workload_type }} of {{ $labels.instance }}")).toEqual([]);
  expect(read("{{ $labels.workload }}")).toHaveLength(1);
});

test("a recording that reads itself is no end of it", () => {
  expect(whats(labels, withDisks(addRules(sampleRecord("a:b", "sum by (x) (a:b)"))))).toEqual([]);
});

test("an expression that can't be read is another check's business", () => {
  expect(whats(labels, asking("sum by (x (disk_used"))).toEqual([]);
});

describe("an imported rule", () => {
  const pack = (absent?: Record<string, string>) => ({ source: "mixin 1.0", ...(absent && { absent: { labels: absent } }) });
  const rules = [{ alert: "Upstream", expr: "sum by (cluster, device) (disk_used) > 1", labels: { tier: "a" } }];
  const found = (absent?: Record<string, string>, more = rules) => labels.run(withDisks(addRules(...importedFrom(pack(absent), more))));

  test("may miss a label that its pack says is absent on purpose", () => {
    expect(found().map(({ what }) => what)).toEqual(['sum by (cluster) asks for the label "cluster", which is not there']);
    expect(found({ cluster: "there is one cluster" })).toEqual([]);
  });

  test("says so no longer once nothing misses it", () => {
    expect(found({ cluster: "there is one cluster", device: "none" })).toEqual([
      {
        where: 'pack "mixin 1.0"',
        what: 'the label "device" is said to be absent, and no rule of the pack misses it',
        fix: "take it out of the pack's `absent.labels`",
      },
    ]);
  });

  test("has the labels that it gives its alerts", () => {
    const texts = { alert: "Upstream", expr: "sum(disk_used)", labels: { tier: "a" }, annotations: { summary: "{{ $labels.tier }}" } };
    expect(found(undefined, [texts])).toEqual([]);
  });
});
