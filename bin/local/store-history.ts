/** Puts samples of the past into a store. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { requireProgram } from "./programs";
import { type Ended, stalenessMarkers } from "./staleness-markers";

/** A series with samples: seconds since the epoch, and values. */
export interface PastSeries {
  /** Without its name. */
  readonly labels: Readonly<Record<string, string>>;
  readonly name: string;
  readonly samples: readonly (readonly [number, number])[];
  /** When its scraper says that it has ended, in seconds since the epoch. @default - it says nothing */
  readonly endsAt?: readonly number[];
}

/** Into a VictoriaMetrics that runs, to be asked for at once. */
export async function importedInto(store: string, series: Iterable<PastSeries>): Promise<void> {
  const ended: Ended[] = [];
  const lines = Array.from(series, ({ name, labels, samples, endsAt = [] }) => {
    if (endsAt.length > 0) ended.push({ labels: { ...labels, __name__: name }, endsAt });
    return JSON.stringify({
      metric: { ...labels, __name__: name },
      values: samples.map(([, value]) => value),
      timestamps: samples.map(([at]) => Math.round(at * 1000)),
    });
  });
  await post(`${store}/api/v1/import`, lines.join("\n"));
  if (ended.length > 0) await post(`${store}/api/v1/write`, stalenessMarkers(ended), { "content-encoding": "snappy" });
  await post(`${store}/internal/force_flush`, "");
}

async function post(url: string, body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const response = await fetch(url, { method: "POST", body, headers });
  if (!response.ok) throw new Error(`the store refused samples of the past (${url}): ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** Into the folder of a Prometheus that does not run yet. */
export async function writtenInto(folder: string, series: Iterable<PastSeries>): Promise<void> {
  const file = join(folder, "..", "history.om");
  const families = new Map<string, string[]>();
  for (const { name, labels, samples } of series) {
    const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
    const lines = families.get(name) ?? [];
    families.set(name, lines);
    for (const [at, value] of samples) lines.push(`${name}{${pairs.join(",")}} ${value} ${at}`);
  }
  // of no type: a counter of this format has another name than its samples
  const text = Array.from(families, ([name, lines]) => `# TYPE ${name} unknown\n${lines.join("\n")}\n`).join("");
  writeFileSync(file, `${text}# EOF\n`);
  await promisify(execFile)(requireProgram("promtool"), ["tsdb", "create-blocks-from", "openmetrics", "--quiet", file, folder]);
}
