import { secondsOf } from "../../lib/metrics/promql-time";
import { START } from "../../lib/world/course";

/** Of the years that a date can have. */
const LATEST = 8.64e12;
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const TIME = /^(?=\d)(?:\d+y)?(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?$/;

/** How long ago a fault has begun that nobody says since when it is there, in whole minutes: each moment is a world of its own. */
const USUAL_AGO = 1800;

/** Seconds since the epoch, as Prometheus' interface takes them. @throws where it would not */
export function momentIn(name: string, text: string): number {
  const seconds = NUMBER.test(text) ? Number(text) : RFC3339.test(text) ? Date.parse(text) / 1000 : Number.NaN;
  if (Math.abs(seconds) <= LATEST) return seconds;
  throw new Error(`${name} "${text}" can't be read: write seconds since the epoch or a date such as ${isoOf(START)}`);
}

/** Seconds between two points. */
export function stepIn(text: string): number {
  const seconds = NUMBER.test(text) ? Number(text) : TIME.test(text) ? secondsOf(text) : Number.NaN;
  if (seconds > 0 && seconds <= LATEST) return seconds;
  throw new Error(`step "${text}" can't be read: write seconds, more than 0, or a time such as 1m`);
}

/** Since when a fault is there: within what has passed in the world. */
export function sinceIn(text: string | undefined, now: number): number {
  if (text === undefined || text === "") return Math.max(START, 60 * Math.floor((now - USUAL_AGO) / 60));
  const since = momentIn("since", text);
  if (since >= START && since <= now) return since;
  throw new Error(`since "${text}" lies outside of the world's days, which are from ${START} (${isoOf(START)}) to ${now} (${isoOf(now)})`);
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
