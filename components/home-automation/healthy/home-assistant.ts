import { minutes } from "../../../lib/duration";
import { around, counts, lately, still } from "../../../lib/world/course";
import { each, healthy } from "../../../lib/world/healthy";
import { homeAssistantSeries } from "../series/home-assistant";

/** By their ids and names; an id begins with its domain. */
const ENTITIES = {
  "automation.evening": "Evening",
  "binary_sensor.basement_floor_wet": "Basement floor wet",
  "camera.front_door": "Front door camera",
  "climate.living_room": "Living room",
  "device_tracker.phone": "Phone",
  "lock.front_door": "Front door",
  "sensor.door_battery": "Door battery",
  "sensor.outside_temperature": "Outside temperature",
  "sun.sun": "Sun",
  "switch.water_pump": "Water pump",
  "update.core": "Core",
};
type Entity = keyof typeof ENTITIES;
const ALL = Object.keys(ENTITIES) as Entity[];

export const homeAssistantHealthy = healthy(homeAssistantSeries, () => {
  const labels = (entity: Entity) => ({ entity, domain: entity.slice(0, entity.indexOf(".")), friendly_name: ENTITIES[entity] });
  const of = <Course extends object>(entity: Entity, course: Course) => each([entity], labels, course);
  return {
    homeassistant_entity_available: each(ALL, labels, still(1)),
    homeassistant_state_change_total: each(ALL, labels, counts(1 / 600)),
    homeassistant_last_updated_time_seconds: each(ALL, labels, lately(minutes(10))),
    homeassistant_automation_triggered_count_total: of("automation.evening", counts(1 / 86_400)),
    homeassistant_battery_level_percent: of("sensor.outside_temperature", around(82, 2)),
    homeassistant_sensor_battery_percent: of("sensor.door_battery", around(74, 2)),
    homeassistant_binary_sensor_state: of("binary_sensor.basement_floor_wet", still(0)),
    homeassistant_device_tracker_state: of("device_tracker.phone", still(1)),
    homeassistant_lock_state: of("lock.front_door", still(1)),
    homeassistant_switch_state: of("switch.water_pump", still(1)),
    homeassistant_update_state: of("update.core", still(0)),
    homeassistant_climate_current_temperature_celsius: of("climate.living_room", around(20.8, 0.6)),
    homeassistant_climate_target_temperature_celsius: of("climate.living_room", still(21)),
  };
});
