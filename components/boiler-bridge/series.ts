import { counter, declareSeries, gauge } from "../../lib/series";

/** What the bridge exports beyond the series of its process. */
export const boilerBridgeSeries = declareSeries({
  boiler_bridge_commands_total: counter("count", "Commands by field and the state they reached.", "field", "state"),
  boiler_bridge_cloud_requests_total: counter("count", "Requests to the boiler cloud by call and outcome.", "call", "outcome"),
  boiler_bridge_last_read_timestamp_seconds: gauge(
    "timestamp",
    "When the boiler was last read well, in seconds since the epoch; the start until then.",
  ),
  boiler_bridge_rate_limited: gauge("flag", "1 while the cloud blocks requests."),
  boiler_bridge_login_refused: gauge("flag", "1 while the cloud refuses the login."),
  boiler_bridge_sentinel: gauge("flag", "1 while the cloud's heating setpoints are the inverted sentinel."),
  boiler_bridge_sentinel_alarm: gauge("flag", "1 while the sentinel stands and the bridge can't repair it."),
  boiler_bridge_flame: gauge("flag", "1 while the burner fires."),
  // no counter, for which prom-client has no `set`: the total outlives the process
  boiler_bridge_energy_kwh_total: gauge("kilowatt-hours", "Heating energy counted from the flame, in kWh."),
  boiler_bridge_state_unsaved: gauge("flag", "1 while the bridge's state can't be saved: a restart would lose what was counted since."),
  boiler_bridge_home_assistant_connected: gauge("flag", "1 while Home Assistant is connected."),
});
