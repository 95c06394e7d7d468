import { counter, declareSeries, gauge } from "../../../lib/series";

const ENTITY = ["entity", "domain", "friendly_name"] as const;

/**
 * What Home Assistant's integration `prometheus` exports of the entities that its filter lets through, under its default namespace;
 * seen on a running Home Assistant 2024.3.3. What a sensor measures has a name for each unit, and is not declared but for batteries.
 */
export const homeAssistantSeries = declareSeries({
  homeassistant_entity_available: gauge("flag", "Whether an entity can be asked.", ...ENTITY),
  homeassistant_state_change_total: counter("count", "Changes of an entity's state since the start.", ...ENTITY),
  homeassistant_last_updated_time_seconds: gauge("timestamp", "When an entity was last heard of.", ...ENTITY),
  homeassistant_automation_triggered_count_total: counter("count", "Runs of an automation since the start.", ...ENTITY),
  homeassistant_battery_level_percent: gauge("percent", "Charge of a device's battery, where it is an attribute.", ...ENTITY),
  homeassistant_sensor_battery_percent: gauge("percent", "Charge of a device's battery, where it is an entity.", ...ENTITY),
  homeassistant_binary_sensor_state: gauge("flag", "State of a sensor that knows two.", ...ENTITY),
  homeassistant_device_tracker_state: gauge("flag", "Whether a device is at home.", ...ENTITY),
  homeassistant_lock_state: gauge("flag", "Whether a lock is locked.", ...ENTITY),
  homeassistant_switch_state: gauge("flag", "Whether a switch is on.", ...ENTITY),
  homeassistant_update_state: gauge("flag", "Whether there is an update.", ...ENTITY),
  homeassistant_climate_current_temperature_celsius: gauge("celsius", "Temperature at a thermostat.", ...ENTITY),
  homeassistant_climate_target_temperature_celsius: gauge("celsius", "Temperature that a thermostat should reach.", ...ENTITY),
});
