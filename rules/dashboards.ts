import { dashboardsSeries } from "../components/pending/series/dashboards";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { matches } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { shareProof } from "./proof-counter";
import { meanProof } from "./proof-mean";

const {
  grafana_build_info: built,
  grafana_datasource_request_total: sourceRequests,
  grafana_http_request_duration_seconds: took,
  grafana_stat_totals_dashboard: dashboardCount,
} = dashboardsSeries;

const ERROR_SHARE = 0.05;
const SLOW_SECONDS = 5;
/** Their definitions come and go one by one. */
const DASHBOARDS_LEFT = 0.5;

/**
 * The dashboard application, which comes later. Nobody here has seen its series on a running one: until somebody has, they are recorded
 * and wake nobody. That its pods are not ready is told as of any workload.
 */
export function dashboards(): RuleBundle {
  // proofs
  const info = { version: "13.0.0", edition: "oss" };
  const asked = { handler: "/api/dashboards/uid/:uid", method: "GET" };
  const failing = shareProof(
    ({ errors, rest }) => ({
      [took.count({ ...asked, status_code: "500" })]: errors,
      [took.count({ ...asked, status_code: "200" })]: rest,
    }),
    { threshold: ERROR_SHARE, range: 10, wait: 10, beside: 1 },
  );
  const slow = meanProof(took, { ...asked, status_code: "200" }, SLOW_SECONDS);
  const source = { datasource: "metrics", method: "POST" };
  const unanswered = shareProof(
    ({ errors, rest }) => ({ [sourceRequests({ ...source, code: "502" })]: errors, [sourceRequests({ ...source, code: "200" })]: rest }),
    { threshold: ERROR_SHARE, range: 10, wait: 10, beside: 1 },
  );
  const counted = (values: string) => ({ [dashboardCount()]: values });

  return area("dashboards", { component: "Platform", severity: "info", ...COMES_AND_GOES }, [
    alert("DashboardsDown", {
      // that it was there within a day says that it is part of the installation
      expr: `count(max_over_time(${built()}[1d])) unless count(max_over_time(${built()}[4m30s]))`,
      for: minutes(5),
      inhibits: [{ alerts: ["DashboardsLost"] }],
      summary: "The dashboard application is gone",
      description: "Nobody sees a dashboard. Alerts go on: look at its pod.",
      fires: [after(minutes(19), { [built(info)]: "1x9 stale" }), keptAfter(minutes(9 + 24 * 60 - 1), { [built(info)]: "1x9 stale" })],
      silent: [after(minutes(19), { [built(info)]: "1x100" }), overAfter(minutes(9 + 24 * 60 + 5), { [built(info)]: "1x9 stale" })],
    }),
    alert("DashboardsRequestsFailing", {
      // one a second more, so that a few requests are no share
      expr: [
        `sum(rate(${took.count({ status_code: matches("5..") })}[10m]))`,
        `/ (sum(rate(${took.count()}[10m])) + 1) > ${ERROR_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The dashboard application answers with errors",
      description: "{{ $value | humanize }} of all requests (1 is all). Its log has the reason; its database is the usual one.",
      fires: failing.fires,
      silent: failing.silent,
    }),
    alert("DashboardsRequestsSlow", {
      expr: `sum(rate(${took.sum()}[10m])) / sum(rate(${took.count()}[10m])) > ${SLOW_SECONDS}`,
      for: minutes(10),
      summary: "The dashboard application is slow",
      description: "A request takes {{ $value | humanizeDuration }} on average. Look at the store that it asks, then at its own limits.",
      fires: slow.fires,
      silent: slow.silent,
    }),
    alert("DashboardsSourceFailing", {
      expr: [
        `sum by (datasource) (rate(${sourceRequests({ code: matches("5..") })}[10m]))`,
        `/ (sum by (datasource) (rate(${sourceRequests()}[10m])) + 1) > ${ERROR_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "Data source {{ $labels.datasource }} answers the dashboards with errors",
      description: "{{ $value | humanize }} of all requests (1 is all). Panels stay empty: look at the store behind it.",
      fires: unanswered.fires,
      silent: unanswered.silent,
    }),
    alert("DashboardsLost", {
      expr: `max(${dashboardCount()}) < ${DASHBOARDS_LEFT} * max(max_over_time(${dashboardCount()}[1d]))`,
      for: minutes(5),
      summary: "Many dashboards are gone",
      description: "{{ $value }} are left. Their files don't arrive any more, or the application was started with an empty database.",
      fires: [after(minutes(15), counted("24x9 11x3000")), keptAfter(minutes(9 + 24 * 60 - 1), counted("24x9 11x3000"))],
      silent: [counted("24x9 13x3000"), overAfter(minutes(9 + 24 * 60 + 2), counted("24x9 11x3000"))],
    }),
  ]);
}
