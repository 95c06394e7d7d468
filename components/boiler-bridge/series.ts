/** The series the bridge exports (components/boiler-bridge/service). */
export const BOILER_BRIDGE_SERIES = [
  "boiler_bridge_cloud_requests_total",
  "boiler_bridge_last_read_timestamp_seconds",
  "boiler_bridge_rate_limited",
  "boiler_bridge_login_refused",
  "boiler_bridge_sentinel",
  "boiler_bridge_sentinel_alarm",
  "boiler_bridge_commands_total",
  "boiler_bridge_flame",
  "boiler_bridge_energy_kwh_total",
  "boiler_bridge_home_assistant_connected",
] as const;
