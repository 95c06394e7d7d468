/**
 * One thermostat for the phone and the voice assistant. Its modes come from what the boiler has, its temperatures from
 * what was chosen; its actions set helpers, and the bridge takes it from there. The keys are those of jcwillox/hass-template-climate, September 2025.
 *
 * off = Protection: the heating circuit stays frost-free, and hot water is never touched;
 * auto = Automatic; heat = Comfort (preset comfort) or Reduced (preset eco).
 */

import type { ZoneMode } from "../model/modes";
import { HELPERS, helperId } from "../watched-helpers";

const MODE = "sensor.boiler_zone_mode";
const FLAME = "binary_sensor.boiler_flame_sensor";
const ROOM = "sensor.boiler_room_temp";
const DESIRED = "sensor.boiler_desired_room_temp";
const COMFORT = helperId("ch_comfort_temp_set");
const REDUCED = helperId("ch_reduced_temp_set");
const ZONE_MODE = helperId("zone_mode_set");

/** Asked of the helper: the boiler's own mode comes up to a minute after "eco", and "17 degrees" said meanwhile is meant for eco. */
const IS_REDUCED = `is_state('${ZONE_MODE}', 'Reduced')`;

const { ch_comfort_temp_set: comfort, ch_reduced_temp_set: reduced } = HELPERS;

/** What the entity shows in each mode. In Automatic the boiler chooses between the temperatures, so no preset is in force. */
const SHOWN: Readonly<Record<ZoneMode, { readonly hvac: string; readonly preset: string }>> = {
  Protection: { hvac: "off", preset: "none" },
  Automatic: { hvac: "auto", preset: "none" },
  Reduced: { hvac: "heat", preset: "eco" },
  Comfort: { hvac: "heat", preset: "comfort" },
};

/** The component leaves an attribute as it is when its template gives `unknown`. */
const shown = (of: "hvac" | "preset"): string => {
  const map = Object.entries(SHOWN).map(([mode, is]) => `'${mode}': '${is[of]}'`);
  return `{{ {${map.join(", ")}}.get(states('${MODE}'), 'unknown') }}`;
};

export function climate(): object {
  return {
    platform: "climate_template",
    name: "Boiler heating",
    unique_id: "boiler_heating",
    icon: "mdi:radiator",
    availability: `{{ has_value('${MODE}') }}`,
    modes: ["off", "auto", "heat"],
    preset_modes: ["none", "comfort", "eco"],
    precision: 0.1,
    temp_step: comfort.step,
    min_temp: comfort.min,
    max_temp_template: `{{ ${reduced.max} if ${IS_REDUCED} else ${comfort.max} }}`,
    // unknown without a room sensor
    current_temperature_template: `{{ states('${ROOM}') }}`,
    // the helpers: the component shows a new target at once, and a helper that is put back takes it back
    target_temperature_template: `{{ states('${REDUCED}') if ${IS_REDUCED} else states('${COMFORT}') }}`,
    hvac_mode_template: shown("hvac"),
    preset_mode_template: shown("preset"),
    // the flame, because the boiler's own "heating active" stays on all season; with the heating off it burns for hot water
    hvac_action_template: `{{ 'off' if is_state('${MODE}', 'Protection') else 'heating' if is_state('${FLAME}', 'on') else 'idle' }}`,
    attributes: {
      desired_room_temp: `{{ states('${DESIRED}') }}`,
      zone_mode: `{{ states('${MODE}') }}`,
      last_command: "{{ states('sensor.boiler_last_command') }}",
    },
    set_temperature: calls("boiler_set_temperature", "temperature"),
    set_hvac_mode: calls("boiler_set_hvac_mode", "hvac_mode"),
    set_preset_mode: calls("boiler_set_preset_mode", "preset_mode"),
  };
}

/** An action of the entity: the script of that name with the one variable that the component hands over. */
const calls = (script: string, variable: string) => [{ service: `script.${script}`, data: { [variable]: `{{ ${variable} }}` } }];

export function climateScripts(): Readonly<Record<string, object>> {
  return {
    boiler_set_temperature: {
      alias: "Boiler: set temperature",
      description: "Writes the reduced temperature while Reduced is chosen, else the comfort temperature.",
      mode: "queued",
      fields: { temperature: { description: "°C", example: 20.5 } },
      sequence: [
        {
          service: "input_number.set_value",
          target: { entity_id: `{{ '${REDUCED}' if ${IS_REDUCED} else '${COMFORT}' }}` },
          data: { value: "{{ temperature }}" },
        },
      ],
    },
    boiler_set_hvac_mode: {
      alias: "Boiler: set mode",
      description: "off is Protection and leaves hot water alone; heat keeps Reduced where it is chosen already.",
      mode: "queued",
      fields: { hvac_mode: { description: "off, auto or heat", example: "auto" } },
      sequence: [setZoneMode(`{{ {'off': 'Protection', 'auto': 'Automatic'}.get(hvac_mode, 'Reduced' if ${IS_REDUCED} else 'Comfort') }}`)],
    },
    boiler_set_preset_mode: {
      alias: "Boiler: set preset",
      description: "comfort is Comfort, eco is Reduced, none goes back to the schedule.",
      mode: "queued",
      fields: { preset_mode: { description: "none, comfort or eco", example: "eco" } },
      sequence: [setZoneMode("{{ {'comfort': 'Comfort', 'eco': 'Reduced'}.get(preset_mode, 'Automatic') }}")],
    },
  };
}

const setZoneMode = (option: string) => ({
  service: "input_select.select_option",
  target: { entity_id: ZONE_MODE },
  data: { option },
});
