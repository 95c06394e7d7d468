import { counter, declareSeries, gauge } from "../../lib/series";

/** What the service exports beyond the series of its process. */
export const deadManSeries = declareSeries({
  dead_man_pings_total: counter("count", "Heartbeats sent on, by what became of them.", "outcome"),
  dead_man_last_success_timestamp_seconds: gauge("timestamp", "When a heartbeat was last taken."),
});
