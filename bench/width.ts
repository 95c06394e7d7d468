/** Rules, proofs and series made up to the width that the platform is meant for: the same at every run, for whatever is measured at width. */
import { after, type Evidence, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert, area, type RecordingRule, type RuleBundle, record } from "../lib/alerts/rule";
import { days, hours, minutes } from "../lib/duration";
import type { BundleDeclaration } from "../lib/gitops/bundle";
import { ConfigMap } from "../lib/kubernetes/core";
import type { Scrape, UpstreamRelease } from "../lib/metrics/scrape";
import { nodes } from "../lib/network/cluster";
import type { Part } from "../lib/platform/part";
import { counter, declareSeries, gauge, type Series, seriesOf } from "../lib/series";
import { COMPONENTS, type Component } from "../lib/site/component";

export interface Width {
  readonly alerts: number;
  readonly recordings: number;
  /** Cases of all proofs, the derived ones among them. */
  readonly proofs: number;
  readonly series: number;
  /** @default - none */
  readonly dashboards?: number;
}

/** What the platform is meant for. */
export const WIDE: Width = { alerts: 356, recordings: 44, proofs: 1249, series: 3300, dashboards: 73 };
/** The same mix at the size of an example installation, to compare with. */
export const NARROW: Width = { alerts: 87, recordings: 11, proofs: 306, series: 808 };

/** The same mix, so many times. */
export const times = (factor: number, { alerts, recordings, proofs, series, dashboards = 0 }: Width): Width => ({
  alerts: factor * alerts,
  recordings: factor * recordings,
  proofs: factor * proofs,
  series: factor * series,
  dashboards: factor * dashboards,
});

export interface Wide {
  readonly rules: readonly RuleBundle[];
  /** Declares the rules and the scrapes of their series, and builds the dashboards. */
  readonly part: Part;
  /** A page for each alert. */
  readonly runbooks: ReadonlyMap<string, string>;
}

const RULES_PER_AREA = 20;
const SERIES_PER_EXPORTER = 60;
const OWNER: UpstreamRelease = { chart: "made-up", release: "1" };

export function madeUp(width: Width): Wide {
  const recordings = recordingsOf(width);
  const plain = Array.from({ length: width.alerts }, (_, index) => alertOf(index, 0, recordings));
  const lacking = width.proofs - proofsOf(recordings) - proofsOf(plain);
  if (lacking < 0) throw new Error(`${width.alerts} alerts have more than ${width.proofs} proofs; ask for ${-lacking} more`);
  const alerts = plain.map((one, index) => {
    const more = Math.floor((lacking + index) / width.alerts);
    return more === 0 ? one : alertOf(index, more, recordings);
  });
  const all = [...recordings, ...alerts];
  const exporters = exportersOf(width);
  const rules = Array.from({ length: Math.ceil(all.length / RULES_PER_AREA) }, (_, index) =>
    area(`wide-${index}`, {}, all.slice(index * RULES_PER_AREA, (index + 1) * RULES_PER_AREA)),
  );
  const sections = ["Meaning", "Impact", "Diagnosis", "Mitigation"].map((section) => `## ${section}\n\nMade up.\n`).join("\n");
  return {
    rules,
    runbooks: new Map(alerts.map(({ name }) => [name, `# ${name}\n\n${sections}`])),
    part: {
      name: "wide",
      at: (site) => ({
        declares: { rules, operators: [OWNER], scrapes: scrapesOf(exporters, { nodes: nodes(site), port: 9100 }) },
        bundles: () => (width.dashboards === undefined ? [] : [dashboardsOf(width, site.namespaces.monitoring)]),
      }),
    },
  };
}

const PANELS = 16;

