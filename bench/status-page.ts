/** The adapter as it runs, before a page that takes one call a second. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { nodeArguments } from "../lib/service/node-flags";
import { COMPONENTS } from "../lib/site/component";
import { type PageServer, startPageServer } from "../test/status-page/page-server";
import type { Row } from "./row";

const SERVER = join(__dirname, "..", "build", "images", "status-page", "server.cjs");
const CONNECTIONS = 8;
const FLOOD_SECONDS = 5;
const CALL_INTERVAL_MS = 1100;

export async function benchStatusPage(): Promise<Row[]> {
  const page = await startPageServer({ components: COMPONENTS, requestsPerMinute: 60 });
  const folder = mkdtempSync(join(tmpdir(), "belfry-page-"));
  writeFileSync(join(folder, "components.json"), JSON.stringify(page.ids));
  const port = await freePort();
  const adapter = spawn(process.execPath, nodeArguments(SERVER), {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: "127.0.0.1",
      // nobody answers there: webhooks alone decide
      ALERTMANAGER_URL: "http://127.0.0.1:9",
      STATUSPAGE_URL: page.url,
      STATUSPAGE_PAGE_ID: page.pageId,
      STATUSPAGE_TOKEN: page.token,
      COMPONENTS_FILE: join(folder, "components.json"),
      MIN_CALL_INTERVAL_MS: String(CALL_INTERVAL_MS),
      LOG_LEVEL: "fatal",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await until(() => isReady(port), 10_000);
    const taken = await flood(port);
    const lastWebhook = performance.now();
    await until(async () => isSettled(page), 60_000);
    return [
      { name: "status page, webhooks of five alerts", value: Math.round(taken / FLOOD_SECONDS), unit: "webhooks/s" },
      {
        name: "status page, last webhook to ten components settled",
        value: (performance.now() - lastWebhook) / 1000,
        unit: "s",
        goal: `<= ${((COMPONENTS.length + 1) * CALL_INTERVAL_MS) / 1000}, one list and ten calls`,
      },
    ];
  } finally {
    await end(adapter);
    await page.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function isSettled(page: PageServer): boolean {
  return page.components.every(({ status }) => status === "major_outage");
}

/** A storm over all ten components, again and again; how many webhooks were answered 200. */
async function flood(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const bodies = COMPONENTS.map((component, index) =>
    JSON.stringify({
      version: "4",
      status: "firing",
      alerts: Array.from({ length: 5 }, (_, n) => ({
        status: "firing",
        fingerprint: `${index}${n}`.padStart(16, "0"),
        labels: { alertname: `A${n}`, component, severity: "critical", team: "ops" },
        annotations: {},
        startsAt: "2026-11-20T12:00:00Z",
        endsAt: "0001-01-01T00:00:00Z",
      })),
    }),
  );
  const deadline = performance.now() + FLOOD_SECONDS * 1000;
  let taken = 0;
  const client = async (): Promise<void> => {
    for (let n = 0; performance.now() < deadline; n++) taken += Number((await post(port, agent, bodies[n % bodies.length] ?? "")) === 200);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  return taken;
}

function post(port: number, agent: Agent, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const call = request({ host: "127.0.0.1", port, path: "/webhook", method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    call.on("error", reject);
    call.end(body);
  });
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`nothing after ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
