import { counter, declareSeries, unconfirmed } from "../../../lib/series";

/** Series of the log store that rules and dashboards may read (read in the documentation of OpenObserve, "Monitoring"; not run). */
export const logStoreSeries = declareSeries({
  zo_ingest_records: unconfirmed(counter("count", "Records that were taken.", "organization", "stream", "stream_type")),
});
