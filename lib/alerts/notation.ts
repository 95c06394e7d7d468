/**
 * promtool's notation of series and their samples (Prometheus: docs/configuration/unit_testing_rules.md,
 * promql/parser/lex.go `lexValueSequence`), without native histograms.
 */
import { remembered } from "../remembered";

/** A sample of a minute: its value, `stale` where the series ends, nothing where none was taken. */
export type Sample = number | "stale" | undefined;

/** Samples that follow one from the other, as they are written: a start, and what each adds to the one before. */
interface Run {
  readonly start: Sample;
  readonly step: number;
  readonly length: number;
}

export type Samples = { readonly runs: readonly Run[]; readonly length: number } | { readonly problem: string };

/** Ten weeks of minutes: more is a slip of the pen, and a synth that runs out of memory. */
const MOST_SAMPLES = 100_000;

const DIGITS = String.raw`(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
/** Most are no more: what counts up is written minute by minute. */
const NUMBER = /^(?:0|[1-9]\d{0,20})(?:\.\d+)?$/;
const BLANK = /^_(?:x(\d+))?$/;
/** `a`, `axn`, `a+bxn`, `a-bxn`. */
const VALUE = new RegExp(String.raw`^([+-]?${DIGITS})(?:([+-]${DIGITS})(?=x))?(?:x(\d+))?$`);
/** Words swallow what follows them: `NaNx3` is another word. */
const WORD = /^[+-]?(?:inf|nan)$/i;

/** The samples that a text stands for, one a minute from the start. */
export const readSamples = remembered((text): Samples => {
  const runs: Run[] = [];
  let length = 0;
  for (const item of text.split(/[ \t\r\n]+/)) {
    if (item === "") continue;
    const run = readItem(item);
    if (typeof run === "string") return { problem: run };
    length += run.length;
    if (length > MOST_SAMPLES) return { problem: `"${item}" makes more than ${MOST_SAMPLES} samples` };
    // `_x0` is nothing
    if (run.length > 0) runs.push(run);
  }
  return { runs, length };
});

/** Whether both begin with the same so many samples; none behind the end is a blank. */
export function beginAlike(one: readonly Run[], other: readonly Run[], many: number): boolean {
  const [left, right] = [spansOf(one), spansOf(other)];
  let [a, b] = [NOTHING_YET, NOTHING_YET];
  for (let rest = many; rest > 0; ) {
    if (a.times === 0) a = left.next().value ?? BLANKS;
    if (b.times === 0) b = right.next().value ?? BLANKS;
    if (!Object.is(a.sample, b.sample)) return false;
    const both = Math.min(a.times, b.times, rest);
    a = { sample: a.sample, times: a.times - both };
    b = { sample: b.sample, times: b.times - both };
    rest -= both;
  }
  return true;
}

const NOTHING_YET: Span = { sample: undefined, times: 0 };
const BLANKS: Span = { sample: undefined, times: Infinity };

/** The same sample so many times. */
interface Span {
  readonly sample: Sample;
  readonly times: number;
}

/** The samples of runs, one after the other: most readers need the first few of them, or none. */
export function* spansOf(runs: readonly Run[]): Generator<Span, undefined> {
  for (const { start, step, length } of runs) {
    if (typeof start !== "number" || step === 0) {
      yield { sample: start, times: length };
      continue;
    }
    // adding up as promtool does: a product rounds otherwise
    for (let left = length, sample = start; left > 0; left--, sample += step) yield { sample, times: 1 };
  }
}

function readItem(item: string): Run | string {
  const one = (start: Sample): Run => ({ start, step: 0, length: 1 });
  if (NUMBER.test(item)) return one(Number(item));
  if (item === "stale") return one("stale");
  if (WORD.test(item)) return one(/nan/i.test(item) ? Number.NaN : item.startsWith("-") ? -Infinity : Infinity);
  const blank = BLANK.exec(item);
  if (blank) return { start: undefined, step: 0, length: Number(blank[1] ?? 1) };
  const [, start, step = "0", times = "0"] = VALUE.exec(item) ?? [];
  if (start === undefined) return `"${item}" is no sample; write 1, 1x5, 1+2x5, _, _x5, stale, NaN or Inf`;
  // promtool reads 010 as eight
  const unclear = [start, step].find((number) => /^[+-]?0\d+$/.test(number));
  if (unclear !== undefined) return `"${item}" has a number with a leading zero`;
  if (!Number.isFinite(Number(start)) || !Number.isFinite(Number(step))) return `"${item}" has a number that is too large`;
  return { start: Number(start), step: Number(step), length: Number(times) + 1 };
}

/** A series by its name and its labels. */
export interface OneSeries {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

const SERIES = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?$/s;
const LABEL = /([A-Za-z_]\w*)=("(?:[^"\\\n]|\\.)*")(?:,|$)/y;

/** `up{job="a"}`; nothing where the text is not one series. A label of no value is a label that is not there. */
export const readSeries = remembered((text): OneSeries | undefined => {
  const [, name, inside = ""] = SERIES.exec(text) ?? [];
  if (name === undefined) return undefined;
  const labels = new Map<string, string>();
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inside.length) {
    const [, label = "", literal = ""] = LABEL.exec(inside) ?? [];
    const value = label === "" || labels.has(label) ? undefined : textOf(literal);
    if (value === undefined) return undefined;
    labels.set(label, value);
  }
  return { name, labels: new Map([...labels].filter(([, value]) => value !== "")) };
});

function textOf(literal: string): string | undefined {
  try {
    return JSON.parse(literal);
  } catch {
    return undefined;
  }
}
