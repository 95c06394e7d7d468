import { parse } from "yaml";
import { homeAssistantPackage } from "../../components/boiler-bridge/home-assistant/package";
import { runEngine, temporaryFolder } from "./engine";
import { type HomeAssistant, startHomeAssistant } from "./home-assistant";

// The demo platform brings a calendar without a configuration entry.
const CALENDAR = "calendar.calendar_1";
const text = homeAssistantPackage({ holiday_calendar: CALENDAR })["boiler.yaml"] ?? "";
// The thermostat's platform is a custom component that no registry has: its templates and scripts are tried without it.
const {
  climate: [thermostat],
  ...PACKAGE
} = parse(text, { version: "1.1" });

let home: HomeAssistant;
beforeAll(async () => {
  home = await startHomeAssistant(temporaryFolder(), { calendar: [{ platform: "demo" }], ...PACKAGE });
}, 60_000);
afterAll(async () => home?.stop());

const show = (entityId: string, state: string) => home.api(`states/${entityId}`, { state });
const choose = (option: string) =>
  home.callService("input_select", "select_option", { entity_id: "input_select.boiler_zone_mode_set", option });
/** The boiler is, and its helper followed. */
const inMode = async (mode: string) => {
  await show("sensor.boiler_zone_mode", mode);
  await choose(mode === "unavailable" ? "Automatic" : mode);
};
const render = async (template: string) => (await home.api("template", { template })).json;
const shown = async () => ({
  available: await render(thermostat.availability),
  mode: await render(thermostat.hvac_mode_template),
  preset: await render(thermostat.preset_mode_template),
  action: await render(thermostat.hvac_action_template),
  target: await render(thermostat.target_temperature_template),
  max: await render(thermostat.max_temp_template),
});

test("the configuration check finds nothing", async () => {
  const { output } = await runEngine("hass", ["--script", "check_config", "-c", home.folder]);
  expect(output).not.toMatch(/error|invalid|failed/i);
  expect(home.output()).not.toMatch(/ERROR.*(?:boiler|automation|script|input_)/);
}, 60_000);

test.each([
  ["Protection", "on", { available: "True", mode: "off", preset: "none", action: "off", target: "21.5", max: "35" }],
  ["Automatic", "on", { available: "True", mode: "auto", preset: "none", action: "heating", target: "21.5", max: "35" }],
  ["Reduced", "off", { available: "True", mode: "heat", preset: "eco", action: "idle", target: "17.0", max: "19.5" }],
  ["Comfort", "off", { available: "True", mode: "heat", preset: "comfort", action: "idle", target: "21.5", max: "35" }],
  ["unavailable", "off", { available: "False", mode: "unknown", preset: "unknown", action: "idle", target: "21.5", max: "35" }],
])("in %s with the flame %s the thermostat says so", async (mode, flame, expected) => {
  await home.callService("input_number", "set_value", { entity_id: "input_number.boiler_ch_comfort_temp_set", value: 21.5 });
  await home.callService("input_number", "set_value", { entity_id: "input_number.boiler_ch_reduced_temp_set", value: 17 });
  await inMode(mode);
  await show("binary_sensor.boiler_flame_sensor", flame);
  expect(await shown()).toEqual(expected);
});

test.each([
  ["boiler_set_hvac_mode", { hvac_mode: "off" }, "Comfort", "Protection"],
  ["boiler_set_hvac_mode", { hvac_mode: "auto" }, "Comfort", "Automatic"],
  ["boiler_set_hvac_mode", { hvac_mode: "heat" }, "Automatic", "Comfort"],
  ["boiler_set_hvac_mode", { hvac_mode: "heat" }, "Reduced", "Reduced"],
  ["boiler_set_preset_mode", { preset_mode: "eco" }, "Automatic", "Reduced"],
  ["boiler_set_preset_mode", { preset_mode: "comfort" }, "Reduced", "Comfort"],
  ["boiler_set_preset_mode", { preset_mode: "none" }, "Reduced", "Automatic"],
])("%s with %j in %s asks for %s, and hot water stays", async (script, variables, mode, wanted) => {
  await inMode(mode);
  const before = await home.state("input_select.boiler_dhw_mode_set");
  await home.callService("script", script, variables);
  expect(await home.state("input_select.boiler_zone_mode_set")).toBe(wanted);
  expect(await home.state("input_select.boiler_dhw_mode_set")).toBe(before);
});

