import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { relaySiteFile } from "../../components/relay/site-file";
import { bundleServices } from "../../lib/images/bundle";
import { startAlertmanager } from "./fake-alertmanager";

const folder = mkdtempSync(join(tmpdir(), "relay-"));
const server = join(folder, "server.cjs");
const source = {
  components: [{ name: "Mail", namespaces: ["mail"] }],
  trusted_ranges: ["10.0.0.0/8"],
  nat64_egress: "192.168.164.2",
} as const;
const running: ChildProcess[] = [];

beforeAll(() => {
  writeFileSync(server, bundleServices().get("relay") ?? "");
  writeFileSync(join(folder, "site.json"), relaySiteFile(source));
});
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function run(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [server, ...args], { env: { PATH: process.env.PATH, ...env }, cwd: "/" });
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
  };
}

test("--help lists the environment with its defaults", async () => {
  const { code, stdout } = await run(["--help"], {}).ended;
  expect(code).toBe(0);
  for (const line of [
    /PORT .*default 9999/,
    /HOST .*default 0\.0\.0\.0/,
    /ALERTMANAGER_URL .*required/,
    /LOG_LEVEL .*default info/,
    /MAX_BODY_BYTES .*4194304/,
  ]) {
    expect(stdout).toMatch(line);
  }
  expect(stdout).toContain(`default ${join(folder, "site.json")}`);
});

test("says everything that is wrong with the environment, and ends with 1", async () => {
  const { code, stderr } = await run([], { PORT: "x", LOG_LEVEL: "loud" }).ended;
  expect(code).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(3);
});

test("says everything that is wrong with the site file, and ends with 1", async () => {
  const file = join(folder, "broken.json");
  writeFileSync(file, JSON.stringify({ namespaces: { mail: "Post" }, trusted_ranges: ["10/8"], nat64_egress: "x", more: 1 }));
  const { code, stderr } = await run([], { ALERTMANAGER_URL: "http://x", RELAY_SITE_FILE: file }).ended;
  expect(code).toBe(1);
  for (const part of [
    /namespaces\.mail: expected one of Mail, /,
    /trusted_ranges\.0: expected an address range/,
    /nat64_egress: expected an IPv4/,
    /"more"/,
  ]) {
    expect(stderr).toMatch(part);
  }
});

test("an unknown argument is refused", async () => expect(await run(["--version"], {}).ended).toMatchObject({ code: 1 }));

test("on SIGTERM finishes the accepted batch and ends with 0; its log quotes no line", async () => {
  const alertmanager = await startAlertmanager("hold");
  const relay = run([], { PORT: "0", HOST: "127.0.0.1", ALERTMANAGER_URL: alertmanager.url, LOG_LEVEL: "trace" });
  const port = await relay.listening();
  const body = JSON.stringify([{ log: "[Errno 5] secret text", kubernetes: { namespace_name: "mail", pod_name: "mail-0" } }]);
  const answer = fetch(`http://127.0.0.1:${port}/ingest`, { method: "POST", headers: { "content-type": "application/json" }, body });
  await alertmanager.received(1);
  relay.child.kill("SIGTERM");
  while ((await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)) !== undefined);
  alertmanager.held[0]?.writeHead(200).end();
  expect(await (await answer).json()).toEqual({ received: 1, skipped: 0, alerts: 1, rejected: 0 });
  const { code, stdout, stderr } = await relay.ended;
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).not.toMatch(/Errno|secret/);
  for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ level: "info", service: "relay" });
  await alertmanager.close();
});

describe("memory", () => {
  const MAX_BODY_BYTES = 4 * 1024 * 1024;
  const CLIENTS = 8;

  /** Events until a body is full. */
  function fullBody(event: (n: number) => object): Buffer {
    const events: string[] = [];
    for (let [n, bytes] = [0, 2]; ; n++) {
      const text = JSON.stringify(event(n));
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > MAX_BODY_BYTES) return Buffer.from(`[${events.join(",")}]`);
      events.push(text);
    }
  }

  function post(port: number, agent: Agent, body: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": body.length };
      const outgoing = request({ port, host: "127.0.0.1", path: "/ingest", method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      });
      outgoing.on("error", reject).end(body);
    });
  }

  test.each<[string, (n: number) => object]>([
    ["a label set in every event", (n) => ({ log: "ESTALE", kubernetes: { namespace_name: "files", pod_name: `web-${n}` } })],
    ["texts of two-byte characters", (n) => ({ log: `ESTALE ${n} ${"\u0416".repeat(1_000_000)}` })],
    ["one small text of two-byte characters after the other", (n) => ({ log: `ESTALE ${n} ${"\u0416".repeat(400)}` })],
  ])(
    "stays below 150 MiB when eight clients send full bodies with %s",
    async (_name, event) => {
      const alertmanager = await startAlertmanager();
      const relay = run([], { PORT: "0", HOST: "127.0.0.1", ALERTMANAGER_URL: alertmanager.url, LOG_LEVEL: "info" });
      const port = await relay.listening();
      const agent = new Agent({ keepAlive: true });
      const body = fullBody(event);
      const answers = await Promise.all(Array.from({ length: CLIENTS }, () => post(port, agent, body)));
      // whoever waits too long for memory is asked to come again
      for (const status of answers) expect([200, 503]).toContain(status);
      const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${relay.child.pid}/status`, "utf8"))?.[1]) / 1024;
      expect(peak).toBeLessThan(150);
      agent.destroy();
      await alertmanager.close();
    },
    60_000,
  );
});
