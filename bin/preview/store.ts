import { secondsOf } from "../../lib/metrics/promql-time";
import { evaluate, INSTANT_STEP, moments, type Source } from "../../lib/promql/evaluate";
import { NAME, only, type Vector } from "../../lib/promql/vector";

/** What a Prometheus-compatible store is asked with. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Points of a graph: the store's own limit. */
const MOST_POINTS = 11_000;

/** Answers a path below `/api/v1/` as the store would. @throws where the request is wrong, for people */
export function answered(
  path: string,
  asked: Parameters,
  source: Source & { readonly names: () => readonly string[] },
  now: number,
): unknown {
  if (path === "query") {
    const time = momentOf("time", asked.time) ?? now;
    const vectors = evaluate(asked.query ?? "", moments({ start: time, end: time, step: INSTANT_STEP }), source);
    return {
      resultType: "vector",
      result: vectors.map(({ labels, values }) => ({ metric: labels, value: [time, written(values[0] ?? Number.NaN)] })),
    };
  }
  if (path === "query_range") {
    const [start, end, step] = [momentOf("start", asked.start), momentOf("end", asked.end), stepOf(asked.step)];
    if (start === undefined || end === undefined || step === undefined) throw new Error("a range needs start, end and step");
    if (end < start) throw new Error(`end is ${asked.end}, before start, ${asked.start}; exchange them`);
    if ((end - start) / step > MOST_POINTS) throw new Error(`more than ${MOST_POINTS} points: choose a longer step`);
    const at = moments({ start, end, step });
    return {
      resultType: "matrix",
      result: evaluate(asked.query ?? "", at, source).map((one) => ({ metric: one.labels, values: samples(one, at.times) })),
    };
  }
  const [, label] = /^label\/(\w+)\/values$/.exec(path) ?? [];
  if (label === undefined) throw new Error(`/api/v1/${path} is not answered here`);
  if (label === NAME) return source.names();
  const query = asked["match[]"] ?? `{${NAME}=~".+"}`;
  const found = evaluate(query, moments({ start: now, end: now, step: INSTANT_STEP }), source);
  return [...new Set(found.flatMap(({ labels }) => Object.values(only(labels, [label]))))].sort();
}

const samples = ({ values }: Vector, times: Float64Array): (readonly [number, string])[] => {
  const all: (readonly [number, string])[] = [];
  for (const [index, value] of values.entries()) if (!Number.isNaN(value)) all.push([times[index] ?? 0, written(value)]);
  return all;
};

const written = (value: number): string => (Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? "+Inf" : "-Inf");

/** A moment: seconds since the epoch, or a date. */
function momentOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const number = Number(text);
  const seconds = Number.isNaN(number) ? Date.parse(text) / 1000 : number;
  if (Number.isFinite(seconds)) return seconds;
  throw new Error(`${name} is "${text}"; write seconds since the epoch, or a date such as 2026-01-31T12:00:00Z`);
}

/** Seconds, or a time as PromQL has it. */
function stepOf(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const seconds = /^(?:\d+(?:ms|[smhdwy]))+$/.test(text) ? secondsOf(text) : Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new Error(`step is "${text}"; write seconds, or a time such as 1m`);
}
