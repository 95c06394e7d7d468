import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testIPv6 } from "../ipv6";
import { telling, wideTest } from "../wide";
import { startAlertmanager } from "./fake-alertmanager";
import { folder, run } from "./relay-process";

test("--help lists the environment with its defaults", async () => {
  const { code, stdout } = await run(["--help"], {}).ended;
  expect(code).toBe(0);
  for (const line of [
    /PORT .*default 9999/,
    /HOST +address to listen on; :: is every address, IPv6 and IPv4: .*default ::/,
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

describe("without a HOST", () => {
  const statusAt = async (host: string, port: number) => (await fetch(`http://${host}:${port}/healthz`)).status;
  const environment = { PORT: "0", ALERTMANAGER_URL: "http://127.0.0.1:9" };

  testIPv6("listens on both families", async () => {
    const relay = run([], environment);
    const port = await relay.listening();
    expect([await statusAt("127.0.0.1", port), await statusAt("[::1]", port)]).toEqual([200, 200]);
    relay.child.kill("SIGTERM");
    expect(await relay.ended).toMatchObject({ code: 0, stderr: "" });
  });

  // as a kernel that was booted with ipv6.disable=1 answers; EADDRNOTAVAIL is a sandbox's
  test.each(telling(["EAFNOSUPPORT", "EADDRNOTAVAIL"]))("listens on IPv4 where IPv6 is refused with %s", async (code) => {
    const preload = join(folder, `${code}.cjs`);
    writeFileSync(preload, `process.binding("tcp_wrap").TCP.prototype.bind6 = () => process.binding("uv").UV_${code};`);
    const relay = run([], { ...environment, NODE_OPTIONS: `--require ${preload}` });
    const port = await relay.listening();
    expect(await statusAt("127.0.0.1", port)).toBe(200);
    await expect(statusAt("[::1]", port)).rejects.toThrow();
    relay.child.kill("SIGTERM");
    expect(await relay.ended).toMatchObject({ code: 0 });
  });

  wideTest("a port that is taken is no reason to try another family", async () => {
    const first = run([], environment);
    const { code, stderr } = await run([], { ...environment, PORT: String(await first.listening()) }).ended;
    expect([code, stderr]).toEqual([
      1,
      "relay: HOST, PORT: listen failed with EADDRINUSE; use an address of this machine and a free port\n",
    ]);
  });
});
