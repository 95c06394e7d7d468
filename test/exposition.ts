/** What a program answers at /metrics, compared with what a catalogue declares of it. */
import { type SampleName, type Series, sampleNames } from "../lib/series";

interface Sample {
  readonly name: string;
  /** Names of its labels; one with an empty value is none. */
  readonly labels: ReadonlySet<string>;
}

/** A reading of the Prometheus text format (prometheus.io, "Exposition formats"). */
export interface Exposition {
  /** What `# TYPE` says, by the name of the metric. */
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
}

const TYPE = /^#\s*TYPE\s+(?<name>\S+)\s+(?<type>\S+)\s*$/;
const SAMPLE = /^(?<name>[a-zA-Z_:][\w:]*)\s*(?:\{(?<labels>(?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?\s*(?<value>\S+)(?:\s+-?\d+)?\s*$/;
const LABEL = /\s*(?<label>[a-zA-Z_]\w*)\s*=\s*"(?<value>(?:[^"\\]|\\.)*)"\s*(?:,|$)/y;
const VALUE = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?Inf|NaN)$/;

/** What OpenMetrics leaves out of the name in its `# TYPE`, and the older format's word for the type. */
const OPEN_METRICS: Readonly<Record<string, { readonly suffix: string; readonly type: string }>> = {
  counter: { suffix: "_total", type: "counter" },
  info: { suffix: "_info", type: "gauge" },
};

/** @throws on a line that is neither a comment nor a sample. */
export function parseExposition(text: string): Exposition {
  const isOpenMetrics = text.trimEnd().endsWith("# EOF");
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    if (line.startsWith("#")) {
      const { name, type } = TYPE.exec(line)?.groups ?? {};
      if (name === undefined || type === undefined) continue;
      const { suffix, type: older } = (isOpenMetrics && OPEN_METRICS[type]) || { suffix: "", type };
      types.set(`${name}${suffix}`, older);
      continue;
    }
    const { name, labels = "", value = "" } = SAMPLE.exec(line)?.groups ?? {};
    const named = labelsOf(labels);
    if (name === undefined || named === undefined || !VALUE.test(value)) throw new Error(`not a sample: ${line}`);
    samples.push({ name, labels: named });
  }
  return { types, samples };
}

/** Undefined where the text between the braces can't be read to its end. */
function labelsOf(text: string): ReadonlySet<string> | undefined {
  const labels = new Set<string>();
  LABEL.lastIndex = 0;
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const { label, value } = LABEL.exec(text)?.groups ?? {};
    if (label === undefined) return undefined;
    if (value !== "") labels.add(label);
  }
  return labels;
}

/** What may differ, by the name of the series, each with the reason. A reason that is no longer needed is a difference. */
export interface Known {
  /** Declared, and not there. @default - none */
  readonly absent?: Readonly<Record<string, string>>;
  /** The program's `# TYPE` is wrong. @default - none */
  readonly mistyped?: Readonly<Record<string, string>>;
}

/** Where a program exports something else than is declared of it, one sentence each; what it exports besides is its own business. */
export function differences(
  declared: readonly Series[],
  { types, samples }: Exposition,
  { absent = {}, mistyped = {} }: Known = {},
): string[] {
  const names = new Set(declared.map(({ name }) => name));
  const unknown = Object.keys({ ...absent, ...mistyped }).filter((name) => !names.has(name));
  return [
    ...unknown.map((name) => `${name}: a reason is given, but it is not declared`),
    ...declared.flatMap((series) => {
      const { name } = series;
      const expected = sampleNames(series);
      const found = expected.map((one) => samples.filter((sample) => sample.name === one.name));
      if (found.every((of) => of.length === 0)) return name in absent ? [] : [`${name}: is not there`];
      return [
        ...(name in absent ? [`${name}: is there, but a reason says why not`] : []),
        ...kindDifference(series, types.get(name), name in mistyped),
        ...expected.flatMap((one, index) => labelDifferences(one, found[index] ?? [])),
      ];
    }),
  ];
}

function kindDifference({ name, kind }: Series, type: string | undefined, isMistyped: boolean): string[] {
  const isAsDeclared = isType(kind, type);
  if (isMistyped) return isAsDeclared ? [`${name}: has the declared kind, but a reason says why not`] : [];
  return isAsDeclared ? [] : [`${name}: is declared as ${kind}, but ${type === undefined ? "has no `# TYPE`" : `is ${type}`}`];
}

/** An exporter that passes on numbers of the kernel may not know what they are: `untyped`. */
function isType(kind: Series["kind"], type: string | undefined): boolean {
  if (type === "untyped") return kind === "counter" || kind === "gauge";
  return type === (kind === "info" ? "gauge" : kind);
}

function labelDifferences({ name, labels, sometimes }: SampleName, found: readonly Sample[]): string[] {
  if (found.length === 0) return [`${name}: is not there`];
  const allowed = new Set([...labels, ...sometimes]);
  const missing = labels.filter((label) => found.some((sample) => !sample.labels.has(label)));
  const added = new Set(found.flatMap((sample) => [...sample.labels].filter((label) => !allowed.has(label))));
  return [
    ...missing.map((label) => `${name}: not every sample has the declared label "${label}"`),
    ...Array.from(added, (label) => `${name}: has the label "${label}", which is not declared`),
  ];
}
