/** Calendar dates of the boiler's time zone, as YYYY-MM-DD. The boiler, its holidays and Home Assistant all count local days. */

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Formatters are costly to make: one per time zone. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known) return known;
  // Sweden writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  FORMATS.set(timeZone, made);
  return made;
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The local date at a moment, given in milliseconds since the epoch. */
export function localDate(ms: number, timeZone: string): string {
  return formatOf(timeZone).format(ms);
}

/** Whether it is a day of the calendar: 2026-02-29 is none. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

const LARGEST_OFFSET_MS = 15 * 3600_000;

/**
 * The first moment of a local day, in milliseconds since the epoch.
 * Searched for instead of computed from an offset: some zones skip midnight when summer time begins.
 */
export function startOfDay(date: string, timeZone: string): number {
  const utcMidnight = Date.parse(`${date}T00:00:00Z`);
  let before = utcMidnight - LARGEST_OFFSET_MS;
  let atOrAfter = utcMidnight + LARGEST_OFFSET_MS;
  while (atOrAfter - before > 1) {
    const middle = Math.floor((before + atOrAfter) / 2);
    if (localDate(middle, timeZone) < date) before = middle;
    else atOrAfter = middle;
  }
  return atOrAfter;
}

/** The first day of the date's month. */
export function firstOfMonth(date: string): string {
  return `${date.slice(0, 8)}01`;
}

/** The first moment of the date's month. */
export function startOfMonth(date: string, timeZone: string): number {
  return startOfDay(firstOfMonth(date), timeZone);
}
