import { importedFrom, type Rule } from "../../lib/alerts/rule";
import { labels } from "../../lib/checks/labels";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Platform } from "../../lib/platform/platform";
import { declareSeries, gauge, seriesOf } from "../../lib/series";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

const scrape: Scrape = {
  name: "disks",
  job: "disks",
  series: seriesOf(declareSeries({ disk_used: gauge("ratio", "Used.", "device"), fan_speed: gauge("count", "Speed.", "fan") })),
  from: SAMPLE_SOURCE,
};

const withDisks = (platform: Platform): Platform => ({ ...platform, scrapes: [...platform.scrapes, scrape] });
const asking = (expr: string, summary = "It is full") => withDisks(addRules(sampleAlert({ expr, summary })));

test("the example installation passes", () => {
  expect(labels.run(SMALL)).toEqual([]);
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

describe("a text that reads what was summed away is refused", () => {
  test.each([
    ["as the dot", "{{ with .Labels }}{{ .device }}{{ end }}"],
    ["as the dot, by the variable", "{{ with $labels }}{{ .device }}{{ end }}"],
    ["by an index in back quotes", "{{ index $labels `device` }}"],
    ["by an index in a variable", '{{ $k := "device" }}{{ index $labels $k }}'],
    ["by a variable of its own", "{{ $l := $labels }}{{ $l.device }}"],
    ["in brackets", "{{ ($labels).device }}"],
    ["of the dot in brackets", "{{ (.Labels).device }}"],
    ["by the whole data", "{{ with . }}{{ .Labels.device }}{{ end }}"],
    ["in a loop over something else", '{{ range query "disk_used" }}{{ $.Labels.device }}{{ end }}'],
    ["where it was found missing", "{{ if not $labels.device }}{{ $labels.device }}{{ end }}"],
  ])("%s", (_, summary) => {
    const what = 'annotation "summary": {{ $labels.device }} asks for the label "device", which is not there';
    expect(whats(labels, asking("sum(disk_used) > 1", summary))).toEqual([what]);
    expect(whats(labels, asking("disk_used > 1", summary))).toEqual([]);
  });
});

describe("a text whose labels can't be followed", () => {
  const fix = 'name each label: {{ $labels.name }}, or {{ .Labels.name }} in {{ range query "..." }}';

  test.each([
    ["printed whole", "{{ $labels }}", "$labels"],
    ["printed whole, of the dot", "{{ .Labels }}", ".Labels"],
    ["with all the rest", "{{ . }}", "."],
    ["given to a template", '{{ define "x" }}{{ .Labels.device }}{{ end }}{{ template "x" . }}', "."],
    ["given to a block", '{{ block "x" $labels }}{{ .device }}{{ end }}', "$labels"],
    ["given to a function", "{{ len $labels }}", "len $labels"],
    ["given to a function from the left", "{{ $labels | print }}", "$labels | print"],
    ["walked through", "{{ range $name, $label := $labels }}{{ $label }}{{ end }}", "$labels"],
    ["by a name that is made", '{{ index $labels (print "dev" "ice") }}', "index $labels (...)"],
    ["by a name that changes", '{{ $k := "job" }}{{ $k = "device" }}{{ index $labels $k }}', "index $labels $k"],
    ["by a variable that changes", "{{ $l := $labels }}{{ $l = .Labels }}{{ $l.device }}", "$l"],
    ["by a variable that a condition changes", '{{ $l := "" }}{{ with $l = $labels }}{{ $l.device }}{{ end }}', "$l"],
    ["of a sample", '{{ range query "disk_used" }}{{ .Labels }}{{ end }}', ".Labels"],
  ])("is refused: %s", (_, summary, source) => {
    const what = `annotation "summary": in {{ ${source} }} it can't be told which labels are read`;
    expect(labels.run(asking("disk_used > 1", summary))[0]).toMatchObject({ what, fix });
  });

  test("passes in an imported rule, whose texts are not ours", () => {
    const texts = ["{{ $labels }}", "{{ len .Labels }}", '{{ with query "disk_used" }}{{ . | first | value }}{{ end }}'];
    const rules = texts.map((summary) => ({ alert: "Upstream", expr: "sum(disk_used)", annotations: { summary } }));
    expect(labels.run(withDisks(addRules(...importedFrom({ source: "mixin" }, rules))))).toEqual([]);
  });
});

describe("a text that looks something up", () => {
  const misspelt = (query: string) =>
    `annotation "summary": {{ .Labels.devcie }} of query "${query}" asks for the label "devcie", which is not there; did you mean "device"?`;

  test.each<[string, string, string[]]>([
    ["reads its labels", '{{ range query "disk_used" }}{{ .Labels.device }}{{ end }}', []],
    ["misspells one", '{{ range query "disk_used" }}{{ .Labels.devcie }}{{ end }}', [misspelt("disk_used")]],
    ["misspells one of a variable", '{{ range $i, $d := query "disk_used" }}{{ $d.Labels.devcie }}{{ end }}', [misspelt("disk_used")]],
    ["misspells one of the first", '{{ with query "disk_used" }}{{ (. | first).Labels.devcie }}{{ end }}', [misspelt("disk_used")]],
    ["misspells one by its function", '{{ with query "disk_used" }}{{ . | first | label "devcie" }}{{ end }}', [misspelt("disk_used")]],
    [
      "reads what was summed away there",
      '{{ range query "sum(disk_used)" }}{{ .Labels.device }}{{ end }}',
      ['annotation "summary": {{ .Labels.device }} of query "sum(disk_used)" asks for the label "device", which is not there'],
    ],
    ["asks first", '{{ range query "disk_used or fan_speed" }}{{ if .Labels.fan }}{{ .Labels.fan }}{{ end }}{{ end }}', []],
    [
      "reads what one branch lacks",
      '{{ range query "disk_used or fan_speed" }}{{ .Labels.fan }}{{ end }}',
      [
        'annotation "summary": {{ .Labels.fan }} of query "disk_used or fan_speed" is empty for some of what the expression gives: not every branch carries the label',
      ],
    ],
    [
      "has asked of another",
      '{{ if $labels.fan }}{{ range query "disk_used or fan_speed" }}{{ .Labels.fan }}{{ end }}{{ end }}',
      [
        'annotation "summary": {{ .Labels.fan }} of query "disk_used or fan_speed" is empty for some of what the expression gives: not every branch carries the label',
      ],
    ],
  ])("%s", (_, summary, found) => {
    expect(whats(labels, asking("disk_used > 1 or fan_speed > 1", summary))).toEqual(found);
  });

  test.each<[string, string, string[]]>([
    ["in brackets", 'query (printf "disk_used{devcie=%q}" $labels.device)', ["devcie"]],
    ["from the left", 'printf "disk_used{devcie=%q}" $labels.device | query', ["devcie"]],
    ["in quotes of its own", 'query (printf `disk_used{devcie="%s"}` $labels.device)', ["devcie"]],
    ["with what is there", 'query (printf "disk_used{device=%q, job=%q} > %.1f" $labels.device $labels.job $value)', []],
    ["that does not parse as long as it is not known", 'query (printf "%s by (device) (disk_used) %s" $labels.device $labels.job)', []],
  ])("by a built expression: %s", (_, call, missed) => {
    const found = missed.map((label) => `disk_used asks for the label "${label}", which is not there; did you mean "device"?`);
    expect(whats(labels, asking("disk_used > 1", `{{ range ${call} }}{{ .Value }}{{ end }}`))).toEqual(found);
  });
});

describe("where one branch lacks the label", () => {
  const expr = "disk_used > 1 or fan_speed > 1";
  const lacks = (label: string) =>
    `annotation "summary": {{ $labels.${label} }} is empty for some of what the expression gives: not every branch carries the label`;

  test.each<[string, string, string[]]>([
    ["else is where it is not", "{{ if $labels.device }}x{{ else }}{{ $labels.device }}{{ end }}", [lacks("device")]],
    ["not turns it round", "{{ if not $labels.device }}{{ $labels.device }}{{ end }}", [lacks("device")]],
    ["else behind not is where it is", "{{ if not $labels.device }}x{{ else }}{{ $labels.device }}{{ end }}", []],
    ["else if asks again", "{{ if $labels.fan }}{{ $labels.fan }}{{ else if $labels.device }}{{ $labels.device }}{{ end }}", []],
    [
      "and behind else if nothing is left",
      "{{ if $labels.fan }}{{ else if $labels.device }}{{ else }}{{ $labels.fan }}{{ end }}",
      [lacks("fan")],
    ],
    ["behind the end nothing is known", "{{ if $labels.fan }}x{{ end }}{{ $labels.fan }}", [lacks("fan")]],
    ["with asks", "{{ with $labels.fan }}{{ . }}{{ $labels.fan }}{{ end }}", []],
    ["else of with is where it is not", "{{ with $labels.fan }}{{ . }}{{ else }}{{ $labels.fan }}{{ end }}", [lacks("fan")]],
    ["and asks for both", '{{ if and $labels.fan (eq $labels.fan "a") }}{{ $labels.fan }}{{ end }}', []],
    ["or asks for neither", "{{ if or $labels.fan $labels.device }}{{ $labels.fan }}{{ end }}", [lacks("fan")]],
    ["equal to a text is there", '{{ if eq $labels.fan "a" }}{{ $labels.fan }}{{ end }}', []],
    ["equal to nothing is not", '{{ if eq $labels.fan "" }}{{ $labels.fan }}{{ end }}', [lacks("fan")]],
    ["unlike a text may be nothing", '{{ if ne $labels.fan "a" }}{{ $labels.fan }}{{ end }}', [lacks("fan")]],
    ["unlike nothing is there", '{{ if ne $labels.fan "" }}{{ $labels.fan }}{{ end }}', []],
    ["or takes the one that is there", "{{ or $labels.device $labels.fan }}", []],
    ["or has a text at last", '{{ or $labels.device "no disk" }}', []],
    [
      "or needs one of them on every branch",
      "{{ or $labels.device $labels.disk }}",
      ['annotation "summary": {{ $labels.disk }} asks for the label "disk", which is not there'],
    ],
    ["a comment reads nothing", "{{/* $labels.device */}}{{- /* $labels.fan */ -}}", []],
  ])("%s", (_, summary, found) => {
    const told = whats(labels, asking(expr, summary));
    if (found.length === 0) expect(told).toEqual([]);
    else expect(told).toEqual(expect.arrayContaining(found));
  });

  test("and or names those that a third lacks", () => {
    expect(whats(labels, asking(`${expr} or vector(1)`, "{{ or $labels.device $labels.fan }}"))).toEqual([
      'annotation "summary": {{ or $labels.device $labels.fan }} is empty for some of what the expression gives: not every branch carries one of them',
    ]);
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
