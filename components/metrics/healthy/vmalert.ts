import { days } from "../../../lib/duration";
import { counts, never, since, still, taking } from "../../../lib/world/course";
import { each, healthy } from "../../../lib/world/healthy";
import { vmalertSeries } from "../series/vmalert";
import { processHealthy } from "./process";

const group = (name: string) => ({ group: name, file: "/etc/vmalert/config/belfry.yaml" });
const GROUPS = ["watchdog", "nodes"];
const ALERTS = [
  { alertname: "WatchdogOps", id: "1", ...group("watchdog") },
  { alertname: "NodeMemoryStallPSI", id: "2", ...group("nodes") },
];
const RECORDINGS = [{ recording: "ups:power_watts:measured_or_load", id: "3", ...group("ups") }];
const ADDRESSES = ["http://vmalertmanager-belfry:9093"];
const itself = <Labels>(labels: Labels): Labels => labels;

export const vmalertHealthy = healthy(vmalertSeries, () => ({
  ...processHealthy(),
  vmalert_config_last_reload_success_timestamp_seconds: since(days(2)),
  vmalert_config_last_reload_successful: still(1),
  vmalert_execution_errors_total: never,
  vmalert_execution_total: counts(4),
  vmalert_iteration_duration_seconds: each(GROUPS, group, taking(1 / 30, 0.02)),
  vmalert_iteration_missed_total: each(GROUPS, group, never),
  vmalert_iteration_reset_total: each(GROUPS, group, never),
  vmalert_iteration_total: each(GROUPS, group, counts(1 / 30)),
  vmalert_alerting_rules_errors_total: each(ALERTS, itself, never),
  vmalert_alerting_rules_last_evaluation_samples: each(ALERTS, itself, ({ alertname }) => still(alertname === "WatchdogOps" ? 1 : 0)),
  vmalert_recording_rules_errors_total: each(RECORDINGS, itself, never),
  vmalert_recording_rules_last_evaluation_samples: each(RECORDINGS, itself, still(2)),
  vmalert_alerts_firing: each(ALERTS, itself, ({ alertname }) => still(alertname === "WatchdogOps" ? 1 : 0)),
  vmalert_alerts_pending: each(ALERTS, itself, still(0)),
  vmalert_alerts_send_errors_total: each(ADDRESSES, (addr) => ({ addr }), never),
  vmalert_alerts_sent_total: each(ADDRESSES, (addr) => ({ addr }), counts(1 / 30)),
  vmalert_remotewrite_dropped_rows_total: never,
  vmalert_remotewrite_errors_total: never,
  vmalert_remotewrite_sent_rows_total: counts(1),
}));
