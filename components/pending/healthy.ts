import { MIB } from "../../lib/bytes";
import { around, counts, still, taking } from "../../lib/world/course";
import { absent, each, healthy, told } from "../../lib/world/healthy";
import { dashboardsSeries } from "./series/dashboards";
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
