import { MIB } from "../../lib/bytes";
import { around, type Counting, counted, counts, still, taking } from "../../lib/world/course";
import { absent, each, healthy, told } from "../../lib/world/healthy";
import { dashboardsSeries } from "./series/dashboards";
import { logRouterSeries } from "./series/log-router";
import { logStoreSeries } from "./series/log-store";
import { tracesSeries } from "./series/traces";

export const dashboardsHealthy = healthy(dashboardsSeries, () => ({
  grafana_build_info: told(["13.0.0"], (version) => ({ version, edition: "oss", branch: "HEAD", revision: "0", goversion: "go1.25" })),
  grafana_http_request_duration_seconds: each(
    [
      { handler: "/api/health", status_code: "200", perSecond: 0.05 },
      { handler: "/api/ds/query", status_code: "200", perSecond: 0.05 },
      { handler: "/api/ds/query", status_code: "500", perSecond: 1 / 7200 },
      { handler: "/d/:uid/:slug", status_code: "200", perSecond: 0.05 },
    ],
    ({ handler, status_code }) => ({ handler, method: "GET", status_code, status_source: "server", slo_group: "high-fast" }),
    ({ perSecond }) => taking(perSecond, 0.03),
  ),
  grafana_datasource_request_total: each(
    [
      { datasource: "metrics", code: "200", perSecond: 0.1 },
      { datasource: "metrics", code: "502", perSecond: 1 / 7200 },
      { datasource: "logs", code: "200", perSecond: 0.1 },
    ],
    ({ datasource, code }) => ({
      datasource,
      code,
      method: "POST",
      datasource_type: "prometheus",
      secure_socks_ds_proxy_enabled: "false",
    }),
    ({ perSecond }) => counts(perSecond),
  ),
  grafana_database_conn_open: around(3, 2),
  grafana_stat_active_users: still(2),
  grafana_stat_total_users: still(5),
  grafana_stat_totals_dashboard: still(24),
  grafana_stat_totals_folder: still(4),
}));

/** Its parts, one behind the other. */
const PARTS = {
  source: { component_id: "syslog", component_kind: "source", component_type: "syslog" },
  transform: { component_id: "parse", component_kind: "transform", component_type: "remap" },
  sink: { component_id: "store", component_kind: "sink", component_type: "elasticsearch" },
};

/** It began, and never again since. */
const once: Counting = { goes: "up", at: () => 1 };

export const logRouterHealthy = healthy(logRouterSeries, (_, { labels: { instance: host } }) => {
  const parts = <Course extends object>(course: Course, ...names: (keyof typeof PARTS)[]) =>
    each(names, (name) => ({ ...PARTS[name], host }), course);
  const all = <Course extends object>(course: Course) => parts(course, "source", "transform", "sink");
  const sink = { ...PARTS.sink, host };
  const buffer = { ...sink, buffer_id: PARTS.sink.component_id, buffer_type: "disk", stage: "0" };
  return {
    vector_component_received_events_total: all(counts(20)),
    vector_component_received_event_bytes_total: all(counts(8000)),
    vector_component_sent_events_total: all(counts(20)),
    vector_component_sent_bytes_total: [[{ ...sink, endpoint: "http://log-store:9428", protocol: "http" }, counts(3000)]],
    vector_component_errors_total: absent("nothing has failed"),
    vector_component_discarded_events_total: absent("nothing was thrown away"),
    vector_source_lag_time_seconds: parts(taking(20, 0.3), "source"),
    vector_http_server_requests_received_total: absent("no source is asked over HTTP"),
    vector_http_server_responses_sent_total: absent("no source is asked over HTTP"),
    vector_http_client_responses_total: [
      [{ ...sink, status: "200" }, counts(0.5)],
      // at a restart of the store, long ago
      [{ ...sink, status: "503" }, counted(3)],
    ],
    vector_http_client_errors_total: absent("every request got an answer"),
    vector_buffer_size_events: [[buffer, around(15, 12)]],
    vector_buffer_size_bytes: [[buffer, around(9000, 7000)]],
    vector_buffer_max_size_bytes: [[buffer, still(2 ** 30)]],
    vector_utilization: all(around(0.06, 0.04)),
    vector_started_total: [[{ host }, once]],
    vector_uptime_seconds: [[{ host }, counts(1)]],
  };
});

export const logStoreHealthy = healthy(logStoreSeries, () => ({
  zo_ingest_records: each(["default", "ingress"], (stream) => ({ organization: "default", stream, stream_type: "logs" }), counts(10)),
}));

export const tracesHealthy = healthy(tracesSeries, () => {
  const received = <Course extends object>(course: Course) =>
    each(["grpc", "http"], (transport) => ({ receiver: "otlp", transport }), course);
  const exporter = {
    exporter: "otlphttp",
    server_address: "trace-store",
    server_port: "10428",
    url_path: "/insert/opentelemetry/v1/traces",
  };
  const queue = { exporter: "otlphttp", data_type: "traces" };
  return {
    otelcol_receiver_accepted_spans: received(counts(5)),
    otelcol_receiver_refused_spans: absent("no span was refused"),
    otelcol_receiver_failed_spans: absent("no span has failed"),
    otelcol_processor_memory_limiter_accepted_spans: [[{ processor: "memory_limiter" }, counts(10)]],
    otelcol_processor_memory_limiter_refused_spans: absent("there was always memory"),
    otelcol_processor_batch_batch_send_size: [[{ processor: "batch" }, taking(0.2, 50, { bounds: [10, 25, 50, 75, 100, 250, 500, 1000] })]],
    otelcol_exporter_sent_spans: [[exporter, counts(10)]],
    otelcol_exporter_send_failed_spans: absent("all was sent"),
    otelcol_exporter_enqueue_failed_spans: absent("the queue was never full"),
    otelcol_exporter_queue_size: [[queue, still(0)]],
    otelcol_exporter_queue_capacity: [[queue, still(1000)]],
    otelcol_process_cpu_seconds: counts(0.01),
    otelcol_process_memory_rss: around(110 * MIB, 10 * MIB),
    otelcol_process_uptime: counts(1),
  };
});
