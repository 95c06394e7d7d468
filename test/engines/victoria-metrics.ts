/** A VictoriaMetrics of its own for a test: samples in, query results out. */
import { z } from "zod";
import { type Ended, stalenessMarkers } from "../../bin/local/staleness-markers";
import { freePort } from "../free-port";
import { type RunningEngine, startProcess, temporaryFolder } from "./engine";

export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** [seconds since the epoch, value] */
  readonly samples: readonly (readonly [number, number])[];
  /** When its scraper says that it has ended, in seconds since the epoch; it may begin anew. @default - it says nothing */
  readonly endsAt?: readonly number[];
}

export interface VictoriaMetrics extends RunningEngine {
  readonly url: string;
  /**
   * Lines of the Prometheus text format, `name{label="value"} 1 <milliseconds>`; they can be queried when the call returns. Time 0 is
   * refused, because the storage reads it as "now". Begin a day after the epoch or later: a query whose look-back window (five minutes
   * at least) reaches the epoch finds nothing.
   */
  importPrometheus(lines: string | readonly string[]): Promise<void>;
  /** The same for whole series, which costs a fraction: times in seconds, as they are. */
  importSeries(series: Iterable<Series>): Promise<void>;
  /** Makes samples that others wrote (remote write, replay) visible to queries. */
  flush(): Promise<void>;
  /** An instant query at a time in seconds: one sample per series. With a filter, such as `{job="a"}`, it sees these series alone. */
  query(expression: string, atSeconds: number, filter?: string): Promise<readonly Series[]>;
  /** A range query, times and step in seconds. */
  queryRange(
    expression: string,
    range: { readonly start: number; readonly end: number; readonly step: number },
  ): Promise<readonly Series[]>;
}

const sample = z.tuple([z.number(), z.string()]).transform(([time, value]): [number, number] => [time, parseValue(value)]);
const reply = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: sample.optional(), values: z.array(sample).optional() })),
  }),
});

export type VictoriaMetricsProgram = "victoria-metrics" | "victoria-metrics-1.150";

/** @param args further flags */
export async function startVictoriaMetrics(
  args: readonly string[] = [],
  program: VictoriaMetricsProgram = "victoria-metrics",
): Promise<VictoriaMetrics> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const engine = await startProcess(
    program,
    [
      `-httpListenAddr=${address}`,
      `-storageDataPath=${temporaryFolder()}`,
      // Tests write samples near the epoch, where numbers stay readable; a shorter retention would drop them on arrival.
      "-retentionPeriod=100y",
      // By default the last 30 s are held back, and results of earlier queries are reused although samples were added behind them.
      "-search.latencyOffset=0s",
      "-search.disableCache",
      "-memory.allowedBytes=256MB",
      ...args,
    ],
    { ready: `${url}/health` },
  );

  const post = async (
    path: string,
    body: string | URLSearchParams | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const response = await fetch(`${url}${path}`, { method: "POST", body, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`victoria-metrics answered ${response.status} to ${path} "${String(body).slice(0, 500)}": ${text}`);
    return text;
  };
  const ask = async (path: string, parameters: Readonly<Record<string, string>>): Promise<readonly Series[]> => {
    const { data } = reply.parse(JSON.parse(await post(path, new URLSearchParams(parameters))));
    return data.result.map(({ metric, value, values }) => ({ labels: metric, samples: values ?? (value ? [value] : []) }));
  };
  const flush = async (): Promise<void> => {
    await post("/internal/force_flush", "");
  };

  return {
    ...engine,
    url,
    flush,
    importPrometheus: async (lines) => {
      const all = typeof lines === "string" ? lines.split("\n") : lines;
      await post("/api/v1/import/prometheus", `${all.map(withSafeTime).join("\n")}\n`);
      await flush();
    },
    importSeries: async (series) => {
      const ended: Ended[] = [];
      for (const body of bodiesOf(noting(series, ended))) await post("/api/v1/import", body);
      if (ended.length > 0) await post("/api/v1/write", stalenessMarkers(ended), { "content-encoding": "snappy" });
      await flush();
    },
    query: (expression, atSeconds, filter) =>
      ask("/api/v1/query", { query: expression, time: String(atSeconds), ...(filter !== undefined && { "extra_filters[]": filter }) }),
    queryRange: (expression, { start, end, step }) =>
      ask("/api/v1/query_range", { query: expression, start: String(start), end: String(end), step: String(step) }),
  };
}

/** The same series, with those that end written down. */
function* noting(series: Iterable<Series>, ended: Ended[]): Generator<Series> {
  for (const one of series) {
    const { labels, endsAt } = one;
    if (endsAt !== undefined) ended.push({ labels, endsAt });
    yield one;
  }
}

/** Samples of an import: a proof over weeks has a hundred thousand, and neither end should hold those of all proofs at once. */
const SAMPLES_PER_IMPORT = 200_000;

/** Lines of the JSON import (VictoriaMetrics, docs: /api/v1/import), a bounded number of samples at a time. */
function* bodiesOf(series: Iterable<Series>): Generator<string> {
  let lines: string[] = [];
  let count = 0;
  for (const { labels, samples } of series) {
    if (samples.length === 0) continue;
    const [timestamps, values] = [samples.map(([time]) => time * 1000), samples.map(([, value]) => value)];
    lines.push(JSON.stringify({ metric: labels, values, timestamps }));
    count += samples.length;
    if (count < SAMPLES_PER_IMPORT) continue;
    yield lines.join("\n");
    [lines, count] = [[], 0];
  }
  if (lines.length > 0) yield lines.join("\n");
}

/** VictoriaMetrics takes a timestamp below 2^31 for seconds: such milliseconds, the first 24 days of 1970, are written as seconds. */
function withSafeTime(line: string): string {
  return line.replace(/(?<=\S\s+\S+\s+)\d+\s*$/, (milliseconds) => {
    const time = Number(milliseconds);
    if (time === 0) throw new Error(`sample "${line}": VictoriaMetrics reads time 0 as "now"; begin at a later time`);
    return time < 2 ** 31 ? String(time / 1000) : milliseconds;
  });
}

/** Prometheus writes the three special values in words that Number reads differently. */
function parseValue(text: string): number {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  if (text === "-Inf") return Number.NEGATIVE_INFINITY;
  return Number(text);
}
