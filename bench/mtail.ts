/** The same matching by a tool of the field: mtail, its patterns and lines the relay's own. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { detectors } from "../components/relay/detectors/all";
import { patternOf } from "../lib/logs/detector";
import { makeBatch } from "./relay";
import type { Row } from "./row";

const LINES = 60_000;

/** Lines per second of wall time, reading a file once; mtail uses what cores it finds. Nothing when it is not installed. */
export function benchMtail(): Row[] {
  const program = join(process.env.BELFRY_ENGINES ?? join(homedir(), ".cache", "belfry-engines"), "bin", "mtail");
  if (!existsSync(program)) return [];
  const folder = mkdtempSync(join(tmpdir(), "belfry-mtail-"));
  try {
    const programs = join(folder, "programs");
    mkdirSync(programs);
    const counters = detectors.map((detector) => {
      const name = detector.signal;
      return `counter ${name}\n/${patternOf(detector).source}/ {\n  ${name}++\n}\n`;
    });
    writeFileSync(join(programs, "detectors.mtail"), counters.join("\n"));
    const lines = (count: number) =>
      (makeBatch(0, count) as { log?: string; message?: string }[]).map(({ log, message }) => `${log ?? message}\n`).join("");
    const run = (count: number): number => {
      const file = join(folder, `${count}.log`);
      writeFileSync(file, lines(count));
      const start = performance.now();
      const { status, stderr } = spawnSync(program, ["--progs", programs, "--logs", file, "--one_shot"], {
        encoding: "utf8",
        maxBuffer: 1e8,
      });
      if (status !== 0) throw new Error(`mtail ended with ${status}: ${stderr.slice(0, 500)}`);
      return (performance.now() - start) / 1000;
    };
    // its start is not what is measured
    const seconds = run(LINES) - run(1);
    return [{ name: "mtail, the same patterns and lines from a file", value: Math.round(LINES / seconds), unit: "lines/s" }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
