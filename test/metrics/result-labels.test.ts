import type { LabelSet } from "../../lib/metrics/label-set";
import { labelSet } from "../../lib/metrics/label-set";
import type { Selector } from "../../lib/metrics/promql";
import { resultLabels } from "../../lib/metrics/result-labels";

const always = (...labels: string[]) => labels.map((label) => [label, { always: true }] as const);

/** `disk` and `disk_size` have the same labels; `owner` tells which node a pod is on; `mixed` comes from two exporters. */
const SERIES: Readonly<Record<string, readonly LabelSet[]>> = {
  disk: [labelSet([...always("job", "instance", "device"), ["state", { always: false }]])],
  disk_size: [labelSet(always("job", "instance", "device"))],
  owner: [labelSet([["job", { always: true, value: "state" }], ...always("instance", "pod", "node")])],
  usage: [labelSet([["job", { always: true, value: "kubelet" }], ...always("instance", "pod")])],
  latency_bucket: [labelSet(always("job", "instance", "path", "le"))],
  mixed: [labelSet(always("job", "instance", "device")), labelSet(always("job", "instance", "queue"))],
};

const infer = (expr: string) => resultLabels(expr, (selector: Selector) => ("name" in selector ? (SERIES[selector.name] ?? []) : []));

/** The labels of each kind of sample; what only some carry with `?` behind it. */
function labelsOf(expr: string): string[] | undefined {
  const { sets, problems } = infer(expr);
  expect(problems).toEqual([]);
  return sets
    ?.map(({ labels }) =>
      [...labels]
        .map(([label, { always }]) => (always ? label : `${label}?`))
        .sort()
        .join(" "),
    )
    .sort();
}

test.each<[string, string, string[] | undefined]>([
  ["a selector gives what its series has", "disk", ["device instance job state?"]],
  ["two exporters of a name give two kinds", "mixed", ["device instance job", "instance job queue"]],
  ["a condition that one of them can't hold leaves the other", 'mixed{queue="a"}', ["instance job queue"]],
  ["a condition of emptiness takes the label away", 'disk{state=""}', ["device instance job"]],
  ["a condition of presence makes it sure", 'disk{state!=""}', ["device instance job state"]],
  ["so does a value, and a pattern that takes no emptiness", 'disk{state=~"a|b"}', ["device instance job state"]],
  ["a pattern that takes emptiness does not", 'disk{state=~"a|"}', ["device instance job state?"]],
  ["a number has none", "1 + time()", undefined],
  ["nor has a scalar", "scalar(disk)", undefined],
  ["a vector of a number has no label", "vector(1)", [""]],
  ["a function keeps them", "rate(disk[5m])", ["device instance job state?"]],
  ["so does one whose first argument is a number", "quantile_over_time(0.9, disk[5m])", ["device instance job state?"]],
  ["a subquery keeps them", "max_over_time(rate(disk[5m])[1h:1m])", ["device instance job state?"]],
  ["offset, @, sign and brackets too", "-(disk_size offset 5m) ", ["device instance job"]],
  ["a number on either side keeps them", "1 - disk_size > 0.5", ["device instance job"]],
  ["an aggregation drops all", "sum(disk)", [""]],
  ["by keeps those", "sum by (instance, state) (disk)", ["instance state?"]],
  ["without drops those", "sum without (device, state) (disk)", ["instance job"]],
  ["the modifier may stand behind", "sum(disk) by (job)", ["job"]],
  ["topk keeps all", "topk by (job) (3, disk_size)", ["device instance job"]],
  ["count_values adds its label", 'count_values by (job) ("version", disk_size)', ["job version"]],
  ["of two kinds each keeps what it has", "sum by (device, queue) (mixed)", ["device", "queue"]],
  ["sides with the same labels keep them", "disk_size / disk_size", ["device instance job"]],
  ["on leaves those", "owner * on (pod) usage", ["pod"]],
  ["and so it does for a comparison", "owner > on (pod) usage", ["pod"]],
  ["ignoring drops those", "disk_size / ignoring (state) disk", ["device instance job"]],
  ["group_left keeps the left side's and brings some", "usage * on (pod) group_left (node) owner", ["instance job node pod"]],
  ["group_right keeps the right side's", "owner * on (pod) group_right (node) usage", ["instance job node pod"]],
  ["and, unless keep the left side's", "usage and on (pod) owner unless on (pod) owner == 1", ["instance job pod"]],
  ["or gives either", "sum by (pod) (usage) or sum by (node) (owner)", ["node", "pod"]],
  ["or of a number's vector has a kind without labels", "sum by (pod) (usage) or vector(0)", ["", "pod"]],
  ["label_replace adds its label", 'label_replace(usage, "name", "$1", "pod", "(.+)")', ["instance job name pod"]],
  ["not surely, where the pattern may not match", 'label_replace(usage, "name", "$1", "pod", "web-(.+)")', ["instance job name? pod"]],
  ["a constant from nothing is sure", 'label_replace(usage, "kind", "pod", "", "")', ["instance job kind pod"]],
  ["not at all, where the pattern can't match the value", 'label_replace(usage, "name", "$1", "job", "node-(.+)")', ["instance job pod"]],
  ["label_join adds its label", 'label_join(usage, "name", "/", "job", "pod")', ["instance job name pod"]],
  ["a quantile over a histogram drops le", "histogram_quantile(0.9, sum by (path, le) (rate(latency_bucket[5m])))", ["path"]],
  ["absent carries what is asked by value", 'absent(disk{device="a",state!="b"})', ["device"]],
  ["not surely, what is asked twice", 'absent(disk{device="a",device!="b",job="c"})', ["device? job"]],
  ["absent_over_time too", 'absent_over_time(disk{device="a"}[5m])', ["device"]],
  ["absent of something else carries nothing", "absent(sum by (job) (disk))", [""]],
  ["of a series that nobody knows nothing is said", "sum by (nowhere) (unknown)", []],
])("%s: %s", (_, expr, labels) => {
  expect(labelsOf(expr)).toEqual(labels);
});

