import { counter, declareSeries, gauge } from "../../lib/series";

/** What the service exports beyond the series of its process. */
export const deadManSeries = declareSeries({
  dead_man_pings_total: counter("count", "TODO.", "outcome"),
  dead_man_last_success_timestamp_seconds: gauge("timestamp", "TODO."),
});
