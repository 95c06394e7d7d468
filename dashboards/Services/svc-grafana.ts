import { dashboardsSeries } from "../../components/dashboards/series";
import { cloudnativePgSeries } from "../../components/databases/series/cloudnative-pg";
import { dashboardsNotProvisioned } from "../../components/log-router/alerts/dashboards";
import { type Dashboard, dashboard, type Row } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { graph, stat, timeline } from "../../lib/dashboards/panel";
import { warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { targetSeries } from "../../lib/metrics/built-in-series";
import { escapePattern } from "../../lib/metrics/promql";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches, matchesNot, not } from "../../lib/series";
import { podsRow, type ServicePods } from "../shared/own-service";
import { orNoneBy, shareOf } from "../shared/share";

const {
  go_sql_in_use_connections: inUse,
  go_sql_max_open_connections: mostOpen,
  go_sql_open_connections: open,
  go_sql_wait_duration_seconds_total: waited,
  grafana_build_info: release,
  grafana_datasource_request_total: sourceRequests,
  grafana_http_request_duration_seconds: took,
  grafana_http_request_in_flight: inFlight,
  grafana_stat_active_users: activePeople,
  grafana_stat_total_users: people,
  grafana_stat_totals_alert_rules: ownRules,
  grafana_stat_totals_dashboard: dashboardCount,
  grafana_stat_totals_folder: folderCount,
} = dashboardsSeries;
const {
  cnpg_backends_max_tx_duration_seconds: transaction,
  cnpg_backends_total: sessions,
  cnpg_collector_up: answers,
  cnpg_pg_database_size_bytes: size,
  cnpg_pg_replication_lag: lag,
  cnpg_pg_settings_setting: setting,
} = cloudnativePgSeries;

/** What the application consists of. */
export interface DashboardApplication {
  /** What people log in to, and what shows frames without a login, where there is one. */
  readonly people: Scraped;
  readonly frames?: Scraped | undefined;
  readonly namespace: string;
  /** Its PostgreSQL cluster. */
  readonly database: ServicePods;
}

const FAILED = matches("5..");

