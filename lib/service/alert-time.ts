/** RFC 3339, as Go writes it. Date.parse alone takes "5" and "soon 1" for times. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Go's zero time, which Alertmanager writes for none. */
const NONE = Date.parse("0001-01-01T00:00:00Z");

/** An alert's `startsAt` or `endsAt` in milliseconds since the epoch; NaN, which is neither before nor after anything, for none and for what is no time. */
export function alertTime(value: unknown): number {
  const at = typeof value === "string" && TIMESTAMP.test(value) ? Date.parse(value) : Number.NaN;
  return at === NONE ? Number.NaN : at;
}
