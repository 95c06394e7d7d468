import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { JobName } from "../../components/batch/jobs/names";
import { bundledJobs } from "../bundled";

export interface Ended {
  readonly code: number | null;
  /** The lines of its log. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  readonly output: string;
}

/** Runs a script of the image as its CronJob does. */
export function startJob(name: JobName, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [join(bundledJobs(), name), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => {
      const lines = output.split("\n").filter((line) => line.startsWith("{"));
      resolve({ code, log: lines.map((line) => JSON.parse(line)), output });
    });
  });
  return { child, ended };
}

export const runJob = (...job: Parameters<typeof startJob>): Promise<Ended> => startJob(...job).ended;

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A server on loopback that keeps what it was asked. */
export async function startServer(answer: RequestListener): Promise<{ readonly url: string; readonly asked: Asked[]; close(): void }> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a body pushes, by series. */
export function pushed(body: string): Record<string, number> {
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
}
