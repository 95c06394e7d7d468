import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { STREAMS } from "../../components/log-router/streams/all";
import { programText, type Sender } from "../../components/log-router/streams/program-text";
import type { Stream, StreamSource } from "../../lib/logs/stream";
import { exampleSite } from "../example-site";
import { runEngine, temporaryFolder } from "./engine";

export type LogRecord = Readonly<Record<string, unknown>>;

/** What a program leaves of each event, all in one process. @throws when the program does not compile, or fails for one of them */
export async function afterProgram(program: string, events: readonly LogRecord[]): Promise<LogRecord[]> {
  return (await answers(`${program}\nencode_json(.)`, events)).map((text) => JSON.parse(JSON.parse(text)));
}

/** Whether a condition holds, for each event. */
export async function holds(condition: string, events: readonly LogRecord[]): Promise<boolean[]> {
  return (await answers(condition, events)).map((text) => JSON.parse(text) === true);
}

async function answers(program: string, events: readonly LogRecord[]): Promise<string[]> {
  if (events.length === 0) return [];
  const folder = temporaryFolder();
  const [input, source] = [join(folder, "events.ndjson"), join(folder, "program.vrl")];
  writeFileSync(input, events.map((event) => JSON.stringify(event)).join("\n"));
  writeFileSync(source, program);
  const { code, stdout, output } = await runEngine("vrl", ["--quiet", "--input", input, "--program", source]);
  const lines = stdout.split("\n").slice(0, -1);
  if (code !== 0 || lines.length !== events.length) {
    throw new Error(`vrl ended with ${code} and ${lines.length} answers to ${events.length} events: ${output.slice(-2000)}`);
  }
  return lines;
}

/** A record as the router stores it, and in which stream. */
export interface Stored {
  readonly stream: string;
  readonly record: LogRecord;
}

/** The way of records through the programs of the example site: the source's first one, the streams' conditions in their order, the stream's own. */
export async function asStored(source: StreamSource, records: readonly LogRecord[], senders: readonly Sender[] = []): Promise<Stored[]> {
  const site = exampleSite();
  const read = await afterProgram(programText(`components/log-router/programs/${source}.vrl`, site, senders), records);
  const streams = STREAMS.filter((stream) => stream.source === source);
  const streamOf = new Map<number, Stream>();
  for (const stream of streams) {
    const open = read.flatMap((record, index) => (streamOf.has(index) ? [] : [{ record, index }]));
    const own =
      stream.recognised === undefined
        ? open.map(() => true)
        : await holds(
            stream.recognised,
            open.map(({ record }) => record),
          );
    for (const [position, { index }] of open.entries()) if (own[position]) streamOf.set(index, stream);
  }
  const stored = new Map<number, Stored>();
  for (const stream of streams) {
    const indices = [...streamOf].filter(([, one]) => one === stream).map(([index]) => index);
    const left = await afterProgram(
      programText(stream.program, site, senders),
      indices.map((index) => read[index] ?? {}),
    );
    for (const [position, index] of indices.entries()) stored.set(index, { stream: stream.name, record: left[position] ?? {} });
  }
  return records.map((_, index) => stored.get(index) ?? { stream: "none", record: {} });
}