test("a value that is known stays known, whatever joins", () => {
  const [set] = infer('usage{pod="a"} * on (job, pod) group_left () usage').sets ?? [];
  expect(set?.labels.get("job")).toEqual({ always: true, value: "kubelet" });
  expect(set?.labels.get("pod")).toEqual({ always: true, value: "a" });
});

describe("what names a label that is not there", () => {
  test.each<[string, string, string]>([
    ["a condition", 'disk{devcie="a"}', 'disk asks for the label "devcie", which is not there; did you mean "device"?'],
    ["a condition of emptiness", 'disk{stat=""}', 'disk asks for the label "stat", which is not there; did you mean "state"?'],
    ["by", "sum by (instanc) (disk)", 'sum by (instanc) asks for the label "instanc", which is not there; did you mean "instance"?'],
    ["by, of what was dropped", "max by (device) (sum by (job) (disk))", 'max by (device) asks for the label "device", which is not there'],
    ["topk by", "topk by (jbo) (1, disk_size)", 'topk by (jbo) asks for the label "jbo", which is not there; did you mean "job"?'],
    [
      "label_replace, by a group that the pattern lacks",
      'label_replace(usage, "a", "$2", "pod", "(.+)")',
      'label_replace writes $2, and the pattern "(.+)" has no such group: nothing is put there',
    ],
    [
      "label_replace, by a number with text behind it",
      'label_replace(usage, "a", "$1x", "pod", "(.+)")',
      'label_replace writes $1x, and the pattern "(.+)" has no such group: nothing is put there',
    ],
    [
      "conditions that contradict each other",
      'sum by (job) (disk{device="a",device="b"})',
      'no sample is ever picked by disk{device="a",device="b"}: its conditions on the label "device" can\'t hold',
    ],
    [
      "a condition of emptiness on what every sample has",
      'disk_size{device=""} > 1',
      'no sample is ever picked by disk_size{device=""}: its conditions on the label "device" can\'t hold',
    ],
    [
      "a condition that excludes the only job",
      'usage{job!="kubelet"} > 1',
      'no sample is ever picked by usage{job!="kubelet"}: its conditions on the label "job" can\'t hold',
    ],
    ["without", "sum without (x) (disk)", 'sum without (x) asks for the label "x", which is not there'],
    ["on", "usage * on (node) owner", '"*" on (node) asks for the label "node", which is not there on its left side'],
    ["ignoring", "disk / ignoring (x) disk", '"/" ignoring (x) asks for the label "x", which is not there'],
    [
      "group_left",
      "usage * on (pod) group_left (nod) owner",
      'group_left (nod) asks for the label "nod", which is not there; did you mean "node"?',
    ],
    [
      "label_replace",
      'label_replace(usage, "a", "$1", "pid", "(.+)")',
      'label_replace from (pid) asks for the label "pid", which is not there; did you mean "pod"?',
    ],
    [
      "label_join",
      'label_join(usage, "a", "/", "pid")',
      'label_join of (pid) asks for the label "pid", which is not there; did you mean "pod"?',
    ],
    [
      "a quantile without le",
      "histogram_quantile(0.9, sum by (path) (rate(latency_bucket[5m])))",
      'histogram_quantile over (le) asks for the label "le", which is not there',
    ],
  ])("%s is told once: %s", (_, expr, what) => {
    expect(infer(expr).problems.map((problem) => problem.what)).toEqual([what]);
  });

  test("with what there is", () => {
    expect(infer("sum by (x) (owner)").problems).toEqual([
      { label: "x", what: expect.any(String), fix: "there are instance, job, node, pod" },
    ]);
  });

  test("what was missed once is not missed again further out", () => {
    expect(infer("max by (x) (sum by (x) (disk))").problems).toHaveLength(1);
    expect(infer('sum by (a) (label_replace(usage, "a", "$1", "x", "(.+)"))').problems).toHaveLength(1);
  });

  test.each([
    ["one of several kinds has it", "sum by (queue) (mixed)"],
    ["only some samples have it", "sum by (state) (disk)"],
    ["a function over several arguments reads it inside", "clamp_max(disk, scalar(sum(owner)))"],
  ])("and not where %s", (_, expr) => {
    expect(infer(expr).problems).toEqual([]);
  });
});

