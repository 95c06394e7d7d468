import { placedRules } from "../../bin/preview/rules";
import { WorldSource } from "../../bin/preview/world-source";
import { HEALTHY } from "../../components/healthy";
import { WATCHDOG } from "../../lib/alerts/labels";
import { expressionOf, panelsOf } from "../../lib/dashboards/model";
import { placedDashboards } from "../../lib/dashboards/placed";
import type { Manifest } from "../../lib/gitops/manifest";
import { inPromql, rateIntervalOf } from "../../lib/preview/interval";
import { inExpression } from "../../lib/preview/variables";
import { evaluate } from "../../lib/promql/evaluate";
import { INSTANT_STEP, moments } from "../../lib/promql/moments";
import { keyOf } from "../../lib/promql/vector";
import { START } from "../../lib/world/course";
import { kept, worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";
import { describeEngines } from "./engine";
import { type Series, startVictoriaMetrics } from "./victoria-metrics";
import { lookBack, plannedRules, replayRules, storedSeries } from "./world";

const SPAN = { from: 0, to: 3 * 3600 };
const SHOWN = { start: START + SPAN.to - 3600, end: START + SPAN.to, step: 60 };
/** Of the value: sums are added up in another order. */
const TOLERANCE = 1e-6;
/** Further back than that the store of the test has one sample in four minutes, and the preview takes fewer: then only what is there is compared. */
const DENSE_PAST = 3 * 3600;

/** Forms that dashboards may take next, over series that every installation has. */
const FORMS = [
  "irate(node_network_receive_bytes_total[5m])",
  "idelta(node_load1[5m])",
  "delta(node_load1[10m])",
  "deriv(node_memory_MemAvailable_bytes[10m])",
  "predict_linear(node_filesystem_avail_bytes[10m], 3600)",
  "changes(node_load1[5m]) + resets(node_load1[5m])",
  "quantile_over_time(0.9, node_load1[10m])",
  "stddev_over_time(node_load1[10m])",
  "max_over_time(rate(node_network_receive_bytes_total[5m])[10m:1m])",
  "avg_over_time(node_load1[5m] offset 10m)",
  "topk(2, node_load1)",
  "bottomk(1, node_load15)",
  "quantile(0.5, node_load1)",
  "stddev(node_load1)",
  "stdvar by (instance) (node_cpu_seconds_total)",
  'count_values("load", round(node_load1))',
  "node_load1 > 2",
  "node_load1 > bool 2",
  "node_load1 > node_load15",
  "node_load1 and on (instance) (node_load15 > 1.5)",
  "node_load1 unless on (instance) (node_load15 > 1.5)",
  "node_load1 > 3 or node_load15",
  "(node_load1 > 3) or on (instance) (node_load15 * 0)",
  "node_filesystem_avail_bytes / ignoring (mountpoint, device, fstype) group_left () node_memory_MemTotal_bytes",
  "node_load1 * on (instance) group_left (nodename) node_uname_info",
  'label_replace(node_load1, "host", "$1-x", "instance", "([0-9.]+):.*")',
  'label_join(node_load1, "both", "/", "job", "instance")',
  "absent(node_load1 > 1000)",
  'absent(made_up{a="b", c=~"d"})',
  "clamp(node_load1, 1, 2) + clamp_min(node_load1, 1) + clamp_max(node_load1, 2)",
  "round(node_load1, 0.5) + ceil(node_load1) + floor(node_load1) + sgn(node_load1) + sqrt(node_load1)",
  "ln(node_load1) + log2(node_load1) + log10(node_load1) + exp(node_load1) + abs(-node_load1)",
  "hour() * 100 + minute()",
  "day_of_week(node_boot_time_seconds) + days_in_month(node_boot_time_seconds)",
  "time() - node_boot_time_seconds",
  "vector(1) + scalar(sum(node_load1))",
  "node_load1 % 2 ^ 3 - -node_load15",
  "sum without (cpu, mode) (rate(node_cpu_seconds_total[5m]))",
  "histogram_quantile(0.95, sum by (le) (rate(nginx_ingress_controller_request_duration_seconds_bucket[5m])))",
  "sort_desc(node_load1)",
  "timestamp(node_load1)",
  "count(node_load1) - group(node_load1)",
  "node_load1 @ end()",
  "node_load1 @ start() offset 10m",
  "node_load1 offset 10m @ end()",
  `node_load1 @ ${SHOWN.start + 725}`,
  "node_load1 - node_load1 @ start() * 2",
  "node_load1 / node_load15 offset 10m",
  "-node_load1 @ end() ^ 2",
  "rate(node_cpu_seconds_total[5m] @ end())",
  `increase(node_network_receive_bytes_total[10m] @ ${SHOWN.start} offset 5m)`,
  "max_over_time(rate(node_network_receive_bytes_total[5m])[10m:1m] @ start())",
  `quantile_over_time(0.9, node_load1[10m:] @ ${SHOWN.end - 600})`,
  "max_over_time((node_load1 @ start())[10m:1m])",
  "node_load1 and topk(2, node_load1 @ end())",
  "node_load1 and bottomk(2, avg_over_time(node_load1[1h] @ end()))",
  "timestamp(node_load1 @ start()) + timestamp(node_load1 offset 10m)",
  'absent(made_up{a="b"} @ end())',
  'absent((made_up{a="b"})) + on () group_left () absent(made_up{a="b"} offset 5m - made_up{a="c"})',
  'absent_over_time(made_up{a="b"}[5m] @ start())',
  '{nodename=~".+"}',
  '{__name__=~"node_load.*", __name__!="node_load5", instance!~"(?i)NODE.*"}',
  '{__name__!~"[^n].*", nodename!=""}',
  'count({"node_load1", "job"="node-exporter"})',
  'sum(node_load1) by ("job")',
  'node_load1 * on ("instance") group_left ("nodename") node_uname_info',
  "sum(node_load1, node_load15)",
  "stddev by (job) (node_load1, node_load15)",
  'sum(node_load1{job=~"(?i)NODE[[:punct:]]\\\\pL+"})',
  'label_replace(node_load1, "host", "$name", "instance", "(?P<name>[[:digit:].]+):.*")',
  'node_load1{job=~"\\x6eode-exporter|\\u0061"}',
  "node_load1 > 0x1 - 1m - 1_000",
  "node_load1 offset 600",
  "max_over_time(node_load1[300])",
  "node_load1 # of a minute\n + 1",
  "vector(node_load1)",
  "sort(5)",
];

describeEngines(["victoria-metrics-1.150", "vmalert-1.150"], "the evaluator of the preview", () => {
  test("answers every query of the dashboards, every recording and further forms as the store does", async () => {
    const platform = fullPlatform();
    const world = kept(worldOf(platform, HEALTHY, 1));
    const placed = placedDashboards(platform);
    const source = new WorldSource(world, placedRules(platform.manifests));
    const queries = placed.flatMap(({ model }) => [
      ...(model.templating?.list ?? []).flatMap((variable) => expressionOf(variable) ?? []),
      ...panelsOf(model).flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr ?? [])),
    ]);
    const recordings = placedRules(platform.manifests).flatMap(({ record, expr }) => (record === undefined ? [] : [expr]));
    // since when the heartbeat fires is since when the evaluator runs
    const exprs = [...new Set([...queries.map(asked), ...recordings, ...FORMS])].filter((expr) => !expr.includes("ALERTS_FOR_STATE"));
    const rules = needed(exprs, platform.manifests);
    const far = rules.filter(({ rule, window }) => rule.record !== undefined && window > DENSE_PAST).map(({ rule }) => rule.record ?? "");
    const looksFarBack = (expr: string) => lookBack(expr) > DENSE_PAST || far.some((name) => expr.includes(name));
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    try {
      await store.importSeries(storedSeries(world, rules, SPAN));
      await replayRules(
        rules.filter(({ rule }) => rule.record !== undefined || rule.alert === WATCHDOG).map((rule) => ({ rule, span: SPAN })),
        store,
      );
      const different: string[] = [];
      const empty: string[] = [];
      let count = 0;
      for (const expr of exprs) {
        const drawn = evaluate(expr, moments(SHOWN), source).map((one) => ({ labels: one.labels, values: one.values }));
        const now = evaluate(expr, moments({ start: SHOWN.end, end: SHOWN.end, step: INSTANT_STEP }), source);
        const pairs = [
          ["range", drawn, await store.queryRange(expr, SHOWN)],
          ["instant", now, await store.query(expr, SHOWN.end)],
        ] as const;
        for (const [kind, own, theirs] of pairs) {
          count++;
          if (theirs.length === 0 && FORMS.includes(expr)) empty.push(expr);
          const difference = differenceOf(samplesOf(own), samplesIn(theirs, kind === "range"), {
            tolerance: looksFarBack(expr) ? Number.POSITIVE_INFINITY : TOLERANCE,
            // of several that are as large, any may be chosen
            isByValue: /\b(?:topk|bottomk)\b/.test(expr),
          });
          if (difference !== undefined) different.push(`${kind} ${expr.replace(/\s+/g, " ")}: ${difference}`);
        }
      }
      process.stdout.write(`expressions: ${exprs.length}, answers alike: ${count - different.length} of ${count}\n`);
      expect(different).toEqual([]);
      expect(empty).toEqual([]);
      expect(count).toBeGreaterThan(FORMS.length);
    } finally {
      await store.stop();
    }
  });
});

