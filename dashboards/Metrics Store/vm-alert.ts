import { vmalertSeries } from "../../components/metrics/series/vmalert";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import type { Scraped } from "../../lib/metrics/scrape";
import { METRICS_PROGRAM_ALERTS, metricsProgram } from "../shared/metrics-program";

const {
  vmalert_alerting_rules_errors_total: alertErrors,
  vmalert_alerting_rules_last_evaluation_samples: alertSamples,
  vmalert_alerts_firing: firing,
  vmalert_alerts_pending: pending,
  vmalert_alerts_send_errors_total: unsent,
  vmalert_alerts_sent_total: sent,
  vmalert_config_last_reload_success_timestamp_seconds: loadedAt,
  vmalert_config_last_reload_successful: loaded,
  vmalert_execution_errors_total: failures,
  vmalert_execution_total: executions,
  vmalert_iteration_duration_seconds: duration,
  vmalert_iteration_missed_total: missed,
  vmalert_iteration_reset_total: clockReset,
  vmalert_iteration_total: iterations,
  vmalert_recording_rules_errors_total: recordingErrors,
  vmalert_recording_rules_last_evaluation_samples: recorded,
  vmalert_remotewrite_dropped_rows_total: droppedRows,
  vmalert_remotewrite_errors_total: writeErrors,
  vmalert_remotewrite_sent_rows_total: written,
} = vmalertSeries;

/** The evaluator's own interval, which a group has unless it says another. */
const INTERVAL_SECONDS = 30;

