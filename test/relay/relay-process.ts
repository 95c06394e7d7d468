import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { relaySiteFile } from "../../components/relay/site-file";
import { nodeArguments } from "../../lib/service/node-flags";
import { BUNDLING_MS, bundledService } from "../bundled";
import { memoryMib } from "../process-memory";

/** Where the service is built to; its site.json lies beside it. */
export const folder = mkdtempSync(join(tmpdir(), "relay-"));
const server = join(folder, "server.cjs");
const running: ChildProcess[] = [];

beforeAll(() => {
  writeFileSync(server, bundledService("relay"));
  const components = [{ name: "Mail", namespaces: ["mail"] }] as const;
  writeFileSync(join(folder, "site.json"), relaySiteFile({ components, trusted_ranges: ["10.0.0.0/8"], nat64_egress: "192.168.164.2" }));
}, BUNDLING_MS);
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** The service as it runs: the bundle, in a process of its own. */
export function run(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...nodeArguments(server), ...args], { env: { PATH: process.env.PATH, ...env }, cwd: "/" });
  running.push(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  return {
    child,
    ended: once(child, "close").then(([code]) => ({ code, stdout, stderr })),
    listening: async () => {
      while (!/"port":\d+/.test(stdout)) await once(child.stdout, "data");
      return Number(/"port":(\d+)/.exec(stdout)?.[1]);
    },
    /** The most memory it ever had, in MiB. */
    peakMib: () => memoryMib(child.pid, "VmHWM"),
  };
}
