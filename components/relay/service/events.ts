/** Relay input events (observability specification, part 2), read leniently: whatever a log line brings, its neighbours must pass. */

/** The fields of an event, all unchecked. */
export interface EventFields {
  readonly log?: unknown;
  readonly message?: unknown;
  readonly time?: unknown;
  readonly kubernetes?: unknown;
}

export interface KubernetesFields {
  readonly namespace_name?: unknown;
  readonly pod_name?: unknown;
  readonly container_name?: unknown;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `log` if it is a non-empty string, else `message`; undefined when there is no text. */
export function textOf({ log, message }: EventFields): string | undefined {
  if (typeof log === "string" && log !== "") return log;
  return typeof message === "string" && message !== "" ? message : undefined;
}

/** Where an event comes from; `?` for what it does not say. */
export interface Origin {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** More than any Kubernetes name may be. What is longer or needs escapes is no name; it would only make alerts large. */
const NAME = /^[\w.-]{1,253}$/;
/** In place of a name that an event does not say; nothing can be called so. */
export const UNKNOWN = "?";

export function originOf({ kubernetes }: EventFields): Origin {
  const fields: KubernetesFields = isObject(kubernetes) ? kubernetes : {};
  return { namespace: nameOf(fields.namespace_name), pod: nameOf(fields.pod_name), container: nameOf(fields.container_name) };
}

function nameOf(value: unknown): string {
  return typeof value === "string" && NAME.test(value) ? value : UNKNOWN;
}

/** RFC 3339 with a zone, as the shippers write it. Date.parse alone would take "5" and "-1" as years. */
const TIMESTAMP = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** When the event happened, in milliseconds: its `time` when that is readable and not in the future, else now. */
export function timeOf({ time }: EventFields, now: number): number {
  if (typeof time !== "string" || !TIMESTAMP.test(time)) return now;
  const at = Date.parse(time.replace(",", "."));
  return Number.isNaN(at) ? now : Math.min(at, now);
}
