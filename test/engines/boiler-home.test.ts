import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
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
    onReady: (helpers) => told.push(`ready ${helpers.get("ch_comfort_temp_set")} ${helpers.get("zone_mode_set")}`),
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
    expect(told.filter((line) => !line.startsWith("schedule"))).toEqual([
      "helper ch_comfort_temp_set 22",
      "helper zone_mode_set Reduced",
      "helper dhw_mode_set On",
      "helper holiday_active false",
      "helper holiday_until 2026-12-31",
    ]);
    expect(await hass.state(COMFORT)).toBe("22.0");
    expect(await hass.state("input_datetime.boiler_holiday_until")).toBe("2026-12-31");
    await expect(home.setHelper("ch_comfort_temp_set", 99)).rejects.toThrow(COMFORT);
    await expect(home.setHelper("zone_mode_set", "Turbo")).rejects.toThrow("Turbo");
  });

  describe("new limits", () => {
    const path = () => join(hass.folder, "configuration.yaml");
    let original: string;
    const reload = (domain: string, from: string, to: string) => {
      expect(original).toContain(from);
      writeFileSync(path(), original.replace(from, to));
      return hass.callService(domain, "reload");
    };
    beforeAll(() => {
      original = readFileSync(path(), "utf8");
    });
    afterAll(async () => {
      writeFileSync(path(), original);
      await hass.callService("homeassistant", "reload_all");
    });

    // Within five seconds Home Assistant gives it the context of the person.
    test("that clamp a number are no command, also soon after a person's change", async () => {
      await hass.callService("input_number", "set_value", { entity_id: COMFORT, value: 30 });
      await isTold("command ch_comfort_temp_set 30");
      await reload("input_number", "max: 35", "max: 25");
      await isTold("helper ch_comfort_temp_set 25");
      await reload("input_number", "max: 35", "max: 30");
      await hass.callService("input_number", "set_value", { entity_id: COMFORT, value: 26 });
      await settle("clamped");
      expect(commands()).toEqual(["command ch_comfort_temp_set 30", "command ch_comfort_temp_set 26"]);
    });

    test("that take a chosen option away are no command, and none when it is back", async () => {
      const select = { entity_id: "input_select.boiler_zone_mode_set" };
      await hass.callService("input_select", "select_option", { ...select, option: "Comfort" });
      await reload("input_select", "      - Comfort\n", "");
      await isTold("helper zone_mode_set undefined");
      await reload("input_select", "", "");
      await isTold("helper zone_mode_set Comfort");
      await hass.callService("input_select", "set_options", { ...select, options: ["Protection", "Automatic"] });
      await isTold("helper zone_mode_set Protection");
      expect(commands()).toEqual(["command zone_mode_set Comfort"]);
    });

    test("of a helper that was gone meanwhile are no command", async () => {
      await reload("input_number", "boiler_ch_comfort_temp_set", "another");
      await isTold("helper ch_comfort_temp_set undefined");
      await reload("input_number", "", "");
      await isTold("helper ch_comfort_temp_set 26");
      await settle("back");
      expect(commands()).toEqual([]);
    });
  });

  test("a notification is there until it is dismissed", async () => {
    const id = "boiler_bridge_ch";
    const shown = async () => notifications.parse(await ask(hass, { type: "persistent_notification/get" }));
    await home.notify(id, "Boiler", "refused");
    expect(await shown()).toContainEqual({ notification_id: id, title: "Boiler", message: "refused" });
    await home.dismiss(id);
    expect((await shown()).filter(({ notification_id }) => notification_id === id)).toEqual([]);
    // again, as after each command that is confirmed
    await home.dismiss(id);
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
    const before = [Number(await hass.state(COMFORT)), await hass.state("input_select.boiler_zone_mode_set")].join(" ");

    await hass.stop();
    await isTold("lost");
    await hass.startAgain();
    await isTold(`ready ${before}`);
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

  test("the last number is the state's, or the newest that the recorder kept", async () => {
    const id = "sensor.boiler_heating_energy_total";
    const values = async () => (await home.lastNumbers(id)).map(({ value }) => value);
    const post = (state: string) => hass.api(`states/${id}`, { state, attributes: {} });
    expect(await values()).toEqual([]);
    await post("11.25");
    await post("12.5");
    expect(await values()).toEqual([12.5]);
    await post("unavailable");
    // Until the recorder has written it, nobody can tell.
    const are = (...expected: number[]) =>
      waitUntil(
        async () => isDeepStrictEqual(await values().catch(String), expected),
        () => "the recorder's numbers are not found",
        20_000,
      );
    await are(12.5);
    expect(Math.abs(((await home.lastNumbers(id))[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    await importStatistics(hass, id);
    await are(12.5, 41);
  });

  test("statistics are reset, and nothing else", async () => {
    expect(await resetStatistics({ url: hass.url, token: hass.token })).toEqual({
      ok: true,
      text: expect.stringMatching(/cleared|timeout/),
    });
    await waitUntil(
      async () => (await home.lastNumbers("sensor.boiler_heating_energy_total")).map(({ value }) => value).join() === "12.5",
      () => "the statistics are still there",
    );
    expect(await resetStatistics({ url: hass.url, token: "wrong" })).toEqual({ ok: false, text: expect.stringContaining("access token") });
  });
});

/** As the recorder would have written them in an hour of January and one of February. */
async function importStatistics(hass: HomeAssistant, id: string): Promise<void> {
  const metadata = { has_mean: false, has_sum: true, name: null, source: "recorder", statistic_id: id, unit_of_measurement: "kWh" };
  const stats = [
    { start: "2026-01-10T10:00:00+00:00", state: 40, sum: 40 },
    { start: "2026-02-10T10:00:00+00:00", state: 41, sum: 41 },
  ];
  await ask(hass, { type: "recorder/import_statistics", metadata, stats });
}

const answer = z.object({ success: z.literal(true), result: z.unknown() });
const notifications = z.array(z.object({ notification_id: z.string(), title: z.string(), message: z.string() }));

/** The result of one command over the WebSocket. */
async function ask({ url, token }: HomeAssistant, command: object): Promise<unknown> {
  const { socket } = await openSocket(url, token);
  const text = await new Promise((resolve) => {
    socket.once("message", resolve);
    socket.send(JSON.stringify({ id: 1, ...command }));
  });
  socket.terminate();
  return answer.parse(JSON.parse(String(text))).result;
}
