import { declareSeries, gauge, info, seriesOf } from "../../lib/series";

/**
 * What nut_exporter 3.2.5 makes of a UPS (collectors/nut_collector.go): every variable of NUT a gauge of its name. `ups`
 * comes from our scrape, because the exporter's samples don't say whose they are. A UPS that lacks a variable lacks its series.
 */
export const upsSeries = declareSeries({
  network_ups_tools_battery_charge: gauge("percent", "Charge of the battery.", "ups"),
  network_ups_tools_battery_charge_low: gauge("percent", "Charge at which the UPS says that the battery is low.", "ups"),
  network_ups_tools_battery_runtime: gauge("seconds", "Time for which the battery lasts at the present load.", "ups"),
  network_ups_tools_battery_runtime_low: gauge("seconds", "Time left at which the UPS says that the battery is low.", "ups"),
  network_ups_tools_battery_temperature: gauge("celsius", "Temperature of the battery.", "ups"),
  network_ups_tools_battery_voltage: gauge("volts", "Voltage of the battery.", "ups"),
  network_ups_tools_battery_voltage_nominal: gauge("volts", "Voltage that the battery is made for.", "ups"),
  network_ups_tools_device_info: info(
    "Who made the UPS, and what it is.",
    "ups",
    "model?",
    "mfr?",
    "serial?",
    "type?",
    "description?",
    "contact?",
    "location?",
    "part?",
    "macaddr?",
  ),
  network_ups_tools_input_voltage: gauge("volts", "Voltage of the mains.", "ups"),
  network_ups_tools_input_voltage_nominal: gauge("volts", "Voltage that the mains should have.", "ups"),
  network_ups_tools_output_voltage: gauge("volts", "Voltage that the load gets.", "ups"),
  network_ups_tools_ups_load: gauge("percent", "Load, of what the UPS can carry.", "ups"),
  network_ups_tools_ups_realpower: gauge("watts", "Power that the load draws, where the UPS measures it.", "ups"),
  network_ups_tools_ups_realpower_nominal: gauge("watts", "Power that the UPS can carry.", "ups"),
  network_ups_tools_ups_status: gauge(
    "flag",
    "1 for each word of the UPS's status, 0 for the others of the exporter's list.",
    "ups",
    "flag",
  ),
  network_ups_tools_ups_temperature: gauge("celsius", "Temperature inside the UPS.", "ups"),
});

/** The words of a status that the exporter always exports (its flag --nut.statuses); a UPS may add its own. */
export const UPS_FLAGS = "OL OB LB HB RB CHRG DISCHRG BYPASS CAL OFF OVER TRIM BOOST FSD SD".split(" ");

/** NUT's variables behind the series; what the exporter exports by default lacks the runtime. */
export const UPS_VARIABLES = seriesOf(upsSeries)
  .filter(({ kind }) => kind !== "info")
  .map(({ name }) => name.replace(/^network_ups_tools_/, "").replaceAll("_", "."));
