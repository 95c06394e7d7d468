/** A Lovelace dashboard over everything that the bridge publishes and the package brings. */
import { helperId } from "../watched-helpers";

const CLIMATE = "climate.boiler_heating";
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const entities = (title: string, ...ids: string[]) => ({ type: "entities", title, show_header_toggle: false, entities: ids });

export function dashboard(): object {
  return {
    title: "Boiler",
    views: [
      {
        title: "Heating",
        path: "heating",
        icon: "mdi:radiator",
        cards: [
          { type: "thermostat", entity: CLIMATE, features: [{ type: "climate-hvac-modes" }, { type: "climate-preset-modes" }] },
          entities(
            "Set",
            helperId("zone_mode_set"),
            helperId("ch_comfort_temp_set"),
            helperId("ch_reduced_temp_set"),
            helperId("dhw_mode_set"),
            helperId("dhw_comfort_temp_set"),
            helperId("dhw_reduced_temp_set"),
          ),
          entities(
            "What the boiler has",
            "sensor.boiler_last_command",
            "sensor.boiler_zone_mode",
            "sensor.boiler_ch_comfort_temp",
            "sensor.boiler_ch_reduced_temp",
            "sensor.boiler_dhw_mode",
            "sensor.boiler_dhw_comfort_temp",
            "sensor.boiler_dhw_reduced_temp",
          ),
          entities(
            "Holiday",
            helperId("holiday_active"),
            helperId("holiday_until"),
            helperId("holiday_use_reduced"),
            "binary_sensor.boiler_holiday",
            "sensor.boiler_holiday_until",
            "binary_sensor.boiler_holiday_use_reduced",
          ),
          entities(
            "Now",
            "sensor.boiler_bridge_status",
            "binary_sensor.boiler_flame_sensor",
            "binary_sensor.boiler_room_heating_is_active",
            "sensor.boiler_outside_temp",
            "sensor.boiler_room_temp",
            "sensor.boiler_desired_room_temp",
            "sensor.boiler_dhw_storage_temp",
            "sensor.boiler_runtime_today",
          ),
          {
            type: "history-graph",
            title: "Last day",
            hours_to_show: 24,
            entities: [
              "binary_sensor.boiler_flame_sensor",
              "sensor.boiler_outside_temp",
              "sensor.boiler_room_temp",
              "sensor.boiler_dhw_storage_temp",
            ],
          },
          { type: "markdown", title: "Schedule", content: schedule() },
        ],
      },
      {
        title: "Energy",
        path: "energy",
        icon: "mdi:fire",
        cards: [
          entities(
            "Energy and cost",
            "sensor.boiler_heating_power",
            "sensor.boiler_heating_energy_period",
            "sensor.boiler_heating_cost_period",
            "sensor.boiler_heating_energy_total",
            "sensor.boiler_heating_cost_total",
          ),
          {
            type: "statistics-graph",
            title: "Energy a day",
            period: "day",
            days_to_show: 30,
            chart_type: "bar",
            stat_types: ["change"],
            entities: ["sensor.boiler_heating_energy_total"],
          },
          {
            type: "statistics-graph",
            title: "Cost a day",
            period: "day",
            days_to_show: 30,
            chart_type: "bar",
            stat_types: ["change"],
            entities: ["sensor.boiler_heating_cost_total"],
          },
        ],
      },
    ],
  };
}

/** The week as text: the days' sensors hold lists, which no other card shows. */
function schedule(): string {
  return DAYS.map((day) => {
    const id = `sensor.boiler_schedule_${day}`;
    return [
      `**${day[0]?.toUpperCase()}${day.slice(1)}** `,
      `{% for slice in state_attr('${id}', 'slices') or [] %}`,
      "{{ slice.from }}–{{ slice.to }} {{ slice.temperature }}{{ '' if loop.last else ', ' }}",
      "{% endfor %}",
    ].join("");
  }).join("\n\n");
}
