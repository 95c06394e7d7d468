import { vmalertSeries } from "../../../components/metrics/series/vmalert";
import { upsSeries } from "../../../components/ups/series";
import { minutes } from "../../../lib/duration";
import { becomes, countsFaster, goes, startsAgain, targetFails, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const JOB = "vmalert-belfry";
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

export const metricsEvaluatorFaults: Faults = () => [
  {
    title: "a network policy keeps the agent from the evaluator",
    change: targetFails(targets({ job: JOB })),
    expect: platform("MetricsEvaluatorUnwatched", "warning", 6),
  },
  {
    title: "the evaluator was started anew, and counts from zero",
    change: together(
      ...[alertErrors, unsent, missed, clockReset, recordingErrors, droppedRows, writeErrors].map((of) => startsAgain(of({ job: JOB }))),
    ),
    expect: { nothingFor: minutes(30) },
  },
  {
    title: "an alert asks for more series than the store reads for one query",
    change: countsFaster(alertErrors({ alertname: "NodeMemoryStallPSI" }), 1 / 30),
    expect: platform("MetricsEvaluatorRuleErrors", "warning", 13),
  },
  {
    title: "a recording meets the same series twice",
    change: countsFaster(recordingErrors(), 1 / 30),
    expect: platform("MetricsEvaluatorRuleErrors", "warning", 13),
  },
  {
    title: "an update of the UPS server took away what the power is computed from",
    change: together(
      goes(upsSeries.network_ups_tools_ups_realpower()),
      goes(upsSeries.network_ups_tools_ups_realpower_nominal()),
      becomes(recorded({ recording: "ups:power_watts:measured_or_load" }), 0),
    ),
    expect: platform("MetricsEvaluatorRecordingEmpty", "warning", 62),
  },
  {
    title: "the store answers so late that a group is not done when it is due again",
    change: countsFaster(missed({ group: "nodes" }), 1 / 60),
    expect: platform("MetricsEvaluatorIterationsMissed", "warning", 18),
  },
  {
    title: "two time services set the clock of the evaluator's node in turns",
    change: countsFaster(clockReset(), 1 / 120),
    expect: platform("MetricsEvaluatorClockReset", "info", 15),
  },
  {
    title: "the store refuses what the rules record",
    change: together(countsFaster(writeErrors(), 1 / 30), countsFaster(droppedRows(), 1)),
    expect: platform("MetricsEvaluatorResultsLost", "warning", 17),
  },
  {
    title: "a rule was applied that the evaluator can't read",
    change: becomes(loaded({ job: JOB }), 0),
    expect: platform("MetricsEvaluatorRulesStale", "warning", 11),
  },
];