/** Objects as large as a page of graphs is. */
function dashboardsOf({ dashboards = 0 }: Width, namespace: string): BundleDeclaration {
  const panel = (board: number, index: number) => ({
    id: `panel-${index}`,
    title: `Made up ${index}`,
    description: "What is made up, by device.",
    type: index % 3 === 0 ? "line" : "metric",
    config: { unit: "bytes", decimals: 2, legends: { position: "bottom" }, axis: { width: null, label: "" } },
    queries: [{ query: `sum by (device) (rate(${counterName(3 * (board * PANELS + index) + 1)}[5m]))`, promql_legend: "{device}" }],
    layout: { x: (index % 3) * 16, y: Math.floor(index / 3) * 9, w: 16, h: 9 },
  });
  const boardOf = (board: number) => ({
    title: `Wide ${board}`,
    tabs: [{ name: "default", panels: Array.from({ length: PANELS }, (_, index) => panel(board, index)) }],
  });
  return {
    name: "wide-dashboards",
    namespace,
    build: (bundle) => {
      for (let board = 0; board < dashboards; board++) {
        const name = `wide-dashboard-${board}`;
        const data = { "dashboard.json": `${JSON.stringify(boardOf(board), undefined, 2)}\n` };
        new ConfigMap(bundle, name, { metadata: { name, namespace }, data });
      }
    },
  };
}

const proofsOf = (rules: readonly (AlertRule | RecordingRule)[]): number =>
  rules.reduce((sum, { proof }) => sum + ("fires" in proof ? proof.fires.length + proof.silent.length : proof.length), 0);

/** Of each exporter gauges, counters and points in time, by turns: declared once, as any catalogue is when its file is loaded. */
function exportersOf({ series }: Width): Series[][] {
  return Array.from({ length: Math.ceil(series / SERIES_PER_EXPORTER) }, (_, exporter) => {
    const indexes = Array.from({ length: Math.min(SERIES_PER_EXPORTER, series - exporter * SERIES_PER_EXPORTER) }, (_, index) => index);
    const metrics = indexes.map((index) => {
      const of = exporter * SERIES_PER_EXPORTER + index;
      if (index % 3 === 0) return [gaugeName(of), gauge("ratio", "Made up.", "device")] as const;
      if (index % 3 === 1) return [counterName(of), counter("bytes", "Made up.", "device")] as const;
      return [timeName(of), gauge("timestamp", "Made up.", "device")] as const;
    });
    return seriesOf(declareSeries(Object.fromEntries(metrics)));
  });
}

function scrapesOf(exporters: readonly Series[][], to: Extract<Scrape["from"], { kind: "upstream" }>["to"]): Scrape[] {
  return exporters.map((series, exporter) => {
    const name = `wide-${exporter}`;
    return { name, job: name, series, from: { kind: "upstream", owner: OWNER, to } };
  });
}

const gaugeName = (index: number) => `wide_${index}_ratio`;
const counterName = (index: number) => `wide_${index}_bytes_total`;
const timeName = (index: number) => `wide_${index}_time`;

/** Every fourth reads the one before, every eighth is two deep. */
function recordingsOf({ recordings }: Width): RecordingRule[] {
  const made: RecordingRule[] = [];
  for (let index = 0; index < recordings; index++) {
    const name = `device:wide_${index}_bytes:rate5m`;
    const before = index % 4 === 3 || index % 8 === 4 ? made.at(-1) : undefined;
    const series = { [`${counterName(3 * sourceOf(index) + 1)}{device="a"}`]: "0+60x20" };
    made.push(
      record(name, {
        expr: before === undefined ? `sum by (device) (rate(${counterName(3 * index + 1)}[5m]))` : `2 * ${before.name}`,
        unit: "bytes per second",
        help: "Made up.",
        reads: before && [before],
        gives: { after: minutes(10), series, gives: [[{ device: "a" }, before === undefined ? 1 : 2 * depthFactor(index - 1)]] },
      }),
    );
  }
  return made;
}

const readsBefore = (index: number) => index % 4 === 3 || index % 8 === 4;
/** The recording at the bottom, which asks a counter. */
const sourceOf = (index: number): number => (readsBefore(index) ? sourceOf(index - 1) : index);
/** What a recording makes of one byte a second. */
const depthFactor = (index: number): number => (readsBefore(index) ? 2 * depthFactor(index - 1) : 1);

/** What alerts are like: each shape with a firing and a silent evidence, looked at once the longest `for` has passed. */
const SHAPES = ["threshold", "rate", "ratio", "join", "absence", "age", "recorded", "burst", "kept"] as const;
const WAITS = [0, 5, 10, 15, 30, 60];
const SETTLED = minutes(70);
const SAMPLES = 80;
/** One alert in so many looks back over weeks. */
const LONG_EVERY = 60;

