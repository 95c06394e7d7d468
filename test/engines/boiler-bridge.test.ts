/** The built bridge between a simulated cloud and the real Home Assistant, killed and restarted. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { STATISTICS } from "../../components/boiler-bridge/entities";
import { bundleServices } from "../../lib/images/bundle";
import { type CloudSimulator, startCloud } from "../boiler-bridge/cloud-simulator";
import { memoryMib } from "../process-memory";
import { describeEngines, type RunningEngine, startProgram, temporaryFolder, waitUntil } from "./engine";
import { type HomeAssistant, startHomeAssistant } from "./home-assistant";

const numberState = z.object({ state: z.string() });
const recorded = z.array(z.array(z.object({ state: z.string() })));

describeEngines(["hass"], "the built bridge with the real Home Assistant", () => {
  let hass: HomeAssistant;
  let cloud: CloudSimulator;
  let bridge: RunningEngine;
  const folder = temporaryFolder();
  const server = join(folder, "server.cjs");

  const start = async () => {
    bridge = await startProgram(process.execPath, [server], {
      env: {
        PORT: "0",
        HOST: "127.0.0.1",
        BOILER_CLOUD_URL: cloud.url,
        BOILER_GATEWAY: cloud.gateway,
        BOILER_USERNAME: "user@example.org",
        BOILER_PASSWORD: "s3cret-pass",
        BOILER_POLL_SECONDS: "2",
        BOILER_ALLOW_FAST_POLL: "1",
        BOILER_CONFIRM_SECONDS: "1,2,4",
        HASS_URL: hass.url,
        HASS_TOKEN: hass.token,
        STATE_DIR: join(folder, "state"),
        TZ: "Europe/Zurich",
        ENERGY_PRICE: "0.12",
      },
      ready: /"msg":"listening"/,
    });
  };
  const is = async (entity: string, state: string, limitMs = 30_000) => {
    let last: string | undefined;
    await waitUntil(
      async () => {
        last = await hass.state(entity).catch(() => "no answer");
        return last === state;
      },
      () => `${entity} is ${last} and not ${state}`,
      limitMs,
    );
  };
  const choose = (option: string) =>
    hass.callService("input_select", "select_option", { entity_id: "input_select.boiler_zone_mode_set", option });

  beforeAll(async () => {
    const bundle = bundleServices().get("boiler-bridge");
    if (!bundle) throw new Error("components/boiler-bridge/service/main.ts is missing");
    writeFileSync(server, bundle);
    [hass, cloud] = await Promise.all([startHomeAssistant(), startCloud()]);
    cloud.boiler.flame = true;
    await start();
  });
  afterAll(async () => {
    await bridge?.stop();
    await cloud?.close();
    await hass?.stop();
  });

  test("the helpers follow the boiler, and nothing is written", async () => {
    await is("input_select.boiler_zone_mode_set", "Automatic");
    await is("input_number.boiler_ch_comfort_temp_set", "21.0");
    await is("sensor.boiler_bridge_status", "ok");
    expect(cloud.journal.writes()).toEqual([]);
  });

  test("a person's change reaches the boiler within three seconds and is confirmed", async () => {
    const began = Date.now();
    await choose("Protection");
    await waitUntil(
      () => cloud.journal.writes().length === 1,
      () => "nothing is written",
      10_000,
    );
    expect(Date.now() - began).toBeLessThan(3000);
    await is("sensor.boiler_last_command", "confirmed");
    expect(cloud.boiler.zoneMode).toBe(0);
  });

  test("a refusal shows, and the helper goes back", async () => {
    await hass.callService("input_number", "set_value", { entity_id: "input_number.boiler_ch_comfort_temp_set", value: 15 });
    await is("sensor.boiler_last_command", "refused");
    await is("input_number.boiler_ch_comfort_temp_set", "21.0");
  });

  test("after a restart of Home Assistant every entity is back, and no restored helper is a command", async () => {
    const writes = cloud.journal.writes().length;
    await hass.stop();
    await hass.startAgain();
    await is("sensor.boiler_zone_mode", "Protection", 60_000);
    await is("sensor.boiler_bridge_status", "ok");
    expect(cloud.journal.writes()).toHaveLength(writes);
  });

  test("killed in the middle of a command it forgets it, follows the boiler and never lowers a total", async () => {
    const total = async () => Number(await hass.state("sensor.boiler_heating_energy_total"));
    await waitUntil(
      async () => (await total()) > 0,
      () => "no energy is counted",
      30_000,
    );
    const before = await total();
    cloud.visibleAfterMs = 3_600_000;
    await choose("Comfort");
    await is("sensor.boiler_last_command", "pending");
    process.kill(bridge.pid, "SIGKILL");
    await bridge.stop();
    await start();
    await is("sensor.boiler_last_command", "unknown");
    await is("input_select.boiler_zone_mode_set", "Protection");
    await is("sensor.boiler_bridge_status", "ok");
    expect(await total()).toBeGreaterThanOrEqual(before);
  });

  test("stopped in order and started without its volume it lowers no total and no period", async () => {
    const totals = () =>
      Promise.all(
        STATISTICS.map(async (id) => {
          const { json } = await hass.api(`states/${id}`);
          return Number(numberState.parse(json).state);
        }),
      );
    const areAbove = (limits: readonly number[]) =>
      waitUntil(
        async () => (await totals()).every((total, n) => total > (limits[n] ?? 0)),
        () => "the totals do not rise",
        90_000,
      );
    // The recorder has compiled nothing yet: no statistics help.
    await areAbove(STATISTICS.map(() => 0));
    await bridge.stop();
    const history = async () => {
      const since = new Date(Date.now() - 3600_000).toISOString();
      const { json } = await hass.api(`history/period/${since}?filter_entity_id=${STATISTICS.join()}&minimal_response&no_attributes`);
      return recorded.parse(json).map((states) => states.flatMap(({ state }) => (Number.isFinite(Number(state)) ? [Number(state)] : [])));
    };
    await waitUntil(
      async () => (await Promise.all(STATISTICS.map((id) => hass.state(id)))).every((state) => state === "unavailable"),
      () => "the bridge does not take its leave",
    );
    rmSync(join(folder, "state"), { recursive: true });
    const before = (await history()).map((numbers) => numbers.at(-1) ?? 0);
    expect(before.every((number) => number > 0)).toBe(true);
    await start();
    await areAbove(before);
    for (const numbers of await history()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test("the journal shows one request at a time, no cached read and no forbidden call", () => {
    expect(cloud.journal.violations()).toEqual([]);
    expect(existsSync(join(folder, "state", "bridge-state.json"))).toBe(true);
  });

  test("it takes less than 70 MiB", () => expect(memoryMib(bridge.pid, "VmRSS")).toBeLessThan(70));
});
