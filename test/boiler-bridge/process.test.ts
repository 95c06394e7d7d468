import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STATISTICS } from "../../components/boiler-bridge/entities";
import { bundleServices } from "../../lib/images/bundle";
import { startCloud } from "./cloud-simulator";
import { type FakeHomeAssistant, startFakeHomeAssistant } from "./fake-home-assistant";

jest.unmock("../../lib/images/bundle");

const folder = mkdtempSync(join(tmpdir(), "boiler-bridge-"));
const server = join(folder, "server.cjs");
const password = join(folder, "password");
let home: FakeHomeAssistant;

beforeAll(() => {
  writeFileSync(server, bundleServices().get("boiler-bridge") ?? "");
  writeFileSync(password, "hunter2\n");
});
beforeEach(async () => {
  home = await startFakeHomeAssistant();
});
afterEach(() => home.close());
afterAll(() => rmSync(folder, { recursive: true }));

function spawnBridge(args: readonly string[], changes: Readonly<Record<string, string>>) {
  const env = {
    PATH: process.env.PATH,
    BOILER_CLOUD_URL: "http://127.0.0.1:1",
    BOILER_GATEWAY: "GW1",
    BOILER_USERNAME: "me",
    BOILER_PASSWORD_FILE: password,
    HASS_URL: home.url,
    HASS_TOKEN: "good-token",
    STATE_DIR: folder,
    PORT: "0",
    HOST: "127.0.0.1",
    ...changes,
  };
  return spawn(process.execPath, [server, ...args], { env, cwd: "/" });
}

async function run(args: readonly string[], changes: Readonly<Record<string, string>> = {}) {
  const child = spawnBridge(args, changes);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

test("--help lists the command and the environment", async () => {
  const { code, stdout } = await run(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Commands, as the only argument:\n {2}reset-statistics {2}\S/m);
  for (const line of [/BOILER_CLOUD_URL .*required/, /BOILER_CONFIRM_SECONDS .*default 5,15,30,60/, /HASS_PUBLISH .*default rest/])
    expect(stdout).toMatch(line);
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["an unknown argument", ["reset"], {}, /^boiler-bridge: argument "reset" is unknown; use --help/],
  ["more than a command", ["reset-statistics", "now"], {}, /^boiler-bridge: argument "now" is unknown; use --help/],
  ["a command without its environment", ["reset-statistics"], { HASS_URL: "" }, /^boiler-bridge: HASS_URL is not set/],
  ["a poll too fast", [], { BOILER_POLL_SECONDS: "5" }, /^boiler-bridge: BOILER_POLL_SECONDS: 5 is too fast/],
  ["a broker without an address", [], { HASS_PUBLISH: "mqtt" }, /^boiler-bridge: MQTT_URL: is not set/],
])("refuses %s", async (_, args, env, message) => {
  const { code, stdout, stderr } = await run(args, env);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain("hunter2");
});

describe("reset-statistics", () => {
  test("sends the one message, says what it did and ends with 0", async () => {
    const { code, stdout, stderr } = await run(["reset-statistics"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`statistics cleared: ${STATISTICS.join(", ")}\n`);
    expect(home.messages).toEqual([{ id: 1, type: "recorder/clear_statistics", statistic_ids: STATISTICS }]);
  });

  test("ends with 0 on a timeout, which it prints", async () => {
    home.clearStatistics = "timeout";
    const { code, stdout } = await run(["reset-statistics"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^timeout: /);
  });

  test.each<[string, () => void, Record<string, string>, RegExp]>([
    [
      "a token that is no administrator's",
      () => {
        home.clearStatistics = "unauthorized";
      },
      {},
      /must be an administrator's/,
    ],
    ["a token that is refused", () => {}, { HASS_TOKEN: "stale" }, /refuse/i],
    ["nobody there", () => {}, { HASS_URL: "http://127.0.0.1:1" }, /^http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/],
  ])("ends with 1 on %s, and says so", async (_, given, env, message) => {
    given();
    const { code, stdout, stderr } = await run(["reset-statistics"], env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("stale");
  });
});

test("begins anew when the clock is set back: nothing that waits may wait for hours", async () => {
  const preload = join(folder, "clock.cjs");
  writeFileSync(
    preload,
    'const now = Date.now; let by = 0; Date.now = () => now() + by; process.on("SIGUSR2", () => { by = -6 * 3600_000; });',
  );
  const cloud = await startCloud({ username: "me", password: "hunter2" });
  const bridge = spawnBridge([], {
    BOILER_CLOUD_URL: cloud.url,
    BOILER_GATEWAY: cloud.gateway,
    BOILER_POLL_SECONDS: "2",
    BOILER_ALLOW_FAST_POLL: "1",
    NODE_OPTIONS: `--require ${preload}`,
  });
  const reads = () => cloud.journal.of("GetData").length;
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  try {
    await until(() => reads() >= 2);
    bridge.kill("SIGUSR2");
    const before = reads();
    await until(() => reads() >= before + 3);
    await until(() => home.state("sensor.boiler_bridge_status") === "ok");
  } finally {
    bridge.kill("SIGTERM");
    const [code] = await once(bridge, "close");
    expect(code).toBe(0);
    await cloud.close();
  }
}, 30_000);