export function svcGrafana({ people: { job }, frames, namespace, database }: DashboardApplication): Dashboard {
  const names = frames === undefined ? [job] : [job, frames.job];
  const jobs = { job: matches(names.join("|")) };
  const of = { job };
  const requests = (range: string, labels = {}): string => `sum by (job) (rate(${took.count({ ...jobs, ...labels })}[${range}]))`;
  const sources = (labels = {}): string => `sum by (job, datasource) (rate(${sourceRequests({ ...jobs, ...labels })}[10m]))`;
  // as the alerts count: one a second more, so that a few requests are no share
  const requestsFailed = shareOf(requests("10m", { status_code: FAILED }), `(${requests("10m")} + 1)`);
  const sourcesFailed = shareOf(sources({ code: FAILED }), `(${sources()} + 1)`);
  const waiting = `sum by (job) (rate(${waited(jobs)}[10m]))`;
  const within = (share: number): string => `histogram_quantile(${share}, sum by (job, le) (rate(${took.bucket(jobs)}[$__rate_interval])))`;
  return dashboard({
    uid: "svc-grafana",
    title: "Dashboards application",
    folder: "Services",
    question: "Do these pages open, fast and with data, and if not, is it the application, its database or a store that it asks?",
    asker: "whoever opened a page that stayed empty, was slow or was not there",
    areas: ["dashboards"],
    alerts: [dashboardsNotProvisioned.name],
    next: ["svc-databases", "vm-single", "logstore", "sec-sso", "k8s-namespace-pods"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Processes that answer",
            description: "None of those that people log in to: nobody sees a page. Alerts go on without it.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [answering(job), ...(frames === undefined ? [] : [answering(frames.job)])],
            thresholds: [warningBelow(1)],
          }),
          stat({
            title: "Requests that fail",
            description: "Share of ten minutes, of the process where it is worse. Its log has the reason; its database is the usual one.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `max(${requestsFailed})` }],
            asks: ["DashboardsRequestsFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Time of a request",
            description: "Mean of ten minutes, of the slower process. Beyond a second pages are felt to be slow: most wait for a store.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `max(${requestMean(jobs)})` }],
            asks: ["DashboardsRequestsSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Questions to a store that fail",
            description: "Share of ten minutes, of the data source where it is worst. Its panels stay empty.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `max(${sourcesFailed})` }],
            asks: ["DashboardsSourceFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Waited for its database",
            description: "Seconds in a second, of all requests together. At 1 one request waits at any time.",
            unit: "ratio",
            decimals: 2,
            width: 4,
            queries: [{ expr: `max(${waiting})` }],
            asks: ["DashboardsDatabaseWaits"],
            hasTrend: true,
          }),
          stat({
            title: "Dashboards that it knows",
            description: "A step down is a folder that did not arrive, or a database that began empty.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${dashboardCount(of)})` }],
            hasTrend: true,
          }),
        ],
      },
      goldenSignals({
        title: "Requests",
        traffic: {
          description: "By process. Each panel of an open page is a request at each refresh; a step up is a screen that was added.",
          queries: [{ expr: requests("$__rate_interval"), legend: "{{job}}" }],
        },
        errors: {
          description: "Answers of 5xx within ten minutes, by process. Both at once: the database. One alone: its own pod.",
          queries: [{ expr: requestsFailed, legend: "{{job}}" }],
          asks: ["DashboardsRequestsFailing"],
        },
        duration: {
          description: "Half of the requests, and all but one in twenty. The slow ones ask a store for too much, or the store is busy.",
          queries: [
            { expr: within(0.5), legend: "{{job}} half" },
            { expr: within(0.95), legend: "{{job}} 19 of 20" },
          ],
        },
        saturation: {
          description: "Share of the connections to its database that are in use. At 1 all further requests wait.",
          queries: [{ expr: `sum by (job) (${inUse(jobs)}) / (sum by (job) (${mostOpen(jobs)}) > 0)`, legend: "{{job}}" }],
          thresholds: [warningAbove(0.9)],
        },
      }),
      {
        title: "Which requests?",
        panels: [
          worst({
            title: "What fails most?",
            description:
              "Answers of 5xx within a day, by what was asked. `/api/ds/query` is a store that did not answer; anything else is the application or its database.",
            by: { job: "Process", handler: "Asked" },
            head: "Failed",
            expr: `(sum by (job, handler) (increase(${took.count({ ...jobs, status_code: FAILED })}[1d])) or 0 * sum by (job, handler) (increase(${took.count(jobs)}[1d])))`,
            unit: "count",
            decimals: 0,
            thresholds: [warningAbove(100)],
          }),
          worst({
            title: "What takes longest?",
            description: "Mean of an hour, by what was asked. Slow alone in `/api/ds/query`: look at the store. Slow in all: its database.",
            by: { job: "Process", handler: "Asked" },
            head: "Takes",
            expr: `(sum by (job, handler) (increase(${took.sum(jobs)}[1h])) / (sum by (job, handler) (increase(${took.count(jobs)}[1h])) > 0))`,
            unit: "seconds",
            thresholds: [warningAbove(1)],
          }),
          graph({
            title: "Which answers are given?",
            description:
              "By status, a second. Many of 401 are sessions that ended, or a sign-in that no longer fits; 403 is a missing right.",
            unit: "per second",
            min: 0,
            width: 12,
            isStacked: true,
            queries: [{ expr: `sum by (status_code) (rate(${took.count(jobs)}[$__rate_interval]))`, legend: "{{status_code}}" }],
          }),
          graph({
            title: "How many are answered at this moment?",
            description: "By process. What piles up waits for a store or for its database.",
            unit: "count",
            min: 0,
            width: 12,
            queries: [{ expr: `sum by (job) (${inFlight(jobs)})`, legend: "{{job}}" }],
          }),
        ],
      },
      {
        title: "The stores that it asks",
        panels: [
          graph({
            title: "How much is asked of each?",
            description: "In a second, by data source. A page with many panels that is left open asks all day.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (datasource) (rate(${sourceRequests(jobs)}[$__rate_interval]))`, legend: "{{datasource}}" }],
          }),
          graph({
            title: "What share of it fails?",
            description: "Answers of 5xx within ten minutes. Look at the store behind it: the application only passes it on.",
            unit: "ratio",
            min: 0,
            width: 8,
            queries: [{ expr: sourcesFailed, legend: "{{datasource}} by {{job}}" }],
            asks: ["DashboardsSourceFailing"],
          }),
          graph({
            title: "What else do they answer?",
            description:
              "All but 2xx within an hour, by store and status. 401 and 403 are its credential, 422 a query that the store refuses, 429 a store that is asked too much.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: orNoneBy(
                  "datasource",
                  `sum by (datasource, code) (increase(${sourceRequests({ ...jobs, code: matchesNot("2..") })}[1h]))`,
                ),
                legend: "{{datasource}} {{code}}",
              },
            ],
          }),
        ],
      },
      {
        title: "People and pages",
        panels: [
          graph({
            title: "Who uses it?",
            description:
              "Those who have an account, and those who came within a month. More than your people is a sign-in that lets others in.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `max(${people(of)})`, legend: "have an account" },
              { expr: `max(${activePeople(of)})`, legend: "came lately" },
            ],
          }),
          graph({
            title: "Are all pages there?",
            description:
              "Dashboards beside the most that there were within a day, and folders. Far below: its files don't arrive any more, or its database is empty.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `max(max_over_time(${dashboardCount(of)}[1d]))`, legend: "most in a day" },
              { expr: `max(${dashboardCount(of)})`, legend: "dashboards" },
              { expr: `max(${folderCount(of)})`, legend: "folders" },
            ],
          }),
          stat({
            title: "Alerting rules of its own",
            description: "Its alerting is off: nobody evaluates these. They belong to the rules of this platform.",
            unit: "count",
            decimals: 0,
            width: 4,
            height: 8,
            queries: [{ expr: `max(${ownRules(of)})` }],
            asks: ["DashboardsOwnAlertRules"],
          }),
          stat({
            title: "Releases that run",
            description: "Of each process. Two that differ for longer than an update takes write one database in two shapes.",
            unit: "count",
            width: 4,
            height: 8,
            showsName: true,
            queries: [{ expr: `count by (job, version) (${release(jobs)})`, legend: "{{job}} {{version}}" }],
          }),
        ],
      },
      databaseRow(database, jobs, waiting),
      podsRow({ namespace, pod: matches([...names, database.name].map((name) => `${escapePattern(name)}-.+`).join("|")) }),
    ],
  });
}

