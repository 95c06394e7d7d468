import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { PARTS, platform } from "../charts/platform";
import { loadRunbooks } from "../lib/alerts/runbooks";
import { runChecks } from "../lib/checks/all";
import { writeManifests } from "../lib/gitops/write";
import { loadSite } from "../lib/site/load";
import type { Row } from "./row";
import { madeUp, WIDE, type Wide } from "./width";

const RUNS = 7;

/** A synth as users run it, in a process of its own, and the same work in a warm process. */
export async function benchSynth(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "belfry-bench-"));
  const outdir = join(folder, "dist");
  try {
    const node = median(RUNS, () => run(["-e", "0"]));
    const cold = median(RUNS, () => run(["--import", "tsx", "main.ts"], outdir));
    const inProcess = (wide?: Wide) =>
      median(RUNS, () => {
        const pages = new Map([...loadRunbooks("docs/runbooks"), ...(wide?.runbooks ?? [])]);
        const built = platform(loadSite("site.yaml"), pages, wide && [...PARTS, wide.part]);
        const [mistake] = runChecks(built);
        if (mistake !== undefined) throw new Error(`what is measured has a mistake: ${mistake.where}: ${mistake.what}`);
        writeManifests(outdir, built.manifests);
      });
    const [warm, wide] = [inProcess(), inProcess(madeUp(WIDE))];
    return [
      { name: "node, an empty program", value: node, unit: "ms" },
      { name: "synth, cold process", value: cold, unit: "ms", goal: "< 1500 ms" },
      { name: "synth, in-process, warm", value: warm, unit: "ms" },
      {
        name: `synth at width, in-process, warm: ${WIDE.alerts + WIDE.recordings} rules, ${WIDE.series} series more`,
        value: wide,
        unit: "ms",
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[], outdir = ""): void {
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, CDK8S_OUTDIR: outdir }, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
}

function median(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}