describe("two sides that can never match", () => {
  test.each<[string, string, string]>([
    ["one has a label more", "disk_size / owner", '"/" never match: they differ in the label "device"'],
    ["their jobs differ", "usage * ignoring (node) owner", '"*" never match: they differ in the label "job"'],
    ["conditions ask for different values", 'disk{device="a"} / disk{device="b"}', '"/" never match: they differ in the label "device"'],
    ["a set operator meets nothing", "disk_size and sum by (job) (disk)", '"and" never match: they differ in the label "instance"'],
    ["unless takes nothing away", "disk_size unless sum(disk)", '"unless" never match: they differ in the label "job"'],
    ["a sum meets a vector with labels", "owner > vector(1)", '">" never match: they differ in the label "job"'],
  ])("%s: %s", (_, expr, what) => {
    expect(infer(expr).problems.map((problem) => problem.what)).toEqual([`the two sides of ${what}`]);
  });

  test.each([
    ["a label is on some samples only", "disk / disk_size"],
    ["on names what both have", 'disk{device="a"} / on (job) disk{device="b"}'],
    ["or does not match", "disk_size or owner"],
    ["both are sums", "sum(disk) / sum(owner)"],
  ])("are not those where %s", (_, expr) => {
    expect(infer(expr).problems).toEqual([]);
  });
});

test("two sides are compared until samples of them can meet: what many exporters give is not compared all with all", () => {
  let looks = 0;
  const exporters = Array.from({ length: 200 }, (_, index) => {
    const job = {
      get always() {
        looks++;
        return true;
      },
      value: `job-${index}`,
    };
    return labelSet([["job", job]]);
  });
  const { problems } = resultLabels("up == 0 and up", () => exporters);
  expect(problems).toEqual([]);
  expect(looks).toBeLessThan(10 * exporters.length);
});
