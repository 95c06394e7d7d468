/** What can happen to the process from outside while it runs: its clock is set, its disk is full, its secrets are replaced. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BridgeProcess, createProgram, type Environment, ended } from "../boiler-bridge/bridge-process";
import { type CloudSimulator, startCloud } from "../boiler-bridge/cloud-simulator";
import { type FakeBroker, startFakeBroker } from "../boiler-bridge/fake-broker";
import { type FakeHomeAssistant, startFakeHomeAssistant } from "../boiler-bridge/fake-home-assistant";

jest.setTimeout(60_000);

const ENERGY = "sensor.boiler_heating_energy_total";
const program = createProgram();
const file = (name: string) => join(program.folder, name);
let home: FakeHomeAssistant;
let cloud: CloudSimulator;
let bridge: BridgeProcess;

beforeEach(async () => {
  home = await startFakeHomeAssistant();
  cloud = await startCloud({ username: "me", password: "hunter2" });
  cloud.boiler.flame = true;
});
afterEach(async () => {
  // Whatever happened, it ends in order.
  bridge.kill("SIGTERM");
  expect(await ended(bridge)).toBe(0);
  rmSync(file("bridge-state.json"), { force: true });
  await cloud.close();
  await home.close();
});
afterAll(() => program.remove());

/** It reads the boiler every second. */
function start(environment: Environment = {}): void {
  bridge = program.spawn([], {
    BOILER_CLOUD_URL: cloud.url,
    BOILER_GATEWAY: cloud.gateway,
    BOILER_POLL_SECONDS: "1",
    BOILER_CONFIRM_SECONDS: "1,2,4,8",
    BOILER_ALLOW_FAST_POLL: "1",
    HASS_URL: home.url,
    HASS_TOKEN: "good-token",
    ...environment,
  });
}
/** What the process runs before its own code. */
function preload(code: string): Environment {
  writeFileSync(file("preload.cjs"), code);
  return { NODE_OPTIONS: `--require ${file("preload.cjs")}` };
}
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}
const reads = () => cloud.journal.of("GetData").length;
const readsOn = (count = 3) => {
  const before = reads();
  return until(() => reads() >= before + count);
};
const total = () => Number(home.state(ENERGY));
const risesOn = () => {
  const before = total();
  return until(() => total() > before);
};
const lines = (text: string) => bridge.output.stdout.split("\n").filter((line) => line.includes(text));
const metric = async (name: string) => {
  const port = /"port":(\d+)/.exec(lines('"listening"')[0] ?? "")?.[1];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1];
};

test.each([
  ["back", -6],
  ["forward", 6],
])("a clock that is set %s by hours: nothing that waits may wait for hours, and no hours are counted", async (_, hours) => {
  start(
    preload(`const now = Date.now; let by = 0; Date.now = () => now() + by; process.on("SIGUSR2", () => { by = ${hours} * 3600_000; });`),
  );
  const began = Date.now();
  await until(() => total() > 0);
  bridge.kill("SIGUSR2");
  await until(() => lines("the clock was set").length === 1);
  await readsOn();
  await until(() => home.state("sensor.boiler_bridge_status") === "ok");
  await risesOn();
  // 14 kW since the beginning, and the longest step there is, for the one in which the clock was set
  expect(total()).toBeLessThanOrEqual((14 * (Date.now() - began + 2_000)) / 3600_000);
  const shown = home.posts
    .filter(({ entityId, body }) => entityId === ENERGY && body.state !== "unavailable")
    .map(({ body }) => Number(body.state));
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});

test("a full disk: it works on, says so once, leaves the file as it was, and saves when there is space again", async () => {
  // A write to the device fails as on a full volume, in the kernel.
  start(
    preload(`const fs = require("node:fs"), promises = require("node:fs/promises"), open = promises.open;
      promises.open = (path, ...rest) => open(fs.existsSync(${JSON.stringify(file("full"))}) && path.endsWith(".tmp") ? "/dev/full" : path, ...rest);`),
  );
  const saved = () => readFileSync(file("bridge-state.json"), "utf8");
  const savedTotal = (): number => JSON.parse(saved()).energy.energyTotal;
  await until(() => total() > 0);
  writeFileSync(file("full"), "");
  await until(() => lines("can't be saved").length > 0);
  const before = saved();
  await readsOn();
  await risesOn();
  await until(async () => (await metric("boiler_bridge_state_unsaved")) === "1");
  home.changeAsUser("zone_mode_set", "Comfort");
  await until(() => home.state("sensor.boiler_last_command") === "confirmed");
  expect(saved()).toBe(before);
  expect(lines("can't be saved")).toHaveLength(1);
  expect(lines("can't be saved")[0]).toContain("ENOSPC");
  rmSync(file("full"));
  // Also without anything new to save.
  cloud.connection = "offline";
  const shown = total();
  await until(() => savedTotal() > shown - 0.001);
  await until(() => lines("saved again").length === 1);
  await until(async () => (await metric("boiler_bridge_state_unsaved")) === "0");
});

describe("replaced secrets", () => {
  let broker: FakeBroker;
  beforeEach(async () => {
    broker = await startFakeBroker("user-old:mqtt-old");
  });
  afterEach(() => broker.close());

  /** As the kubelet does it: a new folder, and a link that is renamed over the one before. */
  function mount(serial: string, secrets: Readonly<Record<string, string>>): void {
    mkdirSync(file(serial));
    for (const [name, secret] of Object.entries(secrets)) writeFileSync(join(file(serial), name), secret);
    symlinkSync(serial, file("link.new"));
    renameSync(file("link.new"), file("secrets"));
  }

  test("are used at the next login, without a restart", async () => {
    mount("1", { cloud: "hunter2\n", home: "good-token\n", user: "user-old\n", broker: "mqtt-old\n" });
    start({
      BOILER_PASSWORD_FILE: file("secrets/cloud"),
      HASS_TOKEN: "",
      HASS_TOKEN_FILE: file("secrets/home"),
      HASS_PUBLISH: "mqtt",
      MQTT_URL: broker.url,
      MQTT_USERNAME_FILE: file("secrets/user"),
      MQTT_PASSWORD_FILE: file("secrets/broker"),
    });
    await until(() => reads() > 0 && home.logins === 1 && broker.logins.length === 1);
    // The connection to the broker is gone already when its account changes.
    broker.account = "user-new:mqtt-new";
    broker.dropConnections();
    await readsOn(1);
    mount("2", { cloud: "another\n", home: "next-token\n", user: "user-new\n", broker: "mqtt-new\n" });
    const logins = broker.logins.length;
    cloud.changePassword("another");
    home.revokeToken("next-token");
    await readsOn();
    await until(() => home.logins === 2 && broker.logins.length > logins);
    expect([home.badLogins, broker.logins[logins]]).toEqual([0, "user-new:mqtt-new"]);
    expect(cloud.journal.violations()).toEqual([]);
    expect(bridge.exitCode).toBeNull();
    for (const secret of ["hunter2", "another", "good-token", "next-token", "mqtt-old", "mqtt-new"])
      expect(bridge.output.stdout).not.toContain(secret);
  });
});
