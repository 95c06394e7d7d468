/** The log router's programs in their own language: what choosing a stream costs beside what the programs do themselves. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { STREAMS } from "../components/log-router/streams/all";
import { programText } from "../components/log-router/streams/program-text";
import { loadSite } from "../lib/site/load";
import type { Row } from "./row";

const COPIES = 300;
const ROUNDS = 3;
const FIRST = "components/log-router/programs/aggregator.vrl";

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

type LogRecord = Readonly<Record<string, unknown>>;

/** Records per second of one core, from the aggregator's samples. Nothing when the language is not installed. */
export function benchLogRouter(): Row[] {
  const vrl = join(process.env.BELFRY_ENGINES ?? join(homedir(), ".cache", "belfry-engines"), "bin", "vrl");
  if (!existsSync(vrl)) return [];
  const folder = mkdtempSync(join(tmpdir(), "belfry-vrl-"));
  try {
    const run = (program: string, records: readonly LogRecord[], copies: number): string[] => {
      const [input, source] = [join(folder, "events.ndjson"), join(folder, "program.vrl")];
      const lines = records.map((record) => JSON.stringify(record)).join("\n");
      writeFileSync(input, Array.from({ length: copies }, () => lines).join("\n"));
      writeFileSync(source, program);
      const { status, stdout, stderr } = spawnSync(vrl, ["--quiet", "--input", input, "--program", source], {
        encoding: "utf8",
        maxBuffer: 1e9,
      });
      if (status !== 0 || stderr !== "") throw new Error(`vrl ended with ${status}: ${stderr.slice(0, 500)}`);
      return stdout.split("\n").slice(0, -1);
    };
    /** Of one copy, what the program does: its start and the reading of records set aside. */
    const seconds = (program: string, records: readonly LogRecord[]): number => {
      const best = (text: string) =>
        Math.min(
          ...Array.from({ length: ROUNDS }, () => {
            const start = performance.now();
            run(`${text}\ntrue`, records, COPIES);
            return (performance.now() - start) / 1000;
          }),
        );
      return records.length === 0 ? 0 : Math.max(0, best(program) - best("")) / COPIES;
    };

    const site = loadSite(join(__dirname, "../test/fixtures/home.yaml"));
    const streams = STREAMS.filter(({ source }) => source === "aggregator");
    const samples = streams.flatMap((stream) => stream.samples.map(({ record }): LogRecord => record));
    const first = programText(FIRST, site);
    const read = (records: readonly LogRecord[]) =>
      run(`${first}\nencode_json(.)`, records, 1).map((line): LogRecord => JSON.parse(JSON.parse(line)));
    const own = streams.map((stream) => read(stream.samples.map(({ record }) => record)));
    const alone = seconds(first, samples) + sum(streams.map(({ program }, index) => seconds(programText(program, site), own[index] ?? [])));
    // a stream is asked for what no stream before it took
    const asking = sum(
      streams.map(({ recognised }, index) => (recognised === undefined ? 0 : seconds(recognised, own.slice(index).flat()))),
    );
    const perSecond = (value: number) => Math.round(samples.length / value);
    return [
      { name: "log router, its programs alone, per core", value: perSecond(alone), unit: "records/s" },
      {
        name: "log router, from a record to its stream's columns, per core",
        value: perSecond(alone + asking),
        unit: "records/s",
        ratio: alone / (alone + asking),
        goal: ">= 0.7",
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
