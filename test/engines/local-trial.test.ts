/** The commands as somebody calls them: what they print, what arrives, and what is left when they end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { LISTENERS } from "../../bin/local/ports";
import { WATCHDOG } from "../../lib/alerts/labels";
import { examplePlatform, ROOT } from "../example";
import { freePort } from "../free-port";
import { describeEngines, waitUntil } from "./engine";

const STARTS_MS = 60_000;

interface Called {
  readonly child: ChildProcess;
  stdout: string;
  stderr: string;
  readonly exit: Promise<number | null>;
}

/** `npm run -s local -- <args>`, in a process group of its own as a terminal would have it. */
function local(args: readonly string[], env: Readonly<Record<string, string>> = {}): Called {
  const child = spawn("npm", ["run", "-s", "local", "--", ...args], { cwd: ROOT, detached: true, env: { ...process.env, ...env } });
  const exit = once(child, "close").then(([code]) => code as number | null);
  const called: Called = { child, stdout: "", stderr: "", exit };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    called.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    called.stderr += text;
  });
  started.push(called);
  return called;
}

const started: Called[] = [];
afterAll(async () => {
  for (const { child, exit } of started) {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await exit;
  }
});

const urls = z.strictObject({
  store: z.url(),
  agent: z.url(),
  evaluator: z.url(),
  alertmanager: z.url(),
  pushgateway: z.url(),
  relay: z.url(),
  receivers: z.url(),
});
const events = z.array(
  z.strictObject({
    receiver: z.enum(["push", "page", "dead-man"]),
    at: z.iso.datetime(),
    method: z.string(),
    path: z.string(),
    body: z.unknown(),
  }),
);
const alerts = z.array(z.object({ labels: z.record(z.string(), z.string()) }));

const ENGINES = ["victoria-metrics-1.150", "vmagent-1.150", "vmalert-1.150", "alertmanager", "pushgateway", "blackbox-exporter"] as const;

async function ready(called: Called): Promise<z.infer<typeof urls>> {
  await waitUntil(
    () => called.stdout.includes("\n") || called.child.exitCode !== null,
    () => `nothing was printed: ${called.stderr}`,
    STARTS_MS,
  );
  const [line = ""] = called.stdout.split("\n");
  if (line === "") throw new Error(called.stderr);
  return urls.parse(JSON.parse(line));
}

/** Nobody listens on any of its ports. */
async function isFree(first: number): Promise<boolean> {
  for (const [index] of LISTENERS.entries()) {
    const server = createServer().listen(first + index, "127.0.0.1");
    await once(server, "listening");
    server.close();
  }
  return true;
}

const processesOf = async (folder: string): Promise<string> => {
  const ps = spawn("ps", ["-eo", "args"]);
  let text = "";
  ps.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await once(ps, "close");
  return text
    .split("\n")
    .filter((line) => line.includes(folder))
    .join("\n");
};

describeEngines(ENGINES, "the local trial", () => {
  let first: number;
  let folder: string;
  beforeAll(async () => {
    first = await freePort();
    folder = mkdtempSync(join(tmpdir(), "belfry-trial-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("starts quiet, tells of a line and of a failed job, refuses a second one on its ports, and leaves nothing when npm is told to end", async () => {
    const called = local(["--json", "--speed", "60", "--port", String(first)], { TMPDIR: folder });
    const { receivers, alertmanager, relay, pushgateway } = await ready(called);
    const arrived = async () => events.parse(await (await fetch(`${receivers}/events`)).json());
    const named = async () =>
      alerts.parse(await (await fetch(`${alertmanager}/api/v2/alerts`)).json()).map(({ labels }) => labels.alertname);
    const told = async (receiver: string, text: string) =>
      (await arrived()).some((event) => event.receiver === receiver && JSON.stringify(event).includes(text));

    await waitUntil(
      () => told("dead-man", "/ping"),
      () => "no heartbeat came",
    );
    expect(await named()).toEqual([WATCHDOG]);
    expect((await arrived()).filter(({ receiver }) => receiver !== "dead-man")).toEqual([]);

    const second = local(["--json", "--port", String(first)]);
    const [detector] = examplePlatform().detectors.filter(({ pods }) => pods === undefined);
    const record = { log: detector?.fires[0], kubernetes: { namespace_name: "mail", pod_name: "mail-0", container_name: "mail" } };
    const posted = await fetch(`${relay}/ingest`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([record]),
    });
    expect(posted.ok).toBe(true);
    await waitUntil(
      async () => (await told("push", detector?.summary ?? "none")) && (await told("page", "degraded_performance")),
      () => "the line's alert did not arrive",
    );

    const pushed = await fetch(`${pushgateway}/metrics/job/backup-nas`, {
      method: "POST",
      body: "# TYPE backup_nas_last_run_success gauge\nbackup_nas_last_run_success 0\n",
    });
    expect(pushed.ok).toBe(true);
    await waitUntil(
      () => told("push", "backup-nas"),
      () => "the failed job did not arrive",
    );

    expect(await second.exit).toBe(1);
    expect(second.stderr).toContain(`port ${first} of receivers is taken`);

    const begun = Date.now();
    called.child.kill("SIGTERM");
    expect(await called.exit).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect(await isFree(first)).toBe(true);
    expect(await processesOf(folder)).toBe("");
  }, 120_000);

  test("ends as well when a terminal tells the whole group", async () => {
    const called = local(["--json", "--speed", "60", "--port", String(first)], { TMPDIR: folder });
    await ready(called);
    process.kill(-(called.child.pid ?? 0), "SIGINT");
    expect(await called.exit).toBe(0);
    expect(await isFree(first)).toBe(true);
    expect(await processesOf(folder)).toBe("");
  }, 90_000);

  const { detectors, logAlerts } = examplePlatform();
  test.each([
    ["a critical alert of the evaluator", "StorageVolumeFaulted", ["push", "page"]],
    ["a detector", detectors[0]?.alert ?? "", ["push", "page"]],
    ["an alert over stored logs", logAlerts[0]?.name ?? "", ["push", "page"]],
    ["the heartbeat", WATCHDOG, ["dead-man"]],
  ])(
    "a drill of %s reaches whom it should, and no other",
    async (_, name, expected) => {
      const called = local(["drill", name, "--json"]);
      expect({ exit: await called.exit, stderr: called.stderr }).toEqual({ exit: 0, stderr: "" });
      expect(JSON.parse(called.stdout.trim().split("\n").at(-1) ?? "")).toEqual({
        alert: name,
        expected,
        arrived: expected,
        seconds: expect.any(Number),
      });
    },
    60_000,
  );

  test("an unknown alert is told with the nearest, a missing program with its package", async () => {
    const bin = mkdtempSync(join(folder, "bin-"));
    for (const name of ["npm", "node", "sh"]) {
      const found = (process.env.PATH ?? "").split(":").map((one) => join(one, name));
      symlinkSync(found.find((one) => existsSync(one)) ?? name, join(bin, name));
    }
    const [unknown, missing] = [local(["drill", "PodIOEror"]), local(["--port", "0"], { PATH: bin, BELFRY_ENGINES: bin })];
    expect(await unknown.exit).toBe(1);
    expect(unknown.stderr).toMatch(/no alert "PodIOEror" at this site; the nearest are PodIOError, /);
    expect(await missing.exit).toBe(1);
    expect(missing.stderr).toMatch(/program victoria-metrics is missing: .* Debian's package victoria-metrics/);
  }, 60_000);
});