export function vmAlert(evaluator: Scraped) {
  const { job } = evaluator;
  const asked = { job };
  const giving = `topk(15, max by (group, alertname) (${alertSamples(asked)}))`;
  return dashboard({
    uid: "vm-alert",
    title: "Rule evaluator",
    folder: "Metrics Store",
    question: "Is every rule evaluated in time, and does what comes of it get out?",
    asker: "whoever wonders why an alert stayed silent, or came late",
    areas: ["metrics-evaluator", "watchdog"],
    alerts: [...METRICS_PROGRAM_ALERTS, "MetricsReloaderFailing"],
    next: ["alerts-overview", "alertmanager", "vm-single"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Rules evaluated",
            description: "In a second. It follows the number of rules; a fall to nothing ends the heartbeat, which is noticed outside.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${executions(asked)}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Evaluations that fail",
            description: "The share of the last five minutes. An alert that fails never fires.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: `sum(rate(${failures(asked)}[5m])) / sum(rate(${executions(asked)}[5m]))` }],
            thresholds: [warningAbove(0.0001), criticalAbove(0.05)],
            hasTrend: true,
          }),
          stat({
            title: "Evaluations left out",
            description: "Of the last hour, because the one before took longer than the group's interval. Its alerts come late.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${missed(asked)}[1h]))` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Alerts that fire",
            description: "By the evaluator, the heartbeat among them: none at all is a fault. Alerts of log lines do not come from here.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${firing(asked)})` }],
            hasTrend: true,
          }),
          stat({
            title: "Alerts sent in vain",
            description: "In the last hour. It repeats those that still fire: look at the alert manager.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${unsent(asked)}[1h]))` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Are its rules the newest?",
            description:
              "Where they are not, it could not read the new ones, and has none when it starts next. Its log names file and rule.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `min(${loaded(asked)})` }],
            means: { 0: { text: "old ones", color: "orange" }, 1: { text: "yes", color: "green" } },
          }),
        ],
      },
      {
        title: "Which rules fail?",
        panels: [
          worst({
            title: "Alerts that can't be evaluated",
            description:
              "Failures within the last hour. The evaluator's log has the store's answer: a query that is too heavy, or a mistake.",
            by: { group: "Group", alertname: "Alert" },
            leadsTo: { alertname: "runbook" },
            head: "Failures",
            expr: `sum by (group, alertname) (increase(${alertErrors(asked)}[1h]))`,
            unit: "count",
            thresholds: [warningAbove(1)],
          }),
          worst({
            title: "Recordings that can't be evaluated",
            description: "Failures within the last hour. Pages and alerts that read them have gaps.",
            by: { group: "Group", recording: "Recording" },
            head: "Failures",
            expr: `sum by (group, recording) (increase(${recordingErrors(asked)}[1h]))`,
            unit: "count",
            thresholds: [warningAbove(1)],
          }),
          table({
            title: "Recordings that give least",
            description:
              "Samples of the last evaluation; the fewest are last. One that gives nothing and once did is blind: look at what it reads.",
            width: 12,
            by: { group: "Group", recording: "Recording" },
            columns: [
              {
                title: "Samples",
                expr: `bottomk(20, max by (group, recording) (${recorded(asked)}))`,
                unit: "count",
                thresholds: [{ at: 1, is: "warning", lessIsWorse: true }],
              },
            ],
          }),
          table({
            title: "Alerts that hold, or are about to",
            description: "What their expressions last gave. Those that wait have not held for long enough.",
            width: 12,
            by: { group: "Group", alertname: "Alert" },
            leadsTo: { alertname: "runbook" },
            columns: [
              { title: "Gives", expr: giving, unit: "count" },
              { title: "Fires", expr: `max by (group, alertname) (${firing(asked)}) and ${giving}`, unit: "count" },
              { title: "Waits", expr: `max by (group, alertname) (${pending(asked)}) and ${giving}`, unit: "count" },
            ],
          }),
        ],
      },
      {
        title: "Which groups are late?",
        panels: [
          graph({
            title: "The slowest groups",
            description: "Time of the slowest evaluation of a hundred. One that comes near its interval leaves evaluations out.",
            unit: "seconds",
            min: 0,
            queries: [{ expr: mostOver(8, `max by (group) (${duration({ ...asked, quantile: "0.99" })})`), legend: "{{group}}" }],
            thresholds: [warningAbove(INTERVAL_SECONDS)],
          }),
          graph({
            title: "Evaluations left out, by group",
            description: "Within five minutes. Look at the store's load first, then at what the group asks.",
            unit: "count",
            min: 0,
            asks: ["MetricsEvaluatorIterationsMissed"],
            queries: [{ expr: mostOver(8, `sum by (group) (increase(${missed(asked)}[5m]))`), legend: "{{group}}" }],
          }),
          worst({
            title: "Groups that cost the store most",
            description: "Seconds of evaluation in each second. What is saved here is time that queries of people get.",
            by: { group: "Group" },
            head: "Of a second",
            expr: `sum by (group) (rate(${duration.sum(asked)}[5m]))`,
            unit: "ratio",
          }),
          graph({
            title: "Evaluations and clock jumps",
            description: "Evaluations of groups in a second, and groups that began anew because the node's clock jumped.",
            unit: "per second",
            min: 0,
            queries: [
              { expr: `sum(rate(${iterations(asked)}[$__rate_interval]))`, legend: "evaluations" },
              { expr: `sum(rate(${clockReset(asked)}[$__rate_interval]))`, legend: "began anew" },
            ],
          }),
        ],
      },
      {
        title: "Does it get out?",
        panels: [
          graph({
            title: "Alerts sent, by alert manager",
            description:
              "In a second: each that fires is sent again and again, the heartbeat among them. A line at nothing is a lost alert manager.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (addr) (rate(${sent(asked)}[$__rate_interval]))`, legend: "{{addr}}" }],
          }),
          graph({
            title: "Alerts not taken, by alert manager",
            description: "Within five minutes. With several alert managers one that takes none hurts nobody yet.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["MetricsEvaluatorAlertsUnsent"],
            queries: [{ expr: `sum by (addr) (increase(${unsent(asked)}[5m]))`, legend: "{{addr}}" }],
          }),
          graph({
            title: "Results that did not reach the store",
            description: "Within five minutes. Recorded series have gaps, and after a restart each alert waits its whole time again.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["MetricsEvaluatorResultsLost"],
            queries: [
              { expr: `sum(increase(${droppedRows(asked)}[5m]))`, legend: "samples lost" },
              { expr: `sum(increase(${writeErrors(asked)}[5m]))`, legend: "failed writes" },
            ],
          }),
          graph({
            title: "Samples recorded",
            description: "Written to the store in a second: recordings, and the states of alerts. A step after a change is what it added.",
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum(rate(${written(asked)}[$__rate_interval]))`, legend: "written" }],
          }),
          graph({
            title: "Since when has it had its rules?",
            description: "Time since they were last loaded. One that is older than the last change of a rule does not know it.",
            unit: "seconds",
            min: 0,
            queries: [{ expr: `time() - max by (instance) (${loadedAt(asked)})`, legend: "{{instance}}" }],
          }),
        ],
      },
      metricsProgram([evaluator]),
    ],
  });
}
