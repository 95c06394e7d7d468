import type { Duration } from "../duration";
import { picks } from "../metrics/promql";
import { type Reading, readingOf } from "../metrics/reading";
import { type OneSeries, readSamples, readSeries } from "./notation";
import type { Moment } from "./proof";
import type { AlertRule, RecordingRule } from "./rule";

/** What of a moment's series an alert can see: two moments that are seen alike are one to it. */
export interface Seen {
  /** The moment, and of each series that is read its name, the labels that are asked, and the samples until then. */
  readonly text: string;
  /** How many series are read. */
  readonly series: number;
}

/** What an alert reads, itself and through the recordings that it names; one reading for each expression. */
export function readingsOf(rule: Pick<AlertRule, "expr" | "reads">): Reading[] {
  const recordings = new Set<RecordingRule>(rule.reads);
  // a set gives what is added while it is walked
  for (const recording of recordings) for (const read of recording.reads) recordings.add(read);
  return [rule, ...recordings].map(({ expr }) => readingOf(expr));
}

export function seenOf({ after, series }: Moment, readings: readonly Reading[]): Seen {
  const asked = readings.map(({ labels }) => labels);
  const isAsked = (label: string) => asked.some((labels) => labels === "all" || labels.has(label));
  const read = Object.entries(series).flatMap(([key, values]) => {
    const one = readSeries(key);
    if (one === undefined || !isRead(one, readings)) return [];
    const labels = [...one.labels].filter(([label]) => isAsked(label)).sort(([a], [b]) => (a < b ? -1 : 1));
    return [JSON.stringify([one.name, labels, samplesUntil(values, after)])];
  });
  return { text: [String(after.seconds), ...read.sort()].join("\n"), series: read.length };
}

function isRead({ name }: OneSeries, readings: readonly Reading[]): boolean {
  return readings.some(({ selectors }) => selectors.some((selector) => picks(selector, name)));
}

/** As text, because JSON knows no NaN; blanks at the end are no samples. */
function samplesUntil(values: string, { seconds }: Duration): string {
  const read = readSamples(values);
  const samples = "samples" in read ? read.samples : [];
  return samples
    .slice(0, Math.floor(seconds / 60) + 1)
    .map((sample) => sample ?? "_")
    .join(" ")
    .replace(/(?: ?_)+$/, "");
}
