import { after, type Moment, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { type Duration, days, minutes, toPrometheus } from "../lib/duration";
import { type Steps, stepping } from "./proof-counter";

/** A whole day: what is less at night is less on each of them. */
const DAY = days(1);

export interface FallenSilent {
  /** Labels that are kept. */
  readonly by: string;
  /** Selector of what counts. */
  readonly counts: string;
  /** How long nothing was counted. */
  readonly quiet: Duration;
  /** Of how much per second, on the mean of a day, so long a silence is no chance. */
  readonly usual: number;
  /** What has to hold besides. @default - nothing */
  readonly and?: string;
  /** The series in which it counts so. */
  readonly given: (counter: string) => SeriesSet;
}

interface Shape {
  readonly expr: string;
  readonly fires: readonly [Moment, Moment];
  readonly silent: readonly [Moment, Moment, Moment];
}

/** Nothing at all for a while of what used to come all day, with its proof. */
export function fallenSilent({ by, counts, quiet, usual, and, given }: FallenSilent): Shape {
  const minutesOf = ({ seconds }: Duration) => seconds / 60;
  const [long, day] = [minutesOf(quiet), minutesOf(DAY)];
  const busy = day + 160;
  const goes = (perMinute: number, ...more: Steps) =>
    given(stepping([[busy, perMinute], ...(more.length > 0 ? more : [[2 * day, 0] as const])]));
  // a mean of just so much, the silence in it
  const mean = (times: number) => (times * usual * 60 * day) / (day - long);
  const much = 10 * usual * 60;
  return {
    expr: [
      `sum by (${by}) (increase(${counts}[${toPrometheus(quiet)}])) == 0`,
      `and on (${by}) sum by (${by}) (rate(${counts}[${toPrometheus(DAY)}])) > ${usual}`,
      ...(and === undefined ? [] : [`and ${and}`]),
    ].join("\n"),
    fires: [
      after(minutes(busy + long), goes(mean(1.05))),
      // only the first quarter of the day was busy
      stillAfter(minutes(busy + 0.75 * day), goes(much)),
    ],
    silent: [
      after(minutes(busy + long), goes(mean(0.95))),
      after(minutes(busy + long), goes(much, [Math.floor(long / 2), 0], [1, much], [2 * day, 0])),
      // quiet for more than a day: perhaps it is meant
      after(minutes(busy + day + 60), goes(much)),
    ],
  };
}
