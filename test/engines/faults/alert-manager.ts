import { alertManagerSeries } from "../../../components/alert-manager/series";
import { vmalertSeries } from "../../../components/metrics/series/vmalert";
import { minutes } from "../../../lib/duration";
import { becomes, countsFaster, startsAgain, targetFails, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const JOB = "vmalertmanager-belfry";
const ONCE_A_MINUTE = 1 / 60;
const { alertmanager_notifications_failed_total: failed, alertmanager_notifications_total: tried } = alertManagerSeries;

export const alertManagerFaults: Faults = () => [
  {
    title: "the alert manager hangs: it takes no alert, and tells nothing of itself",
    change: together(targetFails(targets({ job: JOB })), countsFaster(vmalertSeries.vmalert_alerts_send_errors_total(), 1 / 30)),
    expect: [platform("AlertManagerDown", "warning", 6), platform("MetricsEvaluatorAlertsUnsent", "warning", 13)],
  },
  {
    title: "the alert manager was started anew, and counts from zero",
    change: together(startsAgain(tried()), startsAgain(failed())),
    expect: { nothingFor: minutes(30) },
  },
  {
    title: "a route was written that the alert manager can't read",
    change: becomes(alertManagerSeries.alertmanager_config_last_reload_successful(), 0),
    expect: platform("AlertManagerConfigStale", "warning", 12),
  },
  {
    title: "the receiver behind the webhook answers each notification with an error",
    change: together(countsFaster(failed({ reason: "serverError" }), ONCE_A_MINUTE), countsFaster(tried(), ONCE_A_MINUTE)),
    expect: platform("AlertManagerNotificationsFailing", "critical", 20),
  },
  {
    title: "one receiver answers with an error, and the others of its kind get what is theirs",
    change: together(countsFaster(failed({ reason: "serverError" }), 0.2 * ONCE_A_MINUTE), countsFaster(tried(), ONCE_A_MINUTE)),
    expect: platform("AlertManagerNotificationsFailing", "critical", 26),
  },
  {
    title: "a receiver fails a notification now and then",
    change: countsFaster(failed({ reason: "serverError" }), 1 / 1500),
    expect: { nothingFor: minutes(60) },
  },
];
