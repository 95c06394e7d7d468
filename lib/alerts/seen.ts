import type { Duration } from "../duration";
import { picks } from "../metrics/promql";
import { type Reading, readingOf } from "../metrics/reading";
import { rememberedOf } from "../remembered";
import { type OneSeries, readSamples, readSeries, samplesOf } from "./notation";
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

/** Of the same series it sees the same at any moment: a case that looks a minute earlier shares them. */
export function seenBy(readings: readonly Reading[]): (moment: Moment) => Seen {
  const asked = readings.map(({ labels }) => labels);
  const isAsked = (label: string) => asked.some((labels) => labels === "all" || labels.has(label));
  const read = rememberedOf((series: SeriesSet) =>
    Object.entries(series).flatMap(([key, values]) => {
      const one = readSeries(key);
      if (one === undefined || !isRead(one, readings)) return [];
      const labels = [...one.labels].filter(([label]) => isAsked(label)).sort(([a], [b]) => (a < b ? -1 : 1));
      return [{ key: JSON.stringify([one.name, labels]), values }];
    }),
  );
  return ({ after, series }) => ({ after, series: read(series) });
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

function isRead({ name }: OneSeries, readings: readonly Reading[]): boolean {
  return readings.some(({ selectors }) => selectors.some((selector) => picks(selector, name)));
}

/** The same samples until then; blanks at the end are no samples. */
function areSame(one: string, other: string, { seconds }: Duration): boolean {
  if (one === other) return true;
  const [left, right] = [one, other].map(readSamples).map((read) => samplesOf("runs" in read ? read.runs : []));
  for (let minute = 0; minute * 60 <= seconds; minute++) {
    if (!Object.is(left?.next().value, right?.next().value)) return false;
  }
  return true;
}
