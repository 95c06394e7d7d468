import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Home, HomeEvents } from "../../components/boiler-bridge/service/home/home";
import { createHome } from "../../components/boiler-bridge/service/home/home-assistant";
import { resetStatistics } from "../../components/boiler-bridge/service/home/reset-statistics";
import { createRestPublisher } from "../../components/boiler-bridge/service/home/rest-publisher";
import { openSocket } from "../../components/boiler-bridge/service/home/socket";
import { systemClock as clock } from "../../lib/service/clock";
import { createLog } from "../../lib/service/log";
import { describeEngines, waitUntil } from "./engine";
import { type HomeAssistant, startHomeAssistant } from "./home-assistant";

const log = createLog("test", "silent");
const COMFORT = "input_number.boiler_ch_comfort_temp_set";

describeEngines(["hass"], "the bridge's side of Home Assistant", () => {
  let hass: HomeAssistant;
  let home: Home;
  let told: string[];
  const events: HomeEvents = {
    onReady: (helpers) => told.push(`ready ${helpers.get("ch_comfort_temp_set")?.value} ${helpers.get("zone_mode_set")?.value}`),
    onLost: () => told.push("lost"),
    onCommand: (field, value) => told.push(`command ${field} ${value}`),
    onHelper: (field, value) => told.push(`helper ${field} ${value}`),
    onSchedule: (data) => told.push(`schedule ${JSON.stringify(data)}`),
  };
  const isTold = (line: string) =>
    waitUntil(
      () => told.includes(line),
      () => `${line} is not told; told: ${told.join(", ")}`,
      20_000,
    );
  const commands = () => told.filter((line) => line.startsWith("command"));
  /** All that was sent before is told when this is. */
  const settle = async (mark: string) => {
    await hass.api("events/boiler_set_schedule", { mark });
    await isTold(`schedule {"mark":"${mark}"}`);
  };

  beforeAll(async () => {
    hass = await startHomeAssistant();
    told = [];
    home = createHome({ url: hass.url, token: () => hass.token, clock, log });
    home.start(events);
    await isTold("ready 10 Protection");
    home.accept();
  });
  beforeEach(() => {
    told.length = 0;
  });
  afterAll(() => home?.close());

  test("what a person sets is a command, in each kind of helper", async () => {
    await hass.callService("input_number", "set_value", { entity_id: COMFORT, value: 21.5 });
    await hass.callService("input_select", "select_option", { entity_id: "input_select.boiler_zone_mode_set", option: "Comfort" });
    await hass.callService("input_boolean", "turn_on", { entity_id: "input_boolean.boiler_holiday_active" });
    await hass.callService("input_datetime", "set_datetime", { entity_id: "input_datetime.boiler_holiday_until", date: "2026-12-24" });
    await settle("person");
    expect(commands()).toEqual([
      "command ch_comfort_temp_set 21.5",
      "command zone_mode_set Comfort",
      "command holiday_active true",
      "command holiday_until 2026-12-24",
    ]);
  });

  test("what the bridge sets is no command, although the user is the same", async () => {
    await home.setHelper("ch_comfort_temp_set", 22);
    await home.setHelper("zone_mode_set", "Reduced");
    await home.setHelper("dhw_mode_set", "On");
    await home.setHelper("holiday_active", false);
    await home.setHelper("holiday_until", "2026-12-31");
    await settle("own");
    expect(told.filter((line) => !line.startsWith("schedule"))).toEqual([]);
    expect(await hass.state(COMFORT)).toBe("22.0");
    expect(await hass.state("input_datetime.boiler_holiday_until")).toBe("2026-12-31");
    await expect(home.setHelper("ch_comfort_temp_set", 99)).rejects.toThrow(COMFORT);
    await expect(home.setHelper("zone_mode_set", "Turbo")).rejects.toThrow("Turbo");
  });

  test("a helper that a reload clamps is no command", async () => {
    await hass.callService("input_number", "set_value", { entity_id: COMFORT, value: 30 });
    await isTold("command ch_comfort_temp_set 30");
    const original = readFileSync(join(hass.folder, "configuration.yaml"), "utf8");
    // Home Assistant gives a change within five seconds of a person's the same context.
    await clock.sleep(5_500);
    writeFileSync(join(hass.folder, "configuration.yaml"), original.replace("max: 35", "max: 25"));
    await hass.callService("input_number", "reload");
    await isTold("helper ch_comfort_temp_set 25");
    writeFileSync(join(hass.folder, "configuration.yaml"), original);
    await hass.callService("homeassistant", "reload_all").catch(() => hass.callService("input_number", "reload"));
    await settle("reload");
    expect(commands()).toEqual(["command ch_comfort_temp_set 30"]);
  });

  test("published entities come back after a restart, which gives no command", async () => {
    const publisher = createRestPublisher({ url: hass.url, token: () => hass.token, log, clock });
    publisher.publish("sensor.boiler_outside_temp", {
      state: "4.5",
      attributes: { unit_of_measurement: "°C", device_class: "temperature" },
    });
    publisher.publish("binary_sensor.boiler_flame_sensor", { state: "on", attributes: {} });
    await publisher.flush(5_000);
    expect(await hass.state("sensor.boiler_outside_temp")).toBe("4.5");
    const before = await hass.state(COMFORT);

    await hass.stop();
    await isTold("lost");
    await hass.startAgain();
    await isTold(`ready ${Number(before)} Reduced`);
    expect(await hass.state("sensor.boiler_outside_temp")).toBeUndefined();
    publisher.republish();
    await publisher.flush(5_000);
    expect(await hass.state("sensor.boiler_outside_temp")).toBe("4.5");
    expect(await hass.state("binary_sensor.boiler_flame_sensor")).toBe("on");
    await publisher.close();
    await settle("restart");
    expect(commands()).toEqual([]);
    await hass.callService("input_number", "set_value", { entity_id: COMFORT, value: 19 });
    await isTold("command ch_comfort_temp_set 19");
  });

  test("the last number is the state's, or the recorder's when a restart forgot the state", async () => {
    const id = "sensor.boiler_heating_energy_total";
    expect(await home.lastNumber(id)).toBeUndefined();
    await hass.api(`states/${id}`, { state: "12.5", attributes: {} });
    expect(await home.lastNumber(id)).toBe(12.5);
    await hass.api(`states/${id}`, { state: "unavailable", attributes: {} });
    expect(await home.lastNumber(id)).toBeUndefined();
    await importStatistics(hass, id);
    await waitUntil(
      async () => (await home.lastNumber(id)) === 41,
      () => "the recorder's number is not found",
    );
  });

  test("statistics are reset, and nothing else", async () => {
    expect(await resetStatistics({ url: hass.url, token: hass.token })).toEqual({
      ok: true,
      text: expect.stringMatching(/cleared|timeout/),
    });
    await waitUntil(
      async () => (await home.lastNumber("sensor.boiler_heating_energy_total")) === undefined,
      () => "the statistics are still there",
    );
    expect(await resetStatistics({ url: hass.url, token: "wrong" })).toEqual({ ok: false, text: expect.stringContaining("access token") });
  });
});

/** As the recorder would have written them in an hour of January and one of February. */
async function importStatistics({ url, token }: HomeAssistant, id: string): Promise<void> {
  const { socket } = await openSocket(url, token);
  const metadata = { has_mean: false, has_sum: true, name: null, source: "recorder", statistic_id: id, unit_of_measurement: "kWh" };
  const stats = [
    { start: "2026-01-10T10:00:00+00:00", state: 40, sum: 40 },
    { start: "2026-02-10T10:00:00+00:00", state: 41, sum: 41 },
  ];
  await new Promise((resolve) => {
    socket.once("message", resolve);
    socket.send(JSON.stringify({ id: 1, type: "recorder/import_statistics", metadata, stats }));
  });
  socket.terminate();
}