function alertOf(index: number, more: number, recordings: readonly RecordingRule[]): AlertRule {
  const component = COMPONENTS[index % COMPONENTS.length] as Component;
  const wait = WAITS[Math.floor(index / SHAPES.length) % WAITS.length] ?? 0;
  const { expr, fires, silent, ...rest } = index % LONG_EVERY === LONG_EVERY - 1 ? long(index) : shaped(index, recordings);
  const others = Array.from({ length: more }, (_, other) => silent(other + 2));
  return alert(`WideLoad${index}`, {
    expr,
    ...(wait > 0 && { for: minutes(wait) }),
    severity: index % 3 === 0 ? "critical" : "warning",
    component,
    summary: "{{ $labels.device }} is made up",
    description: "The value is {{ $value | humanize }}.",
    ...rest,
    fires,
    silent: [silent(1), ...others],
  });
}

interface Shape extends Partial<Pick<AlertRule, "for" | "keepFiringFor" | "reads">> {
  readonly expr: string;
  readonly fires: Evidence;
  /** As many as are wanted. */
  readonly silent: (which: number) => Evidence;
}

function shaped(index: number, recordings: readonly RecordingRule[]): Shape {
  const [load, other, bytes, time] = [gaugeName(6 * index), gaugeName(6 * index + 3), counterName(6 * index + 1), timeName(6 * index + 2)];
  const still = (name: string, value: number, device = "a") => ({ [`${name}{device="${device}"}`]: `${value}x${SAMPLES}` });
  const rising = (name: string, step: number) => ({ [`${name}{device="a"}`]: `0+${step}x${SAMPLES}` });
  switch (SHAPES[index % SHAPES.length]) {
    case "rate":
      return { expr: `rate(${bytes}[5m]) > 10`, fires: stillAfter(SETTLED, rising(bytes, 1200)), silent: (n) => rising(bytes, n) };
    case "ratio":
      return {
        expr: `sum by (device) (${load}) / ignoring (device) group_left () sum(${load}) > 0.8`,
        fires: { ...still(load, 9), ...still(load, 1, "b") },
        silent: (n) => ({ ...still(load, n + 1), ...still(load, n, "b") }),
      };
    case "join":
      return {
        expr: `${load} > 1 and on (instance, device) ${other} == 1`,
        fires: { ...still(load, 2), ...still(other, 1) },
        silent: (n) => ({ ...still(load, n + 1), ...still(other, 1, "b") }),
      };
    case "absence":
      return {
        expr: `max by (device) (${load}) unless max by (device) (${other})`,
        fires: { ...still(load, 1), ...still(other, 1, "b") },
        silent: (n) => ({ ...still(load, n), ...still(other, n) }),
      };
    case "age":
      return {
        expr: `time() - ${time} > 7200`,
        fires: stillAfter(hours(4), { [`${time}{device="a"}`]: "0x250" }),
        silent: (n) => after(hours(2), { [`${time}{device="a"}`]: `${n}x250` }),
      };
    case "recorded": {
      const at = index % recordings.length;
      const reads = recordings.slice(at, at + 1);
      const asked = counterName(3 * sourceOf(at) + 1);
      return { expr: `${reads[0]?.name} > 100`, reads, fires: stillAfter(SETTLED, rising(asked, 60_000)), silent: (n) => rising(asked, n) };
    }
    case "burst":
      return {
        expr: `increase(${bytes}[30m]) > 100`,
        fires: stillAfter(SETTLED, rising(bytes, 100)),
        silent: (n) => rising(bytes, n / 10),
      };
    case "kept":
      return { expr: `${load} > 1`, keepFiringFor: minutes(15), fires: still(load, 2), silent: (n) => still(load, 1 / n) };
    default:
      return { expr: `${load} > 0.9`, fires: still(load, 1), silent: (n) => still(load, 0.9 / n) };
  }
}

function long(index: number): Shape {
  const load = gaugeName(6 * index);
  const series = (values: string) => stillAfter(days(14), { [`${load}{device="a"}`]: values });
  return {
    expr: `max_over_time(${load}[1d]) < 1`,
    fires: series(`1x${12 * 1440} 0x${2 * 1440}`),
    silent: (n) => series(`${n}x${14 * 1440}`),
  };
}
