/**
 * The catalogue's vocabulary: what an exporter exports, declared once. Services make their metrics from it, rules and
 * dashboards name series and labels by it, checks judge both. It is bundled into services, so it stays light.
 */

export type MetricKind = "counter" | "gauge" | "histogram" | "summary" | "info";
/** `recorded`: made by a rule. */
export type SeriesKind = MetricKind | "recorded";

/**
 * What a sample's value counts. `timestamp` is seconds since the epoch, `state` a number that stands for something (a status, a code,
 * a hash), `flag` 0 or 1, `mixed` what a label of the sample says.
 */
export const UNITS = [
  "seconds",
  "milliseconds",
  "nanoseconds",
  "timestamp",
  "bytes",
  "bytes per second",
  "bits per second",
  "ratio",
  "percent",
  "celsius",
  "volts",
  "amperes",
  "watts",
  "volt-amperes",
  "hertz",
  "kilowatt-hours",
  "millicores",
  "cores",
  "per second",
  "per hour",
  "rpm",
  "dB",
  "dBm",
  "days",
  "flag",
  "state",
  "count",
  "mixed",
] as const;
export type Unit = (typeof UNITS)[number];

/** What a metric is, apart from its name. A label with `?` behind it stands on some of its samples only. */
export interface Metric<Kind extends MetricKind = MetricKind, Label extends string = string> {
  readonly kind: Kind;
  readonly unit: Unit;
  readonly help: string;
  readonly labels: readonly Label[];
  /** Upper bounds of a histogram that is made here. */
  readonly buckets?: readonly number[];
  /** Of a summary: it is a sum and a count alone. @default - it has quantiles */
  readonly hasNoQuantiles?: true;
  /** It was read in sources or documents, and no running exporter has confirmed it. @default - one has */
  readonly isUnconfirmed?: true;
}

const metric =
  <Kind extends MetricKind>(kind: Kind) =>
  // by the list and not by its element, which the compiler would take to be any text where there is none
  <const Labels extends readonly string[]>(unit: Unit, help: string, ...labels: Labels): Metric<Kind, Labels[number]> => ({
    kind,
    unit,
    help,
    labels,
  });

/** `counter("bytes", "Bytes read.", "device")`: what it counts, one sentence, its own labels; `"reason?"` stands on some samples only. */
export const counter = metric("counter");
export const gauge = metric("gauge");
export const histogram = metric("histogram");
export const summary = metric("summary");
/** Always 1; what it tells stands in its labels. */
export const info = <const Labels extends readonly string[]>(help: string, ...labels: Labels): Metric<"info", Labels[number]> => ({
  kind: "info",
  unit: "flag",
  help,
  labels,
});

/** For a histogram that is made here: the upper bounds of its buckets, without the last, `+Inf`. */
export const withBuckets = <M extends Metric<"histogram">>(metric: M, buckets: readonly number[]): M => ({ ...metric, buckets });

/** A summary that its program gives without quantiles, as Micrometer and others do. */
export const withoutQuantiles = <M extends Metric<"summary">>(metric: M): M => ({ ...metric, hasNoQuantiles: true });

/** Its name, kind and labels were read, and could not be seen on a running exporter: no alert that pages may need it. */
export const unconfirmed = <M extends Metric>(metric: M): M => ({ ...metric, isUnconfirmed: true });

/** A series by its declaration; a histogram or a summary by its base name. */
export interface Series<Kind extends SeriesKind = SeriesKind, Label extends string = string, Sometimes extends string = string> {
  readonly name: string;
  readonly kind: Kind;
  readonly unit: Unit;
  readonly help: string;
  /** Its own labels, which every sample carries; what its target adds (`job`, `instance`, ...) is not among them. */
  readonly labels: readonly Label[];
  /** Own labels that some samples carry. */
  readonly sometimes: readonly Sometimes[];
  readonly buckets?: readonly number[];
  readonly hasNoQuantiles?: true;
  readonly isUnconfirmed?: true;
}

/** A name under which samples are stored: `_bucket`, `_sum` and `_count` of a histogram are three. */
export interface SampleName {
  readonly name: string;
  readonly labels: readonly string[];
  readonly sometimes: readonly string[];
}

export function sampleNames(series: Series): SampleName[] {
  const { kind, labels, sometimes, hasNoQuantiles } = series;
  const [first] = kind === "histogram" ? ["le"] : kind === "summary" && !hasNoQuantiles ? ["quantile"] : [];
  return storedNames(series).map((name, index) => ({
    name,
    labels: index === 0 && first !== undefined ? [...labels, first] : labels,
    sometimes,
  }));
}

