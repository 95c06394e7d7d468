import { metricsOperatorSeries } from "../../components/metrics/series/operator";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { targetSeries } from "../../lib/metrics/built-in-series";
import { reloaderSeries } from "../../lib/metrics/operator-scrape";
import type { Scraped } from "../../lib/metrics/scrape";

const {
  controller_runtime_active_workers: working,
  controller_runtime_max_concurrent_reconciles: mostWorking,
  controller_runtime_reconcile_errors_total: errors,
  controller_runtime_reconcile_time_seconds: duration,
  controller_runtime_reconcile_total: looks,
  operator_bad_objects_total: bad,
  operator_controller_objects_count: objects,
  operator_log_messages_total: logged,
  operator_reconcile_throttled_events_total: throttled,
  rest_client_requests_total: calls,
  vm_app_start_timestamp: start,
  vm_app_version: version,
  workqueue_depth: queue,
} = metricsOperatorSeries;
const { configreloader_last_reload_successful: reloaded } = reloaderSeries;

export function vmOperator({ job }: Scraped) {
  const asked = { job };
  return dashboard({
    uid: "vm-operator",
    title: "Metrics operator",
    folder: "Metrics Store",
    question: "Does what is changed in rules, scrapes and programs of the metrics plane come into force?",
    asker: "whoever changed a rule or a scrape, and sees no effect",
    areas: ["metrics-operator"],
    alerts: ["MetricsReloaderFailing"],
    next: ["vm-agent", "vm-alert"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Does it answer?",
            description: "Without it scrapes and rules go on as they are, no change arrives, and a lost program stays away.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `max(${targetSeries.up(asked)})` }],
            means: { 0: { text: "no answer", color: "orange" }, 1: { text: "answers", color: "green" } },
          }),
          stat({
            title: "Failures on objects",
            description:
              "In half an hour. One may pass; what comes again and again is an object that is not in force. Its status says why.",
            unit: "count",
            decimals: 0,
            width: 4,
            asks: ["MetricsOperatorFailing"],
            queries: [{ expr: `sum(increase(${errors(asked)}[30m]))` }],
          }),
          stat({
            title: "Objects it can't read",
            description: "Since it began: rules and scrapes that are left out of what the programs load.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${bad(asked)}) or 0 * max(${start(asked)})` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Objects that wait",
            description: "For a controller. What stays above nothing for minutes is a controller that hangs or is throttled.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${queue(asked)})` }],
            thresholds: [warningAbove(50)],
            hasTrend: true,
          }),
          stat({
            title: "Up since",
            description: "Time since it began. A short one that nobody planned is where to begin: its pod's last log says why.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `time() - max(${start(asked)})` }],
          }),
          stat({
            title: "Release",
            description: "Of the operator that runs. The objects' definitions in the cluster have to be of the same.",
            unit: "state",
            width: 4,
            showsName: true,
            queries: [{ expr: `max by (short_version) (${version(asked)})`, legend: "{{short_version}}" }],
          }),
        ],
      },
      {
        title: "Which objects?",
        panels: [
          worst({
            title: "Controllers that fail",
            description: "Failures of the last hour, by the kind of object. The operator's log names the object.",
            by: { controller: "Kind" },
            head: "Failures",
            expr: `sum by (controller) (increase(${errors(asked)}[1h]))`,
            unit: "count",
            thresholds: [warningAbove(1)],
          }),
          table({
            title: "What it looks after",
            description:
              "Objects of each kind, and how often it looked at one in the last hour. Thousands of looks at few objects is a loop.",
            width: 12,
            height: 8,
            by: { controller: "Kind" },
            columns: [
              { title: "Objects", expr: `sum by (controller) (${objects(asked)})`, unit: "count" },
              { title: "Looks in an hour", expr: `sum by (controller) (increase(${looks(asked)}[1h]))`, unit: "count", decimals: 0 },
            ],
          }),
        ],
      },
      {
        title: "How does it work?",
        panels: [
          graph({
            title: "Looks at objects, by what came of them",
            description: "In a second. Errors are tried again, each time later, for up to a quarter of an hour.",
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum by (result) (rate(${looks(asked)}[$__rate_interval]))`, legend: "{{result}}" }],
          }),
          graph({
            title: "How long does a look take?",
            description: "The slowest of a hundred, by kind. Minutes are an object whose pods don't become ready.",
            unit: "seconds",
            min: 0,
            queries: [
              {
                expr: mostOver(8, `histogram_quantile(0.99, sum by (controller, le) (rate(${duration.bucket(asked)}[10m])))`),
                legend: "{{controller}}",
              },
            ],
          }),
          graph({
            title: "How busy are its controllers?",
            description: "The share of the objects that each may look at at a time. One that stays at 1 waits for something.",
            unit: "ratio",
            min: 0,
            queries: [{ expr: mostOver(8, `max by (controller) (${working(asked)} / ${mostWorking(asked)})`), legend: "{{controller}}" }],
          }),
          graph({
            title: "Looks put off",
            description: "In a second, because objects change too fast: somebody else writes them again and again.",
            unit: "per second",
            min: 0,
            queries: [{ expr: mostOver(8, `sum by (controller) (rate(${throttled(asked)}[$__rate_interval]))`), legend: "{{controller}}" }],
          }),
          graph({
            title: "Requests to the API server, by answer",
            description:
              "In a second. 409 is two writers of one object, 403 a right that it lacks, 429 an API server that has too much to do.",
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum by (code, method) (rate(${calls(asked)}[$__rate_interval]))`, legend: "{{code}} {{method}}" }],
          }),
          graph({
            title: "Lines logged, by level",
            description: "Within five minutes. Errors name the object that is not in force.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (level) (increase(${logged(asked)}[5m]))`, legend: "{{level}}" }],
          }),
        ],
      },
      {
        title: "Does it reach the programs?",
        panels: [
          timeline({
            title: "Did the programs load what it wrote?",
            description: "Each reloader beside a program. Where one can't, what was changed since is not in force there: read its log.",
            unit: "flag",
            queries: [{ expr: `min by (job, instance) (${reloaded()})`, legend: "{{job}} {{instance}}" }],
            means: { 0: { text: "an old one", color: "orange" }, 1: { text: "loaded", color: "green" } },
          }),
        ],
      },
    ],
  });
}
