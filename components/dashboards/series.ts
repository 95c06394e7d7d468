import { counter, declareSeries, gauge, histogram, info, unconfirmed } from "../../lib/series";

/**
 * Series of the dashboard application that rules and dashboards may read: read in Grafana's sources (pkg/infra/metrics, pkg/middleware; `go_sql_*` as
 * prometheus/client_golang names them, which release 13 has in place of its own), not run.
 */
export const dashboardsSeries = declareSeries({
  grafana_build_info: unconfirmed(info("Release of the application.", "version", "edition", "branch?", "revision?", "goversion?")),
  grafana_http_request_duration_seconds: unconfirmed(
    histogram("seconds", "Time of a request.", "handler", "method", "status_code", "status_source?", "slo_group?"),
  ),
  grafana_http_request_in_flight: unconfirmed(gauge("count", "Requests that are being answered.")),
  grafana_datasource_request_total: unconfirmed(
    counter("count", "Calls to a data source.", "datasource", "code", "method", "datasource_type?", "secure_socks_ds_proxy_enabled?"),
  ),
  grafana_database_conn_open: unconfirmed(gauge("count", "Connections to its database, by the name that release 13 is about to drop.")),
  go_sql_open_connections: unconfirmed(gauge("count", "Connections to its database.", "db_name")),
  go_sql_in_use_connections: unconfirmed(gauge("count", "Connections to its database that something waits for.", "db_name")),
  go_sql_max_open_connections: unconfirmed(gauge("count", "Connections to its database at most.", "db_name")),
  go_sql_wait_duration_seconds_total: unconfirmed(counter("seconds", "Time that was waited for a connection to its database.", "db_name")),
  grafana_stat_active_users: unconfirmed(gauge("count", "People who came lately.")),
  grafana_stat_total_users: unconfirmed(gauge("count", "People.")),
  grafana_stat_totals_dashboard: unconfirmed(gauge("count", "Dashboards.")),
  grafana_stat_totals_folder: unconfirmed(gauge("count", "Folders.")),
  grafana_stat_totals_alert_rules: unconfirmed(gauge("count", "Alerting rules of its own, of which there should be none.")),
});
