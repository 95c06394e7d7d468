import { dashboardsSeries } from "../../../components/dashboards/series";
import { minutes } from "../../../lib/duration";
import { counts } from "../../../lib/world/course";
import { appears, becomes, countsFaster, goes, startsAgain, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const {
  go_sql_wait_duration_seconds_total: waited,
  grafana_datasource_request_total: sourceRequests,
  grafana_http_request_duration_seconds: took,
  grafana_stat_totals_alert_rules: ownRules,
  grafana_stat_totals_dashboard: dashboardCount,
} = dashboardsSeries;

const PEOPLE = { job: "grafana" };

/** But for its absence recorded, and told to nobody: its series are unconfirmed. */
export const dashboardFaults: Faults = () => [
  {
    title: "the dashboard application crashes",
    change: together(targetFails(targets(PEOPLE)), goes(dashboardCount(PEOPLE))),
    expect: platform("DashboardsDown", "warning", 6),
  },
  {
    title: "the dashboard application was removed",
    change: targetGoes(targets(PEOPLE)),
    expect: platform("DashboardsDown", "warning", 11),
  },
  {
    title: "the dashboards without a login are down",
    change: targetFails(targets({ job: "grafana-embed" })),
    expect: platform("DashboardFramesDown", "warning", 6),
  },
  {
    title: "the database of the dashboard application is locked",
    change: appears("grafana", took.count({ handler: "/api/dashboards/uid/:uid", method: "GET", status_code: "500" }), counts(0.3)),
    expect: platform("DashboardsRequestsFailing", "info", 16),
  },
  {
    title: "requests to the dashboard application wait for a connection to its database",
    change: countsFaster(waited(PEOPLE), 2),
    expect: platform("DashboardsDatabaseWaits", "info", 18),
  },
  {
    title: "the dashboard application waits for everything",
    change: countsFaster(took.sum(PEOPLE), 2),
    expect: platform("DashboardsRequestsSlow", "info", 20),
  },
  {
    title: "the log store does not answer the dashboards",
    change: appears("grafana", sourceRequests({ datasource: "logs", code: "502", method: "POST" }), counts(0.3)),
    expect: platform("DashboardsSourceFailing", "info", 16),
  },
  {
    title: "the files of the dashboards are not mounted any more",
    change: becomes(dashboardCount(PEOPLE), 2),
    expect: platform("DashboardsLost", "info", 6),
  },
  {
    title: "somebody makes alerting rules in the dashboard application",
    change: becomes(ownRules(PEOPLE), 3),
    expect: platform("DashboardsOwnAlertRules", "info", 11),
  },
  {
    title: "the dashboard application was started anew",
    change: together(startsAgain(took.sum(PEOPLE)), startsAgain(took.count(PEOPLE)), startsAgain(sourceRequests(PEOPLE))),
    expect: { nothingFor: minutes(30) },
  },
];