const answering = (job: string) => ({ expr: `sum(${targetSeries.up({ job })}) or vector(0)`, legend: job });

type Jobs = { readonly job: ReturnType<typeof matches> };

const requestMean = (jobs: Jobs): string => `sum by (job) (rate(${took.sum(jobs)}[10m])) / sum by (job) (rate(${took.count(jobs)}[10m]))`;

/** Its own cluster of PostgreSQL, from both sides. */
function databaseRow({ namespace, name }: ServicePods, jobs: Jobs, waiting: string): Row {
  const instances = { namespace, pod: matches(`${escapePattern(name)}-.+`) };
  const legend = "{{pod}}";
  return {
    title: "Its database",
    panels: [
      timeline({
        title: "Which instances answer?",
        description:
          "None: every request that has to know who asks fails. Where there is a second one the operator makes that the primary.",
        unit: "flag",
        width: 8,
        queries: [{ expr: `min by (pod) (${answers(instances)})`, legend }],
        means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
      }),
      graph({
        title: "How long is waited for a connection?",
        description: "Seconds in a second, by process. Its pool is used up: the database is slow, or a request never ends.",
        unit: "ratio",
        min: 0,
        width: 8,
        queries: [{ expr: waiting, legend: "{{job}}" }],
        asks: ["DashboardsDatabaseWaits"],
      }),
      graph({
        title: "How many connections are open?",
        description: "By process, and how many of them are in use. Open ones that nobody uses are the pool as it should be.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [
          { expr: `sum by (job) (${open(jobs)})`, legend: "{{job}} open" },
          { expr: `sum by (job) (${inUse(jobs)})`, legend: "{{job}} in use" },
        ],
      }),
      graph({
        title: "How full are its sessions?",
        description: "Share of the most that an instance takes, whoever holds them. At 1 the application is turned away.",
        unit: "ratio",
        min: 0,
        width: 6,
        queries: [
          {
            expr: `sum by (pod) (${sessions(instances)}) / max by (pod) (${setting({ ...instances, name: "max_connections" })})`,
            legend,
          },
        ],
        asks: ["PostgresConnectionsShort"],
      }),
      graph({
        title: "How long is its longest transaction?",
        description: "One that does not end holds up an update of the application, which changes its tables at the start.",
        unit: "seconds",
        min: 0,
        width: 6,
        queries: [{ expr: `max by (pod) (${transaction({ ...instances, datname: not("") })})`, legend }],
        asks: ["PostgresTransactionLong"],
      }),
      graph({
        title: "How far behind is its replica?",
        description: "What it lacks is lost with the primary: preferences and sessions, no page of the repository.",
        unit: "seconds",
        min: 0,
        width: 6,
        queries: [{ expr: `max by (pod) (${lag(instances)})`, legend }],
        asks: ["PostgresReplicaLagging"],
      }),
      graph({
        title: "How large is it?",
        description: "By instance. It grows with old versions of pages and with sessions; a jump is neither.",
        unit: "bytes",
        min: 0,
        width: 6,
        queries: [{ expr: `sum by (pod) (${size(instances)})`, legend }],
      }),
    ],
  };
}
