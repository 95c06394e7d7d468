import { counter, declareSeries, gauge, summary } from "../../../lib/series";
import { processMetrics } from "./process";

const GROUP = ["group", "file"] as const;
const ALERT = ["alertname", "id", ...GROUP] as const;
const RECORDING = ["recording", "id", ...GROUP] as const;

/** Series of the rule evaluator that rules and dashboards may read (seen on vmalert 1.150). */
export const vmalertSeries = declareSeries({
  ...processMetrics,

  vmalert_config_last_reload_success_timestamp_seconds: gauge("timestamp", "When the rules were last loaded."),
  vmalert_config_last_reload_successful: gauge("flag", "1 when the rules were loaded."),

  // evaluation
  vmalert_execution_errors_total: counter("count", "Evaluations of a rule that failed."),
  vmalert_execution_total: counter("count", "Evaluations of a rule."),
  vmalert_iteration_duration_seconds: summary("seconds", "Time that evaluating a group took.", ...GROUP),
  vmalert_iteration_missed_total: counter("count", "Evaluations of a group left out because the one before took too long.", ...GROUP),
  vmalert_iteration_reset_total: counter("count", "Times that a group's clock had to be set again.", ...GROUP),
  vmalert_iteration_total: counter("count", "Evaluations of a group.", ...GROUP),
  vmalert_alerting_rules_errors_total: counter("count", "Evaluations of an alert that failed.", ...ALERT),
  vmalert_alerting_rules_last_evaluation_samples: gauge("count", "Samples that an alert's expression last gave.", ...ALERT),
  vmalert_recording_rules_errors_total: counter("count", "Evaluations of a recording that failed.", ...RECORDING),
  // 0: the recorded series is dead
  vmalert_recording_rules_last_evaluation_samples: gauge("count", "Samples that a recording last gave.", ...RECORDING),

  // alerts
  vmalert_alerts_firing: gauge("count", "Alerts that fire.", ...ALERT),
  vmalert_alerts_pending: gauge("count", "Alerts that hold, not yet for long enough.", ...ALERT),
  vmalert_alerts_send_errors_total: counter("count", "Alerts that an alert manager did not take.", "addr"),
  vmalert_alerts_sent_total: counter("count", "Alerts sent to an alert manager.", "addr"),

  // what it writes to the metrics store
  vmalert_remotewrite_dropped_rows_total: counter("count", "Samples lost on the way to the metrics store."),
  vmalert_remotewrite_errors_total: counter("count", "Requests to the metrics store that failed."),
  vmalert_remotewrite_sent_rows_total: counter("count", "Samples written to the metrics store."),
});
