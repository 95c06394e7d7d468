import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { telling } from "../wide";

// real processes: a signal is between a kernel and a process
jest.setTimeout(30_000);

const running: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), "belfry-run-"));
const BUNDLE = join(folder, "service.cjs");
// once for all of them: each would need most of a second to read the sources
beforeAll(() => {
  const contents = 'export * from "./declaration"; export * from "./run";';
  buildSync({ stdin: { contents, resolveDir: join(__dirname, "../../lib/service") }, bundle: true, platform: "node", outfile: BUNDLE });
});
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** A service whose start and end are told on standard error as they come. */
async function service(start: string, shutdownSeconds = 5) {
  const script = `
    const { declareService, logLevel, runService } = require(${JSON.stringify(BUNDLE)});
    const say = (word) => process.stderr.write(word + " ");
    const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const stop = async () => say("stop");
    const declaration = declareService({
      name: "example", purpose: "is an example.", port: 0, variables: { LOG_LEVEL: logLevel }, paths: [],
      maxBodyBytes: 0, shutdownSeconds: ${shutdownSeconds}, series: {},
    });
    void runService(declaration, { start: async () => { say("start"); ${start} } }, [], { LOG_LEVEL: "silent" });
  `;
  const child = spawn(process.execPath, ["--eval", script]);
  running.push(child);
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const said = async (word: string) => {
    while (!output.includes(word)) await once(child.stderr, "data");
  };
  await said("start");
  return { child, said, ended: once(child, "close").then(([code, signal]) => ({ code, signal, output: output.trim() })) };
}

test.each(telling(["SIGTERM", "SIGINT"] as const))(
  "a %s in the middle of the start ends what was begun, as soon as it stands",
  async (signal) => {
    const { child, ended } = await service(`await sleep(300); say("begun"); return { port: 1, stop };`);
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, signal: null, output: "start begun stop" });
  },
);

test("a second signal changes nothing", async () => {
  const { child, ended } = await service(`await sleep(300); return { port: 1, stop };`);
  child.kill("SIGTERM");
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 0, signal: null, output: "start stop" });
});

test("a start that fails after the signal still says why", async () => {
  const { child, ended } = await service(`await sleep(300); return { problems: ["the file is broken"] };`);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 1, signal: null, output: "start example: the file is broken" });
});

test("a start that doesn't end is given up when the time for a shutdown is over", async () => {
  const { child, ended } = await service("await sleep(60_000); return { port: 1, stop };", 1);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 1, signal: null, output: "start" });
});

test("a signal after the start ends it", async () => {
  const { child, said, ended } = await service(`setTimeout(say, 100, "ready"); setInterval(() => {}, 1000); return { port: 1, stop };`);
  await said("ready");
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null, output: "start ready stop" });
});