/** As the page asks, with everything chosen. */
const asked = (expr: string): string => {
  const builtIn = {
    __interval: "1m",
    __rate_interval: inPromql(rateIntervalOf(60, 30)),
    __range: "1h",
    __range_s: "3600",
    __range_ms: "3600000",
  };
  const names = Array.from(expr.matchAll(/\$\{?(\w+)/g), ([, name = ""]) => name).filter((name) => !name.startsWith("__"));
  const all = new Map(names.map((name) => [name, { values: [], isPattern: true, whole: ".+" }]));
  return inExpression(expr, all, builtIn).replaceAll(/(\w+)="\.\+"/g, '$1=~".+"');
};

/** The expressions as rules that read, and the recordings that these need. */
function needed(exprs: readonly string[], manifests: readonly Manifest[]) {
  const spec = { groups: [{ name: "asked", rules: exprs.map((expr) => ({ alert: "Asked", expr })) }] };
  const asking: Manifest = {
    bundle: "asking",
    file: "asking/asked.yml",
    object: { apiVersion: "v1", kind: "VMRule", metadata: { name: "asking" }, spec },
  };
  const all = plannedRules([...manifests, asking]);
  const wanted = new Set(all.filter(({ group, rule }) => group === "asked" || rule.alert === WATCHDOG));
  for (const reader of wanted) {
    for (const one of all) {
      const { record } = one.rule;
      if (record !== undefined && reader.selectors.some((selector) => "name" in selector && selector.name === record)) wanted.add(one);
    }
  }
  return [...wanted];
}

type Samples = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** By the labels and the place among the moments. */
function samplesOf(vectors: ReturnType<typeof evaluate>): Samples {
  return new Map(
    vectors.map(
      ({ labels, values }) => [keyOf(labels), new Map([...values.entries()].filter(([, value]) => !Number.isNaN(value)))] as const,
    ),
  );
}

function samplesIn(series: readonly Series[], isRange: boolean): Samples {
  const place = (time: number) => (isRange ? Math.round((time - SHOWN.start) / SHOWN.step) : 0);
  const all = series.map(({ labels, samples }) => {
    const numbers = samples.filter(([, value]) => !Number.isNaN(value)).map(([time, value]) => [place(time), value] as const);
    // a replay numbers its groups
    const { alertgroup } = labels;
    const own = alertgroup === undefined ? labels : { ...labels, alertgroup: alertgroup.replace(/^\d+ /, "") };
    return [keyOf(own), new Map(numbers)] as const;
  });
  return new Map(all.filter(([, samples]) => samples.size > 0));
}

interface Comparing {
  readonly tolerance: number;
  readonly isByValue: boolean;
}

function differenceOf(own: Samples, theirs: Samples, { tolerance, isByValue }: Comparing): string | undefined {
  if (isByValue) return differenceOf(byRank(own), byRank(theirs), { tolerance, isByValue: false });
  const shown = (key: string) => key.replaceAll("\u0000", ", ").replaceAll("\u0001", "=") || "{}";
  for (const key of theirs.keys()) if (!own.has(key)) return `${shown(key)} is not there (${own.size} are, of ${theirs.size})`;
  for (const key of own.keys()) if (!theirs.has(key)) return `${shown(key)} is too much (${own.size} are, of ${theirs.size})`;
  for (const [key, samples] of theirs) {
    const mine = own.get(key) ?? new Map();
    for (const place of new Set([...samples.keys(), ...mine.keys()])) {
      const [a, b] = [mine.get(place), samples.get(place)];
      const isNear =
        a === b ||
        tolerance === Number.POSITIVE_INFINITY ||
        Math.abs(a - (b ?? Number.NaN)) <= tolerance * Math.max(Math.abs(a), Math.abs(b ?? 0)) + 1e-9;
      if (!isNear) return `${shown(key)} at ${place}: ${a} here, ${b} there`;
    }
  }
  return undefined;
}

/** The values of each moment, the smallest first, whosever they are. */
function byRank(all: Samples): Samples {
  const moments = new Map<number, number[]>();
  for (const samples of all.values()) for (const [place, value] of samples) moments.set(place, [...(moments.get(place) ?? []), value]);
  return new Map([...moments].map(([place, values]) => [String(place), new Map(values.sort((a, b) => a - b).entries())]));
}
