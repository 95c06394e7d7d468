import type { Duration } from "../duration";
import { picks } from "../metrics/promql";
import { type Reading, readingOf } from "../metrics/reading";
import { remembered } from "../remembered";
import { beginAlike, readSamples, readSeries } from "./notation";
import type { Moment, SeriesSet } from "./proof";
import type { AlertRule, RecordingRule } from "./rule";

/** What of a moment's series an alert can see. */
export interface Seen {
  readonly after: Duration;
  readonly series: readonly SeenSeries[];
}

interface SeenSeries {
  /** Its name, and the labels that are asked. */
  readonly key: string;
  readonly values: string;
}

/** What an alert reads, itself and through the recordings that it names; one reading for each expression. */
export function readingsOf(rule: Pick<AlertRule, "expr" | "reads">): Reading[] {
  const recordings = new Set<RecordingRule>(rule.reads);
  // a set gives what is added while it is walked
  for (const recording of recordings) for (const read of recording.reads) recordings.add(read);
  return [rule, ...recordings].map(({ expr }) => readingOf(expr));
}

/** Most of its cases are about the same series. */
export function seenBy(readings: readonly Reading[]): (moment: Moment) => Seen {
  const selectors = readings.flatMap((reading) => reading.selectors);
  const isRead = remembered((name): boolean => selectors.some((selector) => picks(selector, name)));
  const isAsked = remembered((label): boolean => readings.some(({ labels }) => labels === "all" || labels.has(label)));
  const keyOf = remembered((series): string | undefined => {
    const one = readSeries(series);
    if (one === undefined || !isRead(one.name)) return undefined;
    const labels = [...one.labels].filter(([label]) => isAsked(label)).sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([one.name, labels]);
  });
  return ({ after, series }) => ({ after, series: seenOf(series, keyOf) });
}

function seenOf(series: SeriesSet, keyOf: (series: string) => string | undefined): SeenSeries[] {
  const seen: SeenSeries[] = [];
  for (const one in series) {
    const [key, values] = [keyOf(one), series[one]];
    if (key !== undefined && values !== undefined) seen.push({ key, values });
  }
  return seen;
}

/** Two moments that are one to the alert: what comes later, or in another notation, makes no difference. */
export function isSeenAlike(one: Seen, other: Seen): boolean {
  if (one.after.seconds !== other.after.seconds || one.series.length !== other.series.length) return false;
  const left = [...other.series];
  return one.series.every(({ key, values }) => {
    const twin = left.findIndex((each) => each.key === key && areSame(values, each.values, one.after));
    if (twin >= 0) left.splice(twin, 1);
    return twin >= 0;
  });
}

/** The same samples until then; blanks at the end are no samples. */
function areSame(one: string, other: string, { seconds }: Duration): boolean {
  if (one === other) return true;
  const runsOf = (text: string) => {
    const read = readSamples(text);
    return "runs" in read ? read.runs : [];
  };
  return beginAlike(runsOf(one), runsOf(other), Math.floor(seconds / 60) + 1);
}
