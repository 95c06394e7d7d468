/** `synth --watch` of a copy of the repository, in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

const EDITED = "rules/storage.ts";
const TEXT = "has no working replica";
const WRITTEN = /^added .*series\.tsv$/m;
const CHANGED = /^changed .*storage\.yml$/m;
/** Until V8 has compiled what a change runs through. */
const WARM_UP = 3;

/** Of each edit of a rule the milliseconds until the change of its file is printed. */
export async function watchedEdits(copy: string, runs: number): Promise<number[]> {
  const source = readFileSync(join(copy, EDITED), "utf8");
  if (!source.includes(TEXT)) throw new Error(`${EDITED} has no text "${TEXT}"; say here what can be edited`);
  const env = { ...process.env, SITE: "", CDK8S_OUTDIR: join(copy, "watched") };
  const child = spawn(process.execPath, ["bin/belfry.cjs", "synth", "--watch"], { cwd: copy, env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
  const until = async (line: RegExp) => {
    const signal = AbortSignal.timeout(60_000);
    while (!line.test(printed)) await once(child.stdout, "data", { signal });
    printed = "";
  };
  try {
    await until(WRITTEN);
    const times: number[] = [];
    for (let run = 0; run < WARM_UP + runs; run++) {
      const start = performance.now();
      writeFileSync(join(copy, EDITED), source.replace(TEXT, `${TEXT} (${run})`));
      await until(CHANGED);
      times.push(performance.now() - start);
    }
    return times.slice(WARM_UP);
  } finally {
    child.kill();
    await once(child, "exit");
    writeFileSync(join(copy, EDITED), source);
  }
}
