/** Longer than any limit of the page's (one minute); a mistake in the header must not silence the adapter for days. */
const MAX_MS = 3_600_000;

/** Milliseconds to wait by a `Retry-After` header (RFC 9110 10.2.3: seconds, or a date), or undefined when there is none that can be read. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : text.endsWith("GMT") ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_MS);
}