test("a temperature goes to the pair's half that is in force", async () => {
  await inMode("Automatic");
  await home.callService("script", "boiler_set_temperature", { temperature: 22.5 });
  await inMode("Reduced");
  await home.callService("script", "boiler_set_temperature", { temperature: 16 });
  expect(await home.state("input_number.boiler_ch_comfort_temp_set")).toBe("22.5");
  expect(await home.state("input_number.boiler_ch_reduced_temp_set")).toBe("16.0");
});

describe("before the boiler has the mode that was asked for", () => {
  test("a temperature goes to that mode's half, and the thermostat shows it", async () => {
    await inMode("Comfort");
    await home.callService("script", "boiler_set_temperature", { temperature: 22 });
    await home.callService("script", "boiler_set_preset_mode", { preset_mode: "eco" });
    await home.callService("script", "boiler_set_temperature", { temperature: 17 });
    expect(await home.state("input_number.boiler_ch_comfort_temp_set")).toBe("22.0");
    expect(await home.state("input_number.boiler_ch_reduced_temp_set")).toBe("17.0");
    expect(await shown()).toMatchObject({ preset: "comfort", target: "17.0", max: "19.5" });
  });

  test("a temperature above eco's range is taken after comfort was asked for", async () => {
    await inMode("Reduced");
    await home.callService("script", "boiler_set_preset_mode", { preset_mode: "comfort" });
    expect(await shown()).toMatchObject({ preset: "eco", max: "35" });
    await home.callService("script", "boiler_set_temperature", { temperature: 23 });
    expect(await home.state("input_number.boiler_ch_comfort_temp_set")).toBe("23.0");
  });

  test("heat keeps the eco that was asked for", async () => {
    await inMode("Automatic");
    await home.callService("script", "boiler_set_preset_mode", { preset_mode: "eco" });
    await home.callService("script", "boiler_set_hvac_mode", { hvac_mode: "heat" });
    expect(await home.state("input_select.boiler_zone_mode_set")).toBe("Reduced");
  });
});

describe("a holiday", () => {
  const year = new Date().getFullYear();

  test.each([
    ["of whole days", `${year}-12-29`, `${year}-12-28`],
    ["with times and an offset", `${year}-12-28T18:00:00+01:00`, `${year}-12-28`],
    ["that ends at midnight", `${year}-12-29 00:00:00`, `${year}-12-28`],
    ["that ends next year", `${year + 1}-01-06`, `${year}-12-31`],
    ["that ends on the first day of next year", `${year + 1}-01-02`, `${year}-12-31`],
  ])("%s lasts until its last day", async (_, end, until) => {
    await home.callService("input_boolean", "turn_off", { entity_id: "input_boolean.boiler_holiday_active" });
    await home.callService("script", "boiler_start_holiday", { end });
    expect(await home.state("input_datetime.boiler_holiday_until")).toBe(until);
    expect(await home.state("input_boolean.boiler_holiday_active")).toBe("on");
  });

  test("of 1 January alone is none", async () => {
    await home.callService("input_boolean", "turn_off", { entity_id: "input_boolean.boiler_holiday_active" });
    await home.callService("script", "boiler_start_holiday", { end: `${year}-01-02` });
    expect(await home.state("input_boolean.boiler_holiday_active")).toBe("off");
  });

  test("has its automations on", async () => {
    for (const id of ["boiler_a_holiday_begins", "boiler_a_holiday_goes_on_in_the_new_year", "boiler_a_holiday_ends"]) {
      expect([id, await home.state(`automation.${id}`)]).toEqual([id, "on"]);
    }
  });
});
