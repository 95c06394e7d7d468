import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startAlertmanager } from "./fake-alertmanager";
import { folder, run } from "./relay-process";

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
