import { WATCHDOG } from "../../../lib/alerts/labels";

/**
 * Whether one of a webhook's alerts is a living heartbeat: it fires, is named exactly like the
 * watchdog and has not ended. Alertmanager writes the year 1 for "no end"; the start is months old
 * and says nothing. Anything that can't be read is no heartbeat, and no harm.
 */
export function hasHeartbeat(alerts: readonly unknown[], now: number): boolean {
  return alerts.some((alert) => isHeartbeat(alert, now));
}

function isHeartbeat(alert: unknown, now: number): boolean {
  if (!isObject(alert) || alert.status !== "firing" || !isObject(alert.labels) || alert.labels.alertname !== WATCHDOG) return false;
  const end = typeof alert.endsAt === "string" ? Date.parse(alert.endsAt) : Number.NaN;
  // 0001-01-01 parses to a time before the epoch, which no real end is
  return !(end > 0 && end < now);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
