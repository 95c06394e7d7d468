import { WATCHDOG } from "../../../lib/alerts/labels";
import { alertTime } from "../../../lib/service/alert-time";

/**
 * Whether an element of a webhook is a living heartbeat: it fires, is named exactly like the watchdog
 * and has not ended. Only a time can have passed: no end, and an end that is none, stop no heartbeat.
 * The start is months old and says nothing. What can't be read is no heartbeat, and no harm.
 */
export function isHeartbeat(alert: unknown, now: number): boolean {
  if (!isObject(alert) || alert.status !== "firing" || !isObject(alert.labels) || alert.labels.alertname !== WATCHDOG) return false;
  return !(alertTime(alert.endsAt) < now);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
