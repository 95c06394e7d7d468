import { LAG_BUCKETS } from "../../lib/logs/record-lag";
import { counter, declareSeries, gauge, histogram, unconfirmed, withBuckets } from "../../lib/series";

/** Its part: a source, a transform or a sink. `host` is the pod's. */
const COMPONENT = ["component_id", "component_kind", "component_type", "host?"] as const;
const BUFFER = [...COMPONENT, "buffer_id?", "buffer_type?", "stage?"] as const;

/** Series of the log router that rules and dashboards may read (seen on Vector 0.57.0). What is 0 until something happens is absent until then. */
export const logRouterSeries = declareSeries({
  vector_component_received_events_total: counter("count", "Records that a part was given.", ...COMPONENT),
  vector_component_received_event_bytes_total: counter("bytes", "Size of the records that a part was given.", ...COMPONENT),
  vector_component_sent_events_total: counter("count", "Records that a part passed on.", ...COMPONENT, "output?"),
  vector_component_sent_bytes_total: counter("bytes", "Bytes that a sink sent.", ...COMPONENT, "endpoint?", "protocol?"),
  vector_component_errors_total: counter("count", "Errors.", ...COMPONENT, "error_type", "stage?", "error_code?"),
  vector_component_discarded_events_total: counter(
    "count",
    "Records thrown away: by intent or, which loses them, without.",
    ...COMPONENT,
    "intentional",
  ),
  vector_source_lag_time_seconds: histogram(
    "seconds",
    "Age of a record when it came, by the time that the source itself gave it.",
    ...COMPONENT,
  ),
  vector_http_server_requests_received_total: counter("count", "Requests to a source.", ...COMPONENT, "method", "path"),
  vector_http_server_responses_sent_total: counter("count", "Answers of a source.", ...COMPONENT, "status"),
  vector_http_client_responses_total: counter("count", "Answers to a sink.", ...COMPONENT, "status"),
  vector_http_client_errors_total: counter("count", "Requests of a sink that got no answer.", ...COMPONENT),

  // one on disk blocks 128 MiB before it is full
  vector_buffer_size_events: gauge("count", "Records in a buffer.", ...BUFFER),
  vector_buffer_size_bytes: gauge("bytes", "Bytes in a buffer.", ...BUFFER),
  vector_buffer_max_size_bytes: gauge("bytes", "Most bytes of a buffer on disk.", ...BUFFER),

  // by a transform of our own (lib/logs/record-lag.ts)
  log_router_record_lag_seconds: withBuckets(
    unconfirmed(histogram("seconds", "Age of a record when the router has read it, by the record's own time.", "source")),
    LAG_BUCKETS,
  ),

  vector_utilization: gauge("ratio", "Share of its time that a part works.", ...COMPONENT),
  vector_started_total: counter("count", "Times that the router began.", "host?"),
  vector_uptime_seconds: gauge("seconds", "Time since the router began.", "host?"),
});
