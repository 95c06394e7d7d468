/** The relay as it runs: build/images/relay/server.cjs in a process of its own, batches over loopback, a stand-in for Alertmanager. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { nodeArguments } from "../lib/service/node-flags";
import { memoryMib } from "../test/process-memory";
import type { Row } from "./row";

export interface RelayBenchOptions {
  /** @default 10 */
  readonly floodSeconds?: number;
  /** @default 10 */
  readonly steadySeconds?: number;
}

const SERVER = join(__dirname, "..", "build", "images", "relay", "server.cjs");
const BATCH = 500;
const CONNECTIONS = 8;
const WARM_UP_SECONDS = 1;
/** The specification's load: 6,000 events a minute in batches of about 5 s. */
const STEADY_EVENTS_PER_SECOND = 100;
/** Ticks of /proc/<pid>/stat: USER_HZ is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export async function benchRelay({ floodSeconds = 10, steadySeconds = 10 }: RelayBenchOptions = {}): Promise<Row[]> {
  if (!existsSync(SERVER)) throw new Error(`${SERVER} is missing; run npm run build first`);
  const batches = Array.from({ length: 16 }, (_, seed) => Buffer.from(JSON.stringify(makeBatch(seed, BATCH))));
  const texts = batches.map((batch) => batch.toString());
  const [parse, parseDecoded] = [parseRate(batches, (batch) => JSON.parse(batch.toString())), parseRate(texts, (text) => JSON.parse(text))];
  const alertmanager = createServer((incoming, response) => {
    incoming.resume();
    incoming.on("end", () => response.end());
  });
  const alertmanagerPort = await listen(alertmanager);
  const started = performance.now();
  const relay = spawn(process.execPath, nodeArguments(SERVER), {
    env: { PATH: process.env.PATH, PORT: "0", HOST: "127.0.0.1", ALERTMANAGER_URL: `http://127.0.0.1:${alertmanagerPort}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await listeningPort(relay);
    const startMs = performance.now() - started;
    const steady = await runSteady(port, steadySeconds);
    const steadyRss = memoryMib(relay.pid, "VmHWM");
    // As the parser alone, it has compiled its code before it is measured.
    await flood(port, batches, WARM_UP_SECONDS);
    const cpuBefore = cpuSeconds(relay);
    const events = await flood(port, batches, floodSeconds);
    const rate = events / (cpuSeconds(relay) - cpuBefore);
    const floodRss = memoryMib(relay.pid, "VmHWM");
    return [
      { name: "JSON.parse alone, the same bytes", value: Math.round(parse), unit: "events/s" },
      { name: "JSON.parse alone, text decoded before", value: Math.round(parseDecoded), unit: "events/s", ratio: parseDecoded / parse },
      { name: "relay, per core of CPU time", value: Math.round(rate), unit: "events/s", ratio: rate / parse, goal: ">= 0.8" },
      { name: "relay, wall time", value: Math.round(events / floodSeconds), unit: "events/s" },
      { name: "relay, p99 latency at 6,000 events/min", value: round(percentile(steady, 0.99)), unit: "ms", goal: "< 20" },
      { name: "relay, peak memory at 6,000 events/min", value: round(steadyRss), unit: "MiB", goal: "< 70" },
      { name: "relay, peak memory in the flood", value: round(floodRss), unit: "MiB", goal: "< 110" },
      { name: "relay, process start to listening", value: Math.round(startMs), unit: "ms", goal: "< 300" },
    ];
  } finally {
    relay.kill("SIGTERM");
    alertmanager.closeAllConnections();
    alertmanager.close();
  }
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Lines in the style of shared/samples, one in a hundred matching. */
export function makeBatch(seed: number, size: number): object[] {
  const quiet = [
    '10.42.0.7 - - [20/Aug/2026:10:11:12 +0000] "GET /api/v4/projects?page=2 HTTP/2.0" 200 4213 "-" "curl/8.5.0" 120 0.013',
    "1:M 20 Aug 2026 10:15:00.101 * Background saving terminated with success",
    "Aug 20 10:14:00 mail postfix/qmgr[99]: 4VxQ2k1Zby7: from=<u@example.org>, size=1432, nrcpt=1 (queue active)",
    'level=info ts=2026-08-20T10:11:12.123Z caller=main.go:123 msg="reconciled" resource=files/web duration=13ms',
    "EXT4-fs (sda1): mounted filesystem 6f0d with ordered data mode. Quota mode: none.",
  ];
  return Array.from({ length: size }, (_, index) => {
    const n = seed * size + index;
    const text = n % 100 === 7 ? `OSError: [Errno 5] Input/output error: '/data/${n}'` : `${quiet[n % quiet.length]} #${n}`;
    return {
      [n % 2 === 0 ? "log" : "message"]: text,
      stream: n % 3 === 0 ? "stderr" : "stdout",
      time: "2026-08-20T10:01:07.123456789Z",
      kubernetes: { namespace_name: "files", pod_name: `web-7c8d9f6b5-x2k${n % 10}p`, container_name: "web" },
    };
  });
}

/** Events per second of CPU time: the least that anything does that reads a batch. */
function parseRate<T>(batches: readonly T[], parse: (batch: T) => unknown[]): number {
  const run = (rounds: number) => {
    let events = 0;
    for (let n = 0; n < rounds; n++) for (const batch of batches) events += parse(batch).length;
    return events;
  };
  run(10);
  const before = process.cpuUsage();
  const events = run(200);
  const { user, system } = process.cpuUsage(before);
  return events / ((user + system) / 1e6);
}

async function flood(port: number, batches: readonly Buffer[], seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  const client = async (first: number) => {
    for (let n = first; performance.now() < end; n++) {
      await post(port, agent, batches[n % batches.length] ?? Buffer.alloc(0));
      sent += BATCH;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => client(n)));
  agent.destroy();
  return sent;
}

/** Latencies in milliseconds at the specified load, in batches of 20 so that there are enough of them for a percentile. */
async function runSteady(port: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const size = 20;
  const body = Buffer.from(JSON.stringify(makeBatch(1, size)));
  const pauseMs = (size / STEADY_EVENTS_PER_SECOND) * 1000;
  const latencies: number[] = [];
  // The first request compiles the code; the percentile is of a service that runs.
  await post(port, agent, body);
  for (let n = 0; n < (seconds * 1000) / pauseMs; n++) {
    const start = performance.now();
    await post(port, agent, body);
    const took = performance.now() - start;
    latencies.push(took);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, pauseMs - took)));
  }
  agent.destroy();
  return latencies;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

function post(port: number, agent: Agent, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const outgoing = request({ port, host: "127.0.0.1", path: "/ingest", method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error(`relay answered ${response.statusCode}`))));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
}

/** The port from the relay's first log line. */
function listeningPort(relay: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    relay.stdout?.on("data", (chunk) => {
      text += chunk;
      const port = /"port":(\d+)/.exec(text)?.[1];
      if (port) resolve(Number(port));
    });
    relay.on("exit", (code) => reject(new Error(`the relay ended with code ${code}`)));
  });
}

function cpuSeconds({ pid }: ChildProcess): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
  return (user + system) / TICKS_PER_SECOND;
}
