import { completeSeries } from "../../../lib/alerts/complete-series";
import type { Moment, SeriesSet } from "../../../lib/alerts/proof";
import { samplesOf } from "../../../lib/alerts/proof-samples";
import type { AlertRule } from "../../../lib/alerts/rule";
import { sampleUnits } from "../../../lib/metrics/sample-units";
import type { Scrape } from "../../../lib/metrics/scrape";
import type { PastSeries } from "../store-history";

/** Series that no catalogue knows and whose values are points in time all the same. */
const MOMENT_NAME = /_timestamp(?:_seconds)?$/;

/** The first moment of a proof at which its alert fires, and does so for the first time where there is one. */
export function firingMoment({ name, proof }: Pick<AlertRule, "name" | "proof">): Moment {
  const moment = proof.fires.find(({ isLater }) => isLater !== true) ?? proof.fires[0];
  if (moment === undefined) throw new Error(`the proof of ${name} has no series on which it fires`);
  return moment;
}

/** The series of a proof as the scrapes would bring them, with their beginning at a moment in seconds since the epoch; one sample a minute. */
export function seriesFrom(series: SeriesSet, scrapes: readonly Scrape[], begins: number): PastSeries[] {
  const units = sampleUnits(scrapes);
  const isMoment = (name: string) => (units.has(name) ? units.get(name) === "timestamp" : MOMENT_NAME.test(name));
  return completeSeries(series, scrapes).series.map(({ name, labels, values }) => {
    const all = samplesOf(values);
    const at = (index: number) => begins + index * 60;
    // 0 is no moment: it stands for never
    const moved = (value: number) => (isMoment(name) && value !== 0 ? value + begins : value);
    return {
      name,
      labels,
      samples: all.flatMap((value, index) => (typeof value === "number" ? [[at(index), moved(value)] as const] : [])),
      endsAt: all.flatMap((value, index) => (value === "stale" ? [at(index)] : [])),
    };
  });
}
