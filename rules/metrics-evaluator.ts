import { vmalertSeries } from "../components/metrics/series/vmalert";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  vmalert_alerting_rules_errors_total: alertErrors,
  vmalert_alerts_send_errors_total: unsent,
  vmalert_config_last_reload_successful: loaded,
  vmalert_iteration_missed_total: missed,
  vmalert_iteration_reset_total: clockReset,
  vmalert_recording_rules_errors_total: recordingErrors,
  vmalert_recording_rules_last_evaluation_samples: recorded,
  vmalert_remotewrite_dropped_rows_total: droppedRows,
  vmalert_remotewrite_errors_total: writeErrors,
} = vmalertSeries;

/**
 * The rule evaluator. That it is gone it can't tell: the heartbeat ends with it (WatchdogOps), and the dead-man switch tells outside.
 * Here is told what it does badly while it runs, and that nobody watches it.
 *
 * Of upstream's alerts (vmalert) there is none for
 * - RemoteWriteQueueHighUsage: what waits is not lost, and what is lost is MetricsEvaluatorResultsLost;
 * - AlertingRuleResultsApproachingLimit, RecordingRuleResultsApproachingLimit: no group has a limit.
 */
export function metricsEvaluator(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };
  const named = (counter: string, label: string) => `label_replace(increase(${counter}[5m]), "rule", "$1", "${label}", "(.+)")`;

  // proofs
  const at = { job, instance: "10.42.1.12:8080" };
  const group = { ...at, group: "ups", file: "/etc/vmalert/config/vm-belfry-rulefiles-0/monitoring-ups.yaml" };
  const ofAlert = { ...group, alertname: "UpsOnBattery", id: "15853555795382502791" };
  const ofRecording = { ...group, recording: "ups:power_watts:measured_or_load", id: "1647749137438716953" };
  const { instance: _, ...elsewhere } = ofRecording;
  const samples = (values: string) => ({ [recorded(ofRecording)]: values });
  const remembered = days(3).seconds / 60;

  return area("metrics-evaluator", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("MetricsEvaluatorUnwatched", scraped, {
      component: "Platform",
      severity: "warning",
      summary: "The rule evaluator runs, but nobody can see how",
      description: "It sent this, so it lives; the agent gets no answer from it, and the alerts on failing rules are blind.",
    }),
    alert("MetricsEvaluatorRuleErrors", {
      // `alertname` would be this alert's own
      expr: [
        `sum by (job, group, rule) (${named(alertErrors(asked), "alertname")}) > 0`,
        `or sum by (job, group, rule) (${named(recordingErrors(asked), "recording")}) > 0`,
      ].join("\n"),
      for: minutes(10),
      summary: "Rule {{ $labels.rule }} of group {{ $labels.group }} can't be evaluated",
      description:
        "{{ $value | humanize }} failures in five minutes. An alert that fails never fires. The evaluator's log has the store's answer.",
      fires: [
        after(minutes(11), { [alertErrors(ofAlert)]: growing(4) }),
        after(minutes(11), { [recordingErrors(ofRecording)]: growing(4) }),
      ],
      silent: [
        { [alertErrors(ofAlert)]: growing(8), [recordingErrors(ofRecording)]: growing(8) },
        { [alertErrors(ofAlert)]: "9x60", [recordingErrors(ofRecording)]: "9x60" },
      ],
    }),
    alert("MetricsEvaluatorRecordingEmpty", {
      // one that never gave any is of a device that does not tell it; whether it fails altogether, the errors say
      expr: [
        `max by (job, group, recording) (${recorded(asked)}) == 0`,
        `and on (job, group, recording) max by (job, group, recording) (max_over_time(${recorded(asked)}[3d])) > 0`,
      ].join("\n"),
      for: hours(1),
      summary: "Recording {{ $labels.recording }} gives nothing any more",
      description: "It did within the last three days. Panels and alerts that read it are blind: look at the series that it is made of.",
      fires: [
        after(minutes(70), samples("1x9 0x90")),
        // what counts is three days old
        stillAfter(days(3), samples(`1x5 0x${remembered + 90}`)),
      ],
      silent: [
        after(minutes(70), samples("0x90")),
        after(minutes(70), samples("1x90")),
        after(minutes(70), { ...samples("1x9 0x90"), [recorded({ ...elsewhere, instance: "10.42.2.8:8080" })]: "1x100" }),
        after(minutes(remembered + 60), samples(`1x5 0x${remembered + 90}`)),
      ],
    }),
    alert("MetricsEvaluatorIterationsMissed", {
      expr: `sum by (job, group) (increase(${missed(asked)}[5m])) > 0`,
      for: minutes(15),
      summary: "Rule group {{ $labels.group }} takes longer than its interval",
      description: "{{ $value | humanize }} evaluations left out in five minutes: its alerts come late. Look at the store's load first.",
      fires: after(minutes(16), { [missed(group)]: growing(4) }),
      silent: [{ [missed(group)]: growing(8) }, { [missed(group)]: "2x60" }],
    }),
    alert("MetricsEvaluatorClockReset", {
      expr: `sum by (job, instance) (increase(${clockReset(asked)}[5m])) > 0`,
      for: minutes(10),
      severity: "info",
      summary: "The clock under the rule evaluator jumps",
      description:
        "{{ $value | humanize }} groups of {{ $labels.instance }} began anew in five minutes. Look at the time service of its node.",
      fires: after(minutes(11), { [clockReset(group)]: growing(4) }),
      silent: [{ [clockReset(group)]: growing(8) }, { [clockReset(group)]: "2x60" }],
    }),
    alert("MetricsEvaluatorResultsLost", {
      expr: [`sum by (job) (increase(${droppedRows(asked)}[5m])) > 0`, `or sum by (job) (increase(${writeErrors(asked)}[5m])) > 0`].join(
        "\n",
      ),
      for: minutes(15),
      summary: "What the rules record does not reach the store",
      description:
        "Recorded series have gaps, and after a restart every alert waits its whole time again. Look at how the store takes writes.",
      fires: [after(minutes(16), { [droppedRows(at)]: growing(4) }), after(minutes(16), { [writeErrors(at)]: growing(4) })],
      silent: [
        { [droppedRows(at)]: growing(8), [writeErrors(at)]: growing(8) },
        { [droppedRows(at)]: "4x60", [writeErrors(at)]: "4x60" },
      ],
    }),
    alert("MetricsEvaluatorAlertsUnsent", {
      expr: `sum by (job, addr) (increase(${unsent(asked)}[5m])) > 0`,
      for: minutes(10),
      summary: "The rule evaluator can't deliver alerts to {{ $labels.addr }}",
      description: "{{ $value | humanize }} failed in five minutes; it repeats those that still fire. Look at that alert manager.",
      fires: after(minutes(11), { [unsent({ ...at, addr: "http://alertmanager:9093/api/v2/alerts" })]: growing(4) }),
      silent: [
        { [unsent({ ...at, addr: "http://alertmanager:9093/api/v2/alerts" })]: growing(8) },
        { [unsent({ ...at, addr: "http://alertmanager:9093/api/v2/alerts" })]: "5x60" },
      ],
    }),
    alert("MetricsEvaluatorRulesStale", {
      expr: `${loaded(asked)} == 0`,
      for: minutes(10),
      summary: "The rule evaluator goes on with old rules",
      description: "{{ $labels.instance }} could not load the new ones; when it starts next it has none. Its log names file and rule.",
      fires: { [loaded(at)]: "0x30" },
      silent: [{ [loaded(at)]: "1x30" }, { [loaded(at)]: "0x8 1 0x30" }],
    }),
  ]);
}
