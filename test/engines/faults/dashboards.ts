import { dashboardsSeries } from "../../../components/dashboards/series";
import { minutes } from "../../../lib/duration";
import { counts } from "../../../lib/world/course";
import { appears, becomes, countsFaster, goes, startsAgain, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const {
  grafana_build_info: built,
  grafana_datasource_request_total: sourceRequests,
  grafana_http_request_duration_seconds: took,
  grafana_stat_totals_dashboard: dashboardCount,
} = dashboardsSeries;

/** Recorded, and told to nobody: its series are unconfirmed. */
export const dashboardFaults: Faults = () => [
  {
    title: "the dashboard application crashes",
    change: together(goes(built()), goes(took.count()), goes(dashboardCount())),
    expect: platform("DashboardsDown", "info", 11),
  },
  {
    title: "the database of the dashboard application is locked",
    change: appears("grafana", took.count({ handler: "/api/dashboards/uid/:uid", method: "GET", status_code: "500" }), counts(0.3)),
    expect: platform("DashboardsRequestsFailing", "info", 16),
  },
  {
    title: "the dashboard application waits for everything",
    change: countsFaster(took.sum(), 2),
    expect: platform("DashboardsRequestsSlow", "info", 20),
  },
  {
    title: "the log store does not answer the dashboards",
    change: appears("grafana", sourceRequests({ datasource: "logs", code: "502", method: "POST" }), counts(0.3)),
    expect: platform("DashboardsSourceFailing", "info", 16),
  },
  {
    title: "the files of the dashboards are not mounted any more",
    change: becomes(dashboardCount(), 2),
    expect: platform("DashboardsLost", "info", 6),
  },
  {
    title: "the dashboard application was started anew",
    change: together(startsAgain(took.sum()), startsAgain(took.count()), startsAgain(sourceRequests())),
    expect: { nothingFor: minutes(30) },
  },
];
