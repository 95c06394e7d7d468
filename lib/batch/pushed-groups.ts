import { readSeries } from "../alerts/notation";

/** A sample of a gateway's answer. */
export interface PushedSample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/**
 * What a Pushgateway answers at /metrics (Prometheus text format), without the samples that can't be read.
 * @throws where nothing of it is a sample: what answered is no gateway
 */
export function readPushed(text: string): PushedSample[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const samples = lines.flatMap((line) => {
    const [, series = "", value = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    const read = readSeries(series);
    const number = Number(value.replace("Inf", "Infinity"));
    if (read === undefined || (Number.isNaN(number) && value !== "NaN")) return [];
    return [{ name: read.name, labels: read.labels, value: number }];
  });
  if (samples.length === 0) throw new Error("it answers with no sample");
  return samples;
}
