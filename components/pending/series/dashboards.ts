import { counter, declareSeries, gauge, histogram, info, unconfirmed } from "../../../lib/series";

/** Series of the dashboard application that rules and dashboards may read (read in Grafana's sources, pkg/infra/metrics and pkg/middleware; not run). */
export const dashboardsSeries = declareSeries({
  grafana_build_info: unconfirmed(info("Release of the application.", "version", "edition", "branch?", "revision?", "goversion?")),
  grafana_http_request_duration_seconds: unconfirmed(
    histogram("seconds", "Time of a request.", "handler", "method", "status_code", "status_source?", "slo_group?"),
  ),
  grafana_datasource_request_total: unconfirmed(
    counter("count", "Calls to a data source.", "datasource", "code", "method", "datasource_type?", "secure_socks_ds_proxy_enabled?"),
  ),
  grafana_database_conn_open: unconfirmed(gauge("count", "Connections to its database; deprecated.")),
  grafana_stat_active_users: unconfirmed(gauge("count", "People who came lately.")),
  grafana_stat_total_users: unconfirmed(gauge("count", "People.")),
  grafana_stat_totals_dashboard: unconfirmed(gauge("count", "Dashboards.")),
  grafana_stat_totals_folder: unconfirmed(gauge("count", "Folders.")),
});
