import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { PARTS, platform } from "../charts/platform";
import { loadRunbooks } from "../lib/alerts/runbooks";
import { runChecks } from "../lib/checks/all";
import { writeManifests } from "../lib/gitops/write";
import { REPOSITORY } from "../lib/images/entry";
import { loadSite } from "../lib/site/load";
import type { Row } from "./row";
import { copyOfSources, floorBeside } from "./sources";
import { watchedEdits } from "./watch";
import { madeUp, times, WIDE, type Wide, type Width } from "./width";

const RUNS = 7;
const atRules = `${WIDE.alerts + WIDE.recordings} rules, ${WIDE.series} series and ${WIDE.dashboards} dashboards more`;

/** A synth as users run it, in a process of its own, and the same work in a warm process. */
export async function benchSynth(runs = RUNS): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "belfry-bench-"));
  const outdir = join(folder, "dist");
  try {
    const node = median(runs, () => run(["-e", "0"]));
    const help = median(runs, () => run(["bin/belfry.cjs", "--help"]));
    const [exampleCopy, wideCopy] = [join(folder, "example"), join(folder, "wide")];
    const example = cold(exampleCopy, runs);
    const atWidth = cold(wideCopy, runs, WIDE);
    const [edit, editAtWidth] = [middle(await watchedEdits(exampleCopy, runs)), middle(await watchedEdits(wideCopy, runs))];
    const inProcess = (wide?: Wide) =>
      median(runs, () => {
        const pages = new Map([...loadRunbooks("docs/runbooks"), ...(wide?.runbooks ?? [])]);
        const built = platform(loadSite("site.yaml"), pages, wide && [...PARTS, wide.part]);
        const [mistake] = runChecks(built);
        if (mistake !== undefined) throw new Error(`what is measured has a mistake: ${mistake.where}: ${mistake.what}`);
        writeManifests(outdir, built.manifests);
      });
    const [warm, wide, tenfold] = [inProcess(), inProcess(madeUp(WIDE)), inProcess(madeUp(times(10, WIDE)))];
    return [
      { name: "node, an empty program", value: node, unit: "ms" },
      { name: "belfry --help", value: help, unit: "ms", goal: "< 150 ms" },
      { name: "npm run of a bare node that copies the output", value: example.floor, unit: "ms" },
      { name: "npm run synth", value: example.npm, unit: "ms", ratio: example.npm / example.floor, goal: "<= 3" },
      { name: "synth, cold process", value: example.bare, unit: "ms" },
      { name: `npm run of a bare node that copies the output, ${atRules}`, value: atWidth.floor, unit: "ms" },
      { name: `npm run synth, ${atRules}`, value: atWidth.npm, unit: "ms", ratio: atWidth.npm / atWidth.floor, goal: "<= 4" },
      { name: `synth, cold process, ${atRules}`, value: atWidth.bare, unit: "ms", goal: "< 850 ms" },
      { name: "synth, in-process, warm", value: warm, unit: "ms" },
      { name: `synth, in-process, warm, ${atRules}`, value: wide, unit: "ms", goal: "< 250 ms" },
      {
        name: "synth, in-process, warm, ten times as many more",
        value: tenfold,
        unit: "ms",
        // without the example's own, which would hide how it grows
        ratio: (tenfold - warm) / (wide - warm),
        goal: "<= 10 times what is more",
      },
      { name: "synth --watch, from an edit to what it changed", value: edit, unit: "ms", goal: "< 300 ms" },
      { name: `synth --watch, from an edit to what it changed, ${atRules}`, value: editAtWidth, unit: "ms", goal: "< 300 ms" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In turns, so that what else the machine does meets all of them. */
function cold(copy: string, runs: number, width?: Width) {
  copyOfSources(copy, width);
  const synth = () => spawned(process.execPath, ["bin/belfry.cjs", "synth"], copy);
  synth();
  const floor = floorBeside(copy);
  const turns = Array.from({ length: runs }, () => ({
    floor: timed(() => spawned("npm", ["run", "--silent", "floor"], floor)),
    npm: timed(() => spawned("npm", ["run", "--silent", "synth"], copy)),
    bare: timed(synth),
  }));
  const of = (what: "floor" | "npm" | "bare") => middle(turns.map((turn) => turn[what]));
  return { floor: of("floor"), npm: of("npm"), bare: of("bare") };
}

const run = (args: readonly string[]) => spawned(process.execPath, args, REPOSITORY);

function spawned(command: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, SITE: "", CDK8S_OUTDIR: "" };
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${status}: ${stderr}`);
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const median = (runs: number, work: () => void): number => middle(Array.from({ length: runs }, () => timed(work)));

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
