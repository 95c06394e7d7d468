import { evaluate, type Source } from "../../lib/promql/evaluate";
import { INSTANT_STEP, moments } from "../../lib/promql/moments";
import { NAME, only, type Vector } from "../../lib/promql/vector";
import { momentIn, stepIn } from "./asked-times";

/** What a Prometheus-compatible store is asked with. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Points of a graph: the store's own limit. */
const MOST_POINTS = 11_000;

interface AnswersFrom extends Source {
  readonly names: () => readonly string[];
}

/** Answers a path below `/api/v1/` as the store would. @throws where the request is wrong, for people */
export function answered(path: string, asked: Parameters, source: AnswersFrom, now: number): unknown {
  if (path === "query") {
    const time = asked.time ? momentIn("time", asked.time) : now;
    const vectors = evaluate(asked.query ?? "", moments({ start: time, end: time, step: INSTANT_STEP }), source);
    return {
      resultType: "vector",
      result: vectors.map(({ labels, values }) => ({ metric: labels, value: [time, written(values[0] ?? Number.NaN)] })),
    };
  }
  if (path === "query_range") {
    const { start: from, end: to, step: every } = asked;
    if (!from || !to || !every) throw new Error("a range needs start, end and step");
    const [start, end, step] = [momentIn("start", from), momentIn("end", to), stepIn(every)];
    if (end < start) throw new Error(`the end ${to} lies before the start ${from}`);
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
