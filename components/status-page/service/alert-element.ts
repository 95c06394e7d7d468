/** What the adapter reads of an alert, as webhooks and Alertmanager's list bring it. */
import * as z from "zod/mini";
import { SEVERITIES, TEAM, WATCHDOG } from "../../../lib/alerts/labels";
import { alertTime } from "../../../lib/service/alert-time";
import { type Component, isComponent } from "../../../lib/site/component";
import { LEVEL_OF_SEVERITY, type Level } from "./status";

/** Alertmanager's is 16 hexadecimal digits; the bound is for what is kept in memory. */
const MAX_FINGERPRINT = 64;

const fingerprint = z.string().check(z.minLength(1), z.maxLength(MAX_FINGERPRINT));
const element = z.object({
  fingerprint,
  labels: z.record(z.string(), z.string()),
  // Only compared with each other: one that is unreadable proves nothing, and costs nothing.
  startsAt: z.optional(z.unknown()),
  endsAt: z.optional(z.unknown()),
});
const sent = z.extend(element, { status: z.enum(["firing", "resolved"]) });
const listed = z.extend(element, { status: z.object({ state: z.string() }) });

/** An alert that decides about a component. */
export interface Alert {
  readonly fingerprint: string;
  readonly component: Component;
  readonly level: Level;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** `elsewhere`: no concern of the page (info, another team, the watchdog). `homeless`: ours, but of a component that is not on the page. */
export type SentReading =
  | { readonly kind: "alert"; readonly alert: Alert; readonly isFiring: boolean }
  | { readonly kind: "homeless"; readonly component: string; readonly fingerprint: string }
  | { readonly kind: "elsewhere"; readonly fingerprint: string };

/** Of a malformed element of a list, its fingerprint may be known all the same. */
export type Reading = SentReading | { readonly kind: "malformed"; readonly fingerprint: string | undefined };

/** An element of a webhook's `alerts`; undefined for one that is malformed. */
export function readSent(value: unknown, components: ReadonlySet<Component>): SentReading | undefined {
  // Two million bytes can hold half a million broken elements; zod would need seconds to describe them all.
  const result = hasFingerprint(value) ? z.safeParse(sent, value) : undefined;
  return result?.success ? classify(result.data, result.data.status === "firing", components) : undefined;
}

/** An element of Alertmanager's list. Suppressed ones are not asked for; should one come, it does not fire. */
export function readListed(value: unknown, components: ReadonlySet<Component>): Reading {
  const result = z.safeParse(listed, value);
  if (result.success) return classify(result.data, result.data.status.state !== "suppressed", components);
  const known = z.safeParse(z.object({ fingerprint }), value);
  return { kind: "malformed", fingerprint: known.data?.fingerprint };
}

function hasFingerprint(value: unknown): boolean {
  return typeof value === "object" && value !== null && "fingerprint" in value && typeof value.fingerprint === "string";
}

function classify(
  { fingerprint, labels, startsAt, endsAt }: z.infer<typeof element>,
  isFiring: boolean,
  components: ReadonlySet<Component>,
): SentReading {
  const severity = SEVERITIES.find((known) => known === labels.severity);
  const level = severity && LEVEL_OF_SEVERITY[severity];
  if (level === undefined || labels.team !== TEAM || labels.alertname === WATCHDOG) return { kind: "elsewhere", fingerprint };
  const component = labels.component ?? "";
  if (!isComponent(component) || !components.has(component)) return { kind: "homeless", component, fingerprint };
  return { kind: "alert", alert: { fingerprint, component, level, startsAt: alertTime(startsAt), endsAt: alertTime(endsAt) }, isFiring };
}
