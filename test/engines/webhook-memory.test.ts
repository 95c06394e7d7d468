/** The services that take webhooks, each as a process of its own, and the longest and worst bodies that one may have. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleServices } from "../../lib/images/bundle";
import { nodeArguments } from "../../lib/service/node-flags";
import { MAX_WEBHOOK_BYTES } from "../../lib/service/webhook";
import { memoryMib } from "../process-memory";
import { firing } from "../status-page/alerts";

const MAX_MEBIBYTES = 150;

const folder = mkdtempSync(join(tmpdir(), "webhooks-"));
const running: ChildProcess[] = [];

/** Nobody listens there: webhooks alone fill the memory. */
const NOWHERE = "http://127.0.0.1:9";
const ENVIRONMENT = {
  "status-page": {
    ALERTMANAGER_URL: NOWHERE,
    STATUSPAGE_URL: NOWHERE,
    STATUSPAGE_PAGE_ID: "page",
    STATUSPAGE_TOKEN: "token",
    COMPONENTS_FILE: join(folder, "components.json"),
  },
  "dead-man": { WATCHDOG_PING_URL: NOWHERE },
} as const;

beforeAll(() => {
  writeFileSync(join(folder, "components.json"), JSON.stringify({ Mail: "c0" }));
  const bundles = bundleServices();
  for (const name of Object.keys(ENVIRONMENT)) writeFileSync(join(folder, `${name}.cjs`), bundles.get(name) ?? "");
});
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function start(name: keyof typeof ENVIRONMENT): Promise<{ pid: number | undefined; port: number }> {
  const env = { PATH: process.env.PATH, PORT: "0", HOST: "127.0.0.1", ...ENVIRONMENT[name] };
  const child = spawn(process.execPath, nodeArguments(join(folder, `${name}.cjs`)), { env, stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  let output = "";
  while (!/"port":\d+/.test(output)) output += (await once(child.stdout, "data"))[0];
  child.stdout.resume();
  return { pid: child.pid, port: Number(/"port":(\d+)/.exec(output)?.[1]) };
}

function post(port: number, agent: Agent, body: Buffer, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length, "content-encoding": encoding };
    const sent = request({ host: "127.0.0.1", port, path: "/webhook", method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject).end(body);
  });
}

/** A webhook that is as long as one may be, made of as many items as fit. */
function full(item: (n: number) => string, [before, after] = ["", ""]): Buffer {
  const [head, tail] = [`{"version":"4","alerts":[${before}`, `${after}]}`];
  const items: string[] = [];
  for (let [n, bytes] = [0, head.length + tail.length]; ; n++) {
    const text = item(n);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MAX_WEBHOOK_BYTES) return Buffer.from(head + items.join(",") + tail);
    items.push(text);
  }
}

const BODIES: Readonly<Record<string, Buffer>> = {
  "empty objects": full(() => "{}"),
  "empty objects in one alert": full(() => "{}", ["[", "]"]),
  "empty objects beside the alerts": full(() => "{}", ['],"x":[', ""]),
  "fields that nobody knows": full((n) => `"k${n}":[]`, ['],"x":0,', ',"y":[']),
  "objects with a key each": full((n) => `{"k${n}":0}`),
  "one alert with labels": full((n) => `"l${n}":""`, ['{"status":"firing","fingerprint":"f","labels":{', "}}"]),
  "firing alerts of one component": full((n) => JSON.stringify(firing({ name: `A${n}`, component: "Mail" }))),
  "firing alerts of a component each": full((n) => JSON.stringify(firing({ component: `C${n}` }))),
  "watchdogs that ended": full(() => '{"status":"firing","labels":{"alertname":"WatchdogOps"},"endsAt":"1969-01-01T00:00:00Z"}'),
  "one text of two-byte characters": full((n) => (n === 0 ? `"${"\u0416".repeat(1_000_000)}"` : '""')),
  "lists within lists": full((n) => (n === 0 ? "[".repeat(1_000_000) + "]".repeat(1_000_000) : "{}")),
};

test.each(Object.keys(ENVIRONMENT) as (keyof typeof ENVIRONMENT)[])(
  "%s takes them all at once, and stays below 150 MiB",
  async (name) => {
    const { pid, port } = await start(name);
    const agent = new Agent({ keepAlive: true });
    const client = async ([shape, body]: [string, Buffer]) => [
      { shape, status: await post(port, agent, body, "identity") },
      { shape, status: await post(port, agent, gzipSync(body), "gzip") },
    ];
    const answers = await Promise.all(Object.entries(BODIES).map(client));
    // Whoever waits too long for memory is asked to come again.
    expect(answers.flat().filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const peak = memoryMib(pid, "VmHWM");
    expect(peak).toBeLessThan(MAX_MEBIBYTES);
    agent.destroy();
  },
  60_000,
);
