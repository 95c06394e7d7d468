import { dashboardsSeries } from "../components/dashboards/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { faster, shareProof } from "./proof-counter";
import { meanProof } from "./proof-mean";
import { serviceDown } from "./service-down";

const {
  go_sql_wait_duration_seconds_total: waited,
  grafana_datasource_request_total: sourceRequests,
  grafana_http_request_duration_seconds: took,
  grafana_stat_totals_alert_rules: ownRules,
  grafana_stat_totals_dashboard: dashboardCount,
} = dashboardsSeries;

const ERROR_SHARE = 0.05;
const SLOW_SECONDS = 5;
/** Their definitions come and go one by one. */
const DASHBOARDS_LEFT = 0.5;
/** Seconds waited in a second: half of one request, always. */
const WAITED_SHARE = 0.5;

/**
 * The dashboard application. That a process is gone is told by its scrape; nobody here has seen the series of a running one, and until somebody has,
 * the rest is recorded and wakes nobody. `frames` is the one without a login, where there is one.
 */
export function dashboards({ people, frames }: { readonly people: Scraped; readonly frames?: Scraped | undefined }): RuleBundle {
  const jobs = frames === undefined ? { job: people.job } : { job: matches(`${people.job}|${frames.job}`) };
  const of = { job: people.job };
  // proofs
  const asked = { ...of, handler: "/api/dashboards/uid/:uid", method: "GET" };
  const failing = shareProof(
    ({ errors, rest }) => ({
      [took.count({ ...asked, status_code: "500" })]: errors,
      [took.count({ ...asked, status_code: "200" })]: rest,
    }),
    { threshold: ERROR_SHARE, range: 10, wait: 10, beside: 1 },
  );
  const slow = meanProof(took, { ...asked, status_code: "200" }, SLOW_SECONDS);
  const source = { ...of, datasource: "metrics", method: "POST" };
  const unanswered = shareProof(
    ({ errors, rest }) => ({ [sourceRequests({ ...source, code: "502" })]: errors, [sourceRequests({ ...source, code: "200" })]: rest }),
    { threshold: ERROR_SHARE, range: 10, wait: 10, beside: 1 },
  );
  const counted = (values: string) => ({ [dashboardCount(of)]: values });
  const pool = (perMinute: number) => ({ [waited({ ...of, db_name: "grafana" })]: faster(perMinute) });

  return area("dashboards", { component: "Platform", severity: "info", ...COMES_AND_GOES }, [
    serviceDown("DashboardsDown", people, {
      component: "Platform",
      severity: "warning",
      inhibits: [{ alerts: ["DashboardsLost"] }],
      summary: "The dashboard application is down",
      description: "Nobody sees a dashboard. Alerts go on: look at its pod, then at its database.",
    }),
    ...(frames === undefined
      ? []
      : [
          serviceDown("DashboardFramesDown", frames, {
            component: "Platform",
            severity: "warning",
            summary: "The dashboards without a login are down",
            description:
              "Screens and frames that show them stay empty. Look at its pods, then at the database that it shares with the other.",
          }),
        ]),
    alert("DashboardsRequestsFailing", {
      // one a second more, so that a few requests are no share
      expr: [
        `sum by (job) (rate(${took.count({ ...jobs, status_code: matches("5..") })}[10m]))`,
        `/ (sum by (job) (rate(${took.count(jobs)}[10m])) + 1) > ${ERROR_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The dashboard application {{ $labels.job }} answers with errors",
      description: "{{ $value | humanize }} of all requests (1 is all). Its log has the reason; its database is the usual one.",
      fires: failing.fires,
      silent: failing.silent,
    }),
    alert("DashboardsRequestsSlow", {
      expr: `sum by (job) (rate(${took.sum(jobs)}[10m])) / sum by (job) (rate(${took.count(jobs)}[10m])) > ${SLOW_SECONDS}`,
      for: minutes(10),
      summary: "The dashboard application {{ $labels.job }} is slow",
      description: "A request takes {{ $value | humanizeDuration }} on average. Look at the store that it asks, then at its own limits.",
      fires: slow.fires,
      silent: slow.silent,
    }),
    alert("DashboardsDatabaseWaits", {
      expr: `sum by (job) (rate(${waited(jobs)}[10m])) > ${WAITED_SHARE}`,
      for: minutes(10),
      summary: "The dashboard application {{ $labels.job }} waits for its database",
      description:
        "{{ $value | humanize }} seconds are waited for a connection in each second. Its pool is used up: the database is slow, or a request never ends.",
      fires: [after(minutes(30), pool(60 * (WAITED_SHARE + 0.02)))],
      silent: [pool(60 * (WAITED_SHARE - 0.02))],
    }),
    alert("DashboardsSourceFailing", {
      expr: [
        `sum by (job, datasource) (rate(${sourceRequests({ ...jobs, code: matches("5..") })}[10m]))`,
        `/ (sum by (job, datasource) (rate(${sourceRequests(jobs)}[10m])) + 1) > ${ERROR_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "Data source {{ $labels.datasource }} answers the dashboards with errors",
      description: "{{ $value | humanize }} of all requests (1 is all). Panels stay empty: look at the store behind it.",
      fires: unanswered.fires,
      silent: unanswered.silent,
    }),
    alert("DashboardsLost", {
      expr: `max(${dashboardCount(of)}) < ${DASHBOARDS_LEFT} * max(max_over_time(${dashboardCount(of)}[1d]))`,
      for: minutes(5),
      summary: "Many dashboards are gone",
      description: "{{ $value }} are left. Their files don't arrive any more, or the application was started with an empty database.",
      fires: [after(minutes(15), counted("24x9 11x3000")), keptAfter(minutes(9 + 24 * 60 - 1), counted("24x9 11x3000"))],
      silent: [counted("24x9 13x3000"), overAfter(minutes(9 + 24 * 60 + 2), counted("24x9 11x3000"))],
    }),
    alert("DashboardsOwnAlertRules", {
      expr: `max(${ownRules(of)}) > 0`,
      for: minutes(10),
      summary: "The dashboard application has alerting rules of its own",
      description:
        "{{ $value }} of them: its alerting is off, and nobody evaluates them. Write them as rules here, and take them out of the application.",
      fires: { [ownRules(of)]: "1x30" },
      silent: { [ownRules(of)]: "0x30" },
    }),
  ]);
}
