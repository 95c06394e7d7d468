import { patternOf } from "../metrics/promql";
import { histogramQuantile } from "./histogram";
import { filled, grouped, keyOf, NAME, nameless, numbersOf, Refused, type Value, type Vector, vectorsOf, without } from "./vector";

interface Asked {
  readonly name: string;
  readonly args: readonly Value[];
  readonly times: Float64Array;
}

const KEEP_NAME = new Set(["ceil", "floor", "round", "clamp", "clamp_min", "clamp_max"]);

/** One value of one value, and of the numbers that stand behind it. */
const BY_VALUE: Readonly<Record<string, (value: number, first: number, second: number) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  exp: Math.exp,
  ln: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sqrt: Math.sqrt,
  sgn: Math.sign,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  deg: (value) => (value * 180) / Math.PI,
  rad: (value) => (value * Math.PI) / 180,
  round: (value, to) => rounded(value, Number.isNaN(to) ? 1 : to),
  clamp: (value, least, most) => Math.min(Math.max(value, least), most),
  clamp_min: (value, least) => Math.max(value, least),
  clamp_max: (value, most) => Math.min(value, most),
};

/** Of a moment, in UTC. */
const OF_DATE: Readonly<Record<string, (date: Date) => number>> = {
  minute: (date) => date.getUTCMinutes(),
  hour: (date) => date.getUTCHours(),
  day_of_week: (date) => date.getUTCDay(),
  day_of_month: (date) => date.getUTCDate(),
  days_in_month: (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
  month: (date) => date.getUTCMonth() + 1,
  year: (date) => date.getUTCFullYear(),
};

const OTHERS = ["time", "pi", "vector", "scalar", "sort", "sort_desc", "label_replace", "label_join", "histogram_quantile"];

/** Whether {@link called} knows it. */
export const isFunction = (name: string): boolean => name in BY_VALUE || name in OF_DATE || OTHERS.includes(name);

/** A function of what is there at a moment. */
export function called({ name, args, times }: Asked): Value {
  const [first] = args;
  const byValue = BY_VALUE[name];
  if (byValue !== undefined) {
    const [a, b] = [numbersOf(args[1], name), numbersOf(args[2], name)];
    return each(first, (values) => values.map((value, index) => byValue(value, a?.[index] ?? Number.NaN, b?.[index] ?? Number.NaN)), name);
  }
  const ofDate = OF_DATE[name];
  if (ofDate !== undefined)
    return each(first ?? vector([{ labels: {}, values: times }]), (values) => values.map((v) => ofDate(new Date(v * 1000))), name);
  switch (name) {
    case "time":
      return { kind: "number", values: times };
    case "pi":
      return { kind: "number", values: filled(times.length, Math.PI) };
    case "vector":
      return vector(seriesOf(first));
    case "scalar": {
      const [one, ...more] = seriesOf(first);
      return { kind: "number", values: one === undefined || more.length > 0 ? filled(times.length, Number.NaN) : one.values };
    }
    case "sort":
    case "sort_desc":
      return vector(sorted(seriesOf(first), name === "sort"));
    case "label_replace":
      return vector(unique(name, seriesOf(first).map(replaced(args.slice(1).map(textOf)))));
    case "label_join":
      return vector(unique(name, seriesOf(first).map(labelJoined(args.slice(1).map(textOf)))));
    case "histogram_quantile":
      return vector(histogramQuantile(numbersOf(first, name) ?? filled(times.length, Number.NaN), seriesOf(args[1])));
    default:
      throw new Refused(`the function ${name}() is not evaluated here`);
  }
}

const vector = (vectors: readonly Vector[]): Value => ({ kind: "vector", vectors });
const seriesOf = (value: Value | undefined): readonly Vector[] => (value === undefined ? [] : vectorsOf(value));

function textOf(value: Value): string {
  if (value.kind !== "text") throw new Error("a text in quotes belongs where a label or a pattern is named");
  return value.text;
}

function each(value: Value | undefined, of: (values: Float64Array) => Float64Array, name: string): Value {
  if (value?.kind === "number") return { kind: "number", values: of(value.values) };
  const known = (result: Float64Array, values: Float64Array) =>
    result.map((one, index) => (Number.isNaN(values[index]) ? Number.NaN : one));
  return vector(
    seriesOf(value).map(({ labels, values }) => ({
      labels: KEEP_NAME.has(name) ? labels : nameless(labels),
      values: known(of(values), values),
    })),
  );
}

function rounded(value: number, to: number): number {
  const half = value + 0.5 * Math.sign(value || 1) * to;
  const [, digits = ""] = /\.(\d+)$/.exec(String(to)) ?? [];
  return Number((half - (half % to)).toFixed(Math.min(100, digits.length)));
}

function sorted(vectors: readonly Vector[], isAscending: boolean): Vector[] {
  const last = ({ values }: Vector) => values.at(-1) ?? Number.NaN;
  const rank = (one: Vector) => (Number.isNaN(last(one)) ? Number.POSITIVE_INFINITY : isAscending ? last(one) : -last(one));
  return [...vectors].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** `$1`, `${1}` and `${name}` of what the pattern found. */
const REFERENCE = /\$(?:(\d+)|\{(\w+)\}|(\w+))/g;

function replaced([target = "", replacement = "", source = "", pattern = ""]: readonly string[]) {
  const regex = patternOf(pattern);
  if (regex === undefined) throw new Refused(`the pattern ${pattern} of label_replace() can't be read here`);
  return ({ labels, values }: Vector): Vector => {
    const found = regex.exec(labels[source] ?? "");
    if (found === null) return { labels, values };
    const of = (name: string) => (/^\d+$/.test(name) ? found[Number(name)] : found.groups?.[name]) ?? "";
    return {
      labels: {
        ...without(labels, [target]),
        ...given(
          target,
          replacement.replace(REFERENCE, (_, a, b, c) => of(a ?? b ?? c)),
        ),
      },
      values,
    };
  };
}

const labelJoined =
  ([target = "", separator = "", ...sources]: readonly string[]) =>
  ({ labels, values }: Vector): Vector => ({
    labels: { ...without(labels, [target]), ...given(target, sources.map((source) => labels[source] ?? "").join(separator)) },
    values,
  });

const given = (label: string, value: string) => (value === "" ? {} : { [label]: value });

function unique(name: string, vectors: readonly Vector[]): readonly Vector[] {
  for (const group of grouped(vectors, ({ labels }) => keyOf(labels)).values()) {
    if (group.length > 1 && group[0]?.values.some((_, index) => group.filter(({ values }) => !Number.isNaN(values[index])).length > 1)) {
      throw new Error(`${name}() gives several series the same labels: ${group[0].labels[NAME] ?? ""}${JSON.stringify(group[0].labels)}`);
    }
  }
  return vectors;
}