/** The names of {@link sampleNames}. */
export function storedNames({ name, kind, hasNoQuantiles }: Series): string[] {
  switch (kind) {
    case "histogram":
      return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
    case "summary":
      return [...(hasNoQuantiles ? [] : [name]), `${name}_sum`, `${name}_count`];
    default:
      return [name];
  }
}

/** Labels that the scraper puts on the samples of a target. */
export const TARGET_LABELS = ["job", "instance", "namespace", "service", "pod", "container", "endpoint", "node", "metrics_path"] as const;
export type TargetLabel = (typeof TARGET_LABELS)[number];

/** A condition on a label other than equality. */
export interface Condition {
  readonly op: "!=" | "=~" | "!~";
  readonly value: string;
}

export const not = (value: string): Condition => ({ op: "!=", value });
/** Fully anchored, as PromQL does. */
export const matches = (pattern: string): Condition => ({ op: "=~", value: pattern });
export const matchesNot = (pattern: string): Condition => ({ op: "!~", value: pattern });

type Always<Label extends string> = Label extends `${string}?` ? never : Label;
type Sometimes<Label extends string> = Label extends `${infer Name}?` ? Name : never;
type Bare<Label extends string> = Always<Label> | Sometimes<Label>;
type Matchers<Label extends string> = { readonly [L in Bare<Label> | TargetLabel]?: string | Condition };

/** `ups.network_ups_tools_ups_status({ ups: "a", flag: "OB" })`: a selector in an expression, a series in a proof. */
export type Select<Label extends string> = (labels?: Matchers<Label>) => string;

/** Something of a catalogue, whatever can be picked with it. */
export interface Declared<Kind extends SeriesKind = SeriesKind, Label extends string = string, Sometimes extends string = string> {
  readonly series: Series<Kind, Label, Sometimes>;
}
type Aggregated<Label extends string = string> = { readonly sum: Select<Label>; readonly count: Select<Label> };

/** What stands for a metric in expressions and proofs. */
export type Named<M extends Metric> =
  M extends Metric<infer Kind, infer Label>
    ? Declared<Kind, Always<Label>, Sometimes<Label>> &
        (Kind extends "histogram"
          ? Aggregated<Label> & { readonly bucket: Select<Label | "le"> }
          : Kind extends "summary"
            ? Aggregated<Label> & Select<Label | "quantile">
            : Select<Label>)
    : never;

/** The series of an exporter by name. */
export type Catalogue<Metrics extends Readonly<Record<string, Metric>> = Readonly<Record<string, Metric>>> = {
  readonly [Name in keyof Metrics]: Named<Metrics[Name]>;
};

/** A catalogue of which no series is picked by name. */
export type AnyCatalogue = Readonly<Record<string, Declared>>;

/** Declares what an exporter exports: `declareSeries({ ups_load: gauge("percent", "Load.", "ups") })`. */
export function declareSeries<const Metrics extends Readonly<Record<string, Metric>>>(metrics: Metrics): Catalogue<Metrics> {
  const named = Object.entries(metrics).map(([name, { labels, ...rest }]) => [
    name,
    namedSeries({
      name,
      ...rest,
      labels: labels.filter((label) => !label.endsWith("?")),
      sometimes: labels.flatMap((label) => (label.endsWith("?") ? [label.slice(0, -1)] : [])),
    }),
  ]);
  // each entry is made from the metric of its name
  return Object.fromEntries(named) as Catalogue<Metrics>;
}

/** The selectors of a series, with its declaration beside them. */
function namedSeries(series: Series): Declared & Partial<Aggregated & { readonly bucket: Select<string> }> {
  const { name, kind } = series;
  const aggregated = { sum: select(`${name}_sum`), count: select(`${name}_count`) };
  if (kind === "histogram") return { series, ...aggregated, bucket: select(`${name}_bucket`) };
  return Object.assign(select(name), { series }, kind === "summary" ? aggregated : {});
}

/** A selector of the series of that name. */
export const select =
  (name: string): Select<string> =>
  (labels = {}) => {
    const matchers: string[] = [];
    for (const [label, value] of Object.entries(labels)) {
      if (typeof value === "string") matchers.push(`${label}=${quote(value)}`);
      else if (value !== undefined) matchers.push(`${label}${value.op}${quote(value.value)}`);
    }
    return matchers.length === 0 ? name : `${name}{${matchers.join(",")}}`;
  };

/** The declarations of a catalogue, in its order. */
export function seriesOf(catalogue: AnyCatalogue): Series[] {
  return Object.values(catalogue).map(({ series }) => series);
}

/** `value` as a PromQL string literal. */
export function quote(value: string): string {
  return JSON.stringify(value);
}
