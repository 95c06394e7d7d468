import { JsonParts, parsePart } from "./json-parts";

/** Alertmanager's webhooks are some kilobytes; this is room for thousands of alerts. */
export const MAX_WEBHOOK_BYTES = 2 * 1024 * 1024;

export interface Webhook<T> {
  /** What `read` made of the elements of `alerts`. */
  readonly alerts: readonly T[];
  /** How many elements there are, those included that `read` made nothing of. */
  readonly received: number;
  /** Whether Alertmanager left alerts out. */
  readonly isTruncated: boolean;
}

/**
 * Alertmanager's webhook payload, version 4 (Alertmanager, notify/webhook and template), or undefined.
 * `read` gets the elements of `alerts` one by one, unchecked: of hundreds of thousands, no more is in memory
 * than what it returns. The webhook's own status, its labels and the order of its alerts say nothing here.
 */
export function readWebhook<T>(body: Buffer, read: (alert: unknown) => T | undefined): Webhook<T> | undefined {
  const envelope = readEnvelope(body.toString("utf8"));
  if (envelope?.version !== "4" || !envelope.alerts) return undefined;
  const { alerts: list, isTruncated } = envelope;
  const alerts: T[] = [];
  let received = 0;
  const parts = new JsonParts("array");
  for (const part of parts.push(list)) {
    const parsed = parsePart(part);
    if (!parsed) return undefined;
    received++;
    const alert = read(parsed.value);
    if (alert !== undefined) alerts.push(alert);
  }
  return parts.isComplete ? { alerts, received, isTruncated } : undefined;
}

interface Envelope {
  readonly version: unknown;
  readonly isTruncated: boolean;
  readonly alerts: string | undefined;
}

/** All but the alerts, which may stand before the version. */
function readEnvelope(body: string): Envelope | undefined {
  let version: unknown;
  let truncatedAlerts: unknown = 0;
  let alerts: string | undefined;
  const parts = new JsonParts("object");
  for (const part of parts.push(body)) {
    if (part.key === "alerts") {
      alerts = part.text;
      continue;
    }
    const parsed = parsePart(part);
    if (!parsed) return undefined;
    if (part.key === "version") version = parsed.value;
    if (part.key === "truncatedAlerts") truncatedAlerts = parsed.value;
  }
  // A count that can't be read may hide alerts; looking them up is harmless.
  return parts.isComplete ? { version, isTruncated: truncatedAlerts !== 0, alerts } : undefined;
}
