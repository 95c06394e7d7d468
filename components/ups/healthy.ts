import { around, still } from "../../lib/world/course";
import { by, healthy, told } from "../../lib/world/healthy";
import { UPS_FLAGS, upsSeries } from "./series";

/** On mains, its battery full. */
export const upsHealthy = healthy(
  upsSeries,
  () => ({
    network_ups_tools_battery_charge: still(100),
    network_ups_tools_battery_charge_low: still(10),
    network_ups_tools_battery_runtime: around(2500, 100),
    network_ups_tools_battery_runtime_low: still(300),
    network_ups_tools_battery_temperature: around(27, 1),
    network_ups_tools_battery_voltage: around(27.2, 0.1),
    network_ups_tools_battery_voltage_nominal: still(24),
    network_ups_tools_device_info: told(["Rack 900"], (model) => ({ model, mfr: "Example", type: "ups" })),
    network_ups_tools_input_voltage: around(230, 4),
    network_ups_tools_input_voltage_nominal: still(230),
    network_ups_tools_output_voltage: around(230, 2),
    network_ups_tools_ups_load: around(24, 4),
    network_ups_tools_ups_realpower: around(216, 30),
    network_ups_tools_ups_realpower_nominal: still(900),
    network_ups_tools_ups_status: by("flag", Object.fromEntries(UPS_FLAGS.map((flag) => [flag, still(flag === "OL" ? 1 : 0)]))),
    network_ups_tools_ups_temperature: around(30, 1),
  }),
  // the exporter's own answer tells of no UPS
  { on: ({ labels }) => labels.ups !== undefined },
);
