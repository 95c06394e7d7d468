import { configOf, type FieldConfigSource } from "./field-config";
import type { Cell, Field, Frame, SeriesAnswer } from "./frame";
import { autoNames, seriesName } from "./legend";

type Labels = Readonly<Record<string, string>>;

/** What a Prometheus-compatible store answers to `query` and `query_range`. */
export interface StoreResult {
  readonly resultType: string;
  readonly result: readonly unknown[];
}

interface StoreSeries {
  readonly metric: Labels;
  readonly value?: readonly [number, string];
  readonly values?: readonly (readonly [number, string])[];
}

export interface AskedQuery {
  readonly refId: string;
  readonly expr: string;
  readonly legend: string | undefined;
}

const numberIn = (text: string): number =>
  text === "+Inf" ? Number.POSITIVE_INFINITY : text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);

/** A scalar is a series without labels. */
function seriesIn({ resultType, result }: StoreResult): readonly StoreSeries[] {
  if (resultType === "scalar") return [{ metric: {}, value: result as unknown as readonly [number, string] }];
  return result as readonly StoreSeries[];
}

/** One query's series over the moments of a graph, each with its name. A moment without a sample is null. */
export function seriesAnswers({ refId, expr, legend }: AskedQuery, answer: StoreResult, times: readonly number[]): SeriesAnswer[] {
  const all = seriesIn(answer);
  const labels = all.map(({ metric }) => metric);
  const names = legend === "__auto" ? autoNames(labels, expr) : labels.map((one) => seriesName(one, legend, expr));
  return all.map(({ metric, value, values }, index) => {
    const samples = values ?? (value === undefined ? [] : [value]);
    const name = names[index] ?? "";
    if (times.length === 0)
      return { refId, name, labels: metric, times: samples.map(([at]) => at * 1000), values: samples.map(([, text]) => numberIn(text)) };
    const byTime = new Map(samples.map(([at, text]) => [Math.round(at * 1000), numberIn(text)]));
    return { refId, name, labels: metric, times, values: times.map((time) => byTime.get(time) ?? null) };
  });
}

/** An instant answer as a table: when, each label, the value. @param isOneOfSeveral its value is told apart by the query's letter */
export function tableFrame(refId: string, answer: StoreResult, isOneOfSeveral: boolean, config: FieldConfigSource): Frame {
  const all = seriesIn(answer);
  const labels = [...new Set(all.flatMap(({ metric }) => Object.keys(metric)))].sort();
  const field = (name: string, kind: Field["kind"], values: readonly Cell[]): Field => ({
    name,
    kind,
    values,
    config: configOf(config, { name, kind, refId }),
  });
  const sampleOf = ({ value, values }: StoreSeries) => value ?? values?.at(-1);
  return {
    refId,
    fields: [
      field(
        "Time",
        "time",
        all.map((one) => (sampleOf(one)?.[0] ?? 0) * 1000),
      ),
      ...labels.map((label) =>
        field(
          label,
          "string",
          all.map(({ metric }) => metric[label] ?? ""),
        ),
      ),
      field(
        isOneOfSeveral ? `Value #${refId}` : "Value",
        "number",
        all.map((one) => numberIn(sampleOf(one)?.[1] ?? "NaN")),
      ),
    ],
  };
}

/** Series as a table where a panel of tables is given some: a column for the time and one for each. */
export function seriesFrame(refId: string, all: readonly SeriesAnswer[], config: FieldConfigSource): Frame {
  const [first] = all;
  const time: Field = {
    name: "Time",
    kind: "time",
    values: first?.times ?? [],
    config: configOf(config, { name: "Time", kind: "time", refId }),
  };
  const values = all.map(
    ({ name, values, labels }): Field => ({
      name,
      kind: "number",
      values,
      labels,
      config: configOf(config, { name, kind: "number", refId }),
    }),
  );
  return { refId, fields: [time, ...values] };
}
