import { storeOf, streamOf } from "../../lib/logs/router-names";
import { around, type Counting, counted, counts, still, taking } from "../../lib/world/course";
import { absent, each, healthy } from "../../lib/world/healthy";
import { logRouterSeries } from "./series";
import { STREAMS } from "./streams/all";

/** Its parts, one behind the other. */
const PARTS = {
  source: { component_id: "aggregator", component_kind: "source", component_type: "http_server" },
  transform: { component_id: "stream_pod_logs", component_kind: "transform", component_type: "remap" },
  sink: { component_id: "store_pod_logs", component_kind: "sink", component_type: "elasticsearch" },
};

/** Of what comes at the busiest hour. */
const USUAL_SHARE = 0.02;

/** The parts of each stream but those of the one above, and the records that come to them. */
const OTHERS = STREAMS.filter(({ name }) => storeOf(name) !== PARTS.sink.component_id).flatMap(({ name, busy }) => [
  { ...PARTS.transform, component_id: streamOf(name), perSecond: USUAL_SHARE * busy.recordsPerSecond },
  { ...PARTS.sink, component_id: storeOf(name), perSecond: USUAL_SHARE * busy.recordsPerSecond },
]);

/** It began, and never again since. */
const once: Counting = { goes: "up", at: () => 1 };

export const logRouterHealthy = healthy(logRouterSeries, (_, { labels: { instance: host } }) => {
  const parts = <Course extends object>(course: Course, ...names: (keyof typeof PARTS)[]) =>
    each(names, (name) => ({ ...PARTS[name], host }), course);
  const all = <Course extends object>(course: Course) => parts(course, "source", "transform", "sink");
  const others = each(
    OTHERS,
    ({ perSecond: _perSecond, ...part }) => ({ ...part, host }),
    ({ perSecond }) => counts(perSecond),
  );
  const [source, sink] = [
    { ...PARTS.source, host },
    { ...PARTS.sink, host },
  ];
  const buffer = { ...sink, buffer_id: PARTS.sink.component_id, buffer_type: "disk", stage: "0" };
  return {
    vector_component_received_events_total: [...all(counts(20)), ...others],
    vector_component_received_event_bytes_total: all(counts(8000)),
    vector_component_sent_events_total: [...all(counts(20)), ...others],
    vector_component_sent_bytes_total: [[{ ...sink, endpoint: "http://log-store.logging.svc:5080", protocol: "http" }, counts(3000)]],
    vector_component_errors_total: absent("nothing has failed"),
    vector_component_discarded_events_total: absent("nothing was thrown away"),
    vector_source_lag_time_seconds: parts(taking(20, 0.3), "source"),
    vector_http_server_requests_received_total: [[{ ...source, method: "POST", path: "/" }, counts(1)]],
    vector_http_server_responses_sent_total: [[{ ...source, status: "200" }, counts(1)]],
    vector_http_client_responses_total: [
      [{ ...sink, status: "200" }, counts(0.5)],
      // at a restart of the store, long ago
      [{ ...sink, status: "503" }, counted(3)],
    ],
    vector_http_client_errors_total: absent("every request got an answer"),
    vector_buffer_size_events: [[buffer, around(15, 12)]],
    vector_buffer_size_bytes: [[buffer, around(9000, 7000)]],
    vector_buffer_max_size_bytes: [[buffer, still(2 ** 30)]],
    log_router_record_lag_seconds: [[{ source: "aggregator" }, taking(20, 4)]],
    vector_utilization: all(around(0.06, 0.04)),
    vector_started_total: [[{ host }, once]],
    vector_uptime_seconds: [[{ host }, counts(1)]],
  };
});
