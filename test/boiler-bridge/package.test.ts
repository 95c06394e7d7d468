import { parse } from "yaml";
import { ENTITY_IDS } from "../../components/boiler-bridge/entities";
import { homeAssistantPackage } from "../../components/boiler-bridge/home-assistant/package";
import { FIELDS, HELPERS, helperId } from "../../components/boiler-bridge/watched-helpers";

const CALENDAR = "calendar.away";
const FILES = homeAssistantPackage({ holiday_calendar: CALENDAR });
const read = (file: string) => parse(FILES[file] ?? "", { version: "1.1" });
const boiler = read("boiler.yaml");
const [thermostat] = boiler.climate;

test("three files, the same bytes twice", () => {
  expect(Object.keys(FILES).sort()).toEqual(["README.md", "boiler.yaml", "dashboard.yaml"]);
  expect(homeAssistantPackage({ holiday_calendar: CALENDAR })).toEqual(FILES);
});

test("every helper has its range, and none an `initial` that would beat what was restored", () => {
  for (const field of FIELDS) {
    const [domain = "", name = ""] = helperId(field).split(".");
    const { kind, ...settings } = HELPERS[field];
    expect(boiler[domain][name]).toMatchObject(settings);
    expect(boiler[domain][name]).not.toHaveProperty("initial");
  }
  const helpers = Object.entries(boiler).flatMap(([domain, of]) => (domain.startsWith("input_") ? Object.keys(of as object) : []));
  expect(helpers).toHaveLength(FIELDS.length);
});

test("YAML's own words stay texts", () => {
  expect(boiler.input_select.boiler_dhw_mode_set.options).toEqual(["Off", "On"]);
  expect(thermostat.modes).toEqual(["off", "auto", "heat"]);
  expect(thermostat.preset_modes).toEqual(["none", "comfort", "eco"]);
});

test.each(["boiler.yaml", "dashboard.yaml", "README.md"])("%s names no entity that nobody makes", (file) => {
  const own = ["climate.boiler_heating", CALENDAR, ...Object.keys(boiler.script).map((name) => `script.${name}`)];
  const known = new Set<string>([...ENTITY_IDS, ...FIELDS.map(helperId), ...own]);
  const named = (FILES[file] ?? "").match(/\b(?:sensor|binary_sensor|input_\w+|climate|script|calendar|automation)\.[a-z]\w*/g) ?? [];
  // the services of a helper's domain have the form of an entity
  const services = /^(?:input_number\.set_value|input_select\.select_option|input_boolean\.turn_(?:on|off)|input_datetime\.set_datetime)$/;
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((id) => !known.has(id) && !services.test(id))).toEqual([]);
});

test("the dashboard shows every entity of the bridge and every helper", () => {
  const missing = [...ENTITY_IDS, ...FIELDS.map(helperId)].filter((id) => !FILES["dashboard.yaml"]?.includes(id));
  expect(missing).toEqual([]);
});

describe("the thermostat", () => {
  const texts = JSON.stringify([thermostat, boiler.script]);

  test("never touches hot water", () => {
    expect(texts).not.toContain("dhw");
  });

  test("takes its action from the flame, never from the boiler's `heating active`", () => {
    expect(thermostat.hvac_action_template).toContain("binary_sensor.boiler_flame_sensor");
    expect(texts).not.toContain("room_heating_is_active");
  });

  test("has a script for each of its actions, with the variable that the component hands over", () => {
    for (const variable of ["temperature", "hvac_mode", "preset_mode"]) {
      const [{ service, data }] = thermostat[`set_${variable}`];
      expect(boiler.script[service.replace("script.", "")].fields).toHaveProperty(variable);
      expect(data).toEqual({ [variable]: `{{ ${variable} }}` });
    }
  });

  test("shows all four modes", () => {
    for (const mode of HELPERS.zone_mode_set.options) {
      expect(thermostat.hvac_mode_template).toContain(`'${mode}': '`);
      expect(thermostat.preset_mode_template).toContain(`'${mode}': '`);
    }
  });

  test("only knows keys of the component", () => {
    // README.md and the schema of jcwillox/hass-template-climate, September 2025
    const keys = ["platform", "name", "unique_id", "icon", "availability", "attributes", "modes", "preset_modes", "precision", "temp_step"];
    expect(Object.keys(thermostat).filter((key) => !keys.includes(key) && !/_template$|^set_|^m(?:in|ax)_temp$/.test(key))).toEqual([]);
  });
});

test("the automations follow the calendar of the site", () => {
  const calendars = new Set(Object.values(FILES).flatMap((text) => text.match(/\bcalendar\.[a-z]\w*/g) ?? []));
  expect([...calendars]).toEqual([CALENDAR]);
  expect(boiler.automation.map(({ id }: { id: string }) => id)).toEqual([
    "boiler_holiday_start",
    "boiler_holiday_new_year",
    "boiler_holiday_end",
  ]);
});
