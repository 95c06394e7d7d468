import { counter, declareSeries, gauge } from "../../lib/series";

/** What the service exports beyond the series of its process. */
export const boilerBridgeSeries = declareSeries({
  boiler_bridge_cloud_requests_total: counter("count", "TODO."),
  boiler_bridge_last_read_timestamp_seconds: gauge("timestamp", "TODO."),
  boiler_bridge_rate_limited: gauge("count", "TODO."),
  boiler_bridge_login_refused: gauge("count", "TODO."),
  boiler_bridge_sentinel: gauge("count", "TODO."),
  boiler_bridge_sentinel_alarm: gauge("count", "TODO."),
  boiler_bridge_commands_total: counter("count", "TODO.", "field", "state"),
  boiler_bridge_flame: gauge("count", "TODO."),
  boiler_bridge_energy_kwh_total: counter("count", "TODO."),
  boiler_bridge_home_assistant_connected: gauge("count", "TODO."),
});
