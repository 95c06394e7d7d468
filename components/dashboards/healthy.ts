import { around, counts, still, taking } from "../../lib/world/course";
import { each, healthy, told } from "../../lib/world/healthy";
import { dashboardsSeries } from "./series";

export const dashboardsHealthy = healthy(dashboardsSeries, () => ({
  grafana_build_info: told(["13.1.5"], (version) => ({ version, edition: "oss", branch: "HEAD", revision: "0", goversion: "go1.25" })),
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
  grafana_http_request_in_flight: still(1),
  grafana_database_conn_open: around(3, 2),
  go_sql_open_connections: [[{ db_name: "grafana" }, around(3, 2)]],
  go_sql_in_use_connections: [[{ db_name: "grafana" }, still(1)]],
  go_sql_max_open_connections: [[{ db_name: "grafana" }, still(20)]],
  go_sql_wait_duration_seconds_total: [[{ db_name: "grafana" }, counts(0.001)]],
  grafana_stat_active_users: still(2),
  grafana_stat_total_users: still(5),
  grafana_stat_totals_dashboard: still(24),
  grafana_stat_totals_folder: still(4),
  grafana_stat_totals_alert_rules: still(0),
}));
