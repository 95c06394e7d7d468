import { counter, declareSeries, gauge, summary } from "../../../lib/series";

/** Series of the rule evaluator (VictoriaMetrics, deployment/docker/rules). */
export const vmalertSeries = declareSeries({
  ALERTS: gauge("count", "Written by vmalert through remoteWrite.", "alertname", "alertstate"),
  ALERTS_FOR_STATE: gauge("count", "Restore state, read back through remoteRead.", "alertname"),
  vmalert_alerting_rules_errors_total: counter("count", "Rule errors.", "alertname", "group", "file"),
  vmalert_alerting_rules_last_evaluation_samples: gauge("count", "Samples of the last run.", "alertname", "group", "file"),
  vmalert_alerts_firing: gauge("count", "Firing.", "alertname", "group", "file"),
  vmalert_alerts_pending: gauge("count", "Pending.", "alertname", "group", "file"),
  vmalert_alerts_send_errors_total: counter("count", "Send errors.", "addr"),
  vmalert_alerts_sent_total: counter("count", "Sent to the alert manager.", "addr"),
  vmalert_config_last_reload_success_timestamp_seconds: gauge("timestamp", "Time of it."),
  vmalert_config_last_reload_successful: gauge("flag", "1 when rules loaded."),
  vmalert_execution_errors_total: counter("count", "Execution errors."),
  vmalert_execution_total: counter("count", "Executions."),
  vmalert_iteration_duration_seconds: summary("seconds", "Evaluation time.", "group", "file"),
  vmalert_iteration_missed_total: counter("count", "Missed evaluations.", "group", "file"),
  vmalert_iteration_reset_total: counter("count", "Reset timers.", "group", "file"),
  vmalert_iteration_total: counter("count", "Evaluations.", "group", "file"),
  vmalert_recording_rules_errors_total: counter("count", "Rule errors.", "recording", "group", "file"),
  vmalert_recording_rules_last_evaluation_samples: gauge(
    "count",
    "Samples of the last run (0 = dead recorded series).",
    "recording",
    "group",
    "file",
  ),
  vmalert_remotewrite_dropped_rows_total: counter("count", "Dropped rows."),
  vmalert_remotewrite_errors_total: counter("count", "Remote write errors."),
  vmalert_remotewrite_sent_rows_total: counter("count", "Sent rows."),
});
