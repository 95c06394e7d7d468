/** The built bridge as a process, with a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledService } from "../bundled";

export type Environment = Readonly<Record<string, string>>;

export function createProgram() {
  const folder = mkdtempSync(join(tmpdir(), "boiler-bridge-"));
  const server = join(folder, "server.cjs");
  writeFileSync(server, bundledService("boiler-bridge"));
  writeFileSync(join(folder, "password"), "hunter2\n");
  return {
    folder,
    /** Its secrets come from the folder, its state goes there. */
    spawn: (args: readonly string[], environment: Environment) => {
      const env = {
        PATH: process.env.PATH,
        BOILER_CLOUD_URL: "http://127.0.0.1:1",
        BOILER_GATEWAY: "GW1",
        BOILER_USERNAME: "me",
        BOILER_PASSWORD_FILE: join(folder, "password"),
        STATE_DIR: folder,
        PORT: "0",
        HOST: "127.0.0.1",
        ...environment,
      };
      const child = spawn(process.execPath, [server, ...args], { env, cwd: "/" });
      const output = { stdout: "", stderr: "" };
      child.stdout.on("data", (chunk) => {
        output.stdout += chunk;
      });
      child.stderr.on("data", (chunk) => {
        output.stderr += chunk;
      });
      return Object.assign(child, { output });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
export type BridgeProcess = ReturnType<ReturnType<typeof createProgram>["spawn"]>;

/** Settles with the exit code when all that it said is there. */
export async function ended(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, "close");
  return code;
}
