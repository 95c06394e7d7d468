import { after, type Moment, type SeriesSet } from "../lib/alerts/proof";
import { type Duration, minutes } from "../lib/duration";
import { stepping } from "./proof-counter";

/** Times the mean of a day: no evening and no backup makes so much of it. */
const TIMES = 10;
const WINDOW = 10;
const DAY = 1440;

export interface Surge {
  /** Labels that are kept. */
  readonly by: string;
  /** Selector of what counts. */
  readonly counts: string;
  /** Per second: less does no harm, however much more it is than before. */
  readonly least: number;
  /** The series in which it counts so. */
  readonly given: (counter: string) => SeriesSet;
}

interface Shape {
  readonly expr: string;
  readonly for: Duration;
  readonly fires: readonly [Moment, Moment, Moment];
  readonly silent: readonly [Moment, Moment, Moment];
}

/** Many times more than on the mean of a day, with its proof. */
export function surge({ by, counts, least, given }: Surge): Shape {
  const now = `sum by (${by}) (rate(${counts}[${WINDOW}m]))`;
  const usual = 60 * least;
  // a while before, and the flood of so many times the usual
  const flood = (times: number, ...before: readonly (readonly [number, number])[]) =>
    given(stepping([...before.map(([length, step]) => [length, step * usual] as const), [90, times * usual]]));
  const holds = 10;
  const long = DAY + 60;
  return {
    expr: `${now} > ${least}\nand on (${by}) ${now} > ${TIMES} * sum by (${by}) (rate(${counts}[1d]))`,
    for: minutes(holds),
    fires: [
      // it is itself a part of the day's mean, more and more: eleven times would be over too soon
      after(minutes(long + 9 + holds), flood(12.1, [long, 1])),
      // half a day of nothing before half a day of the usual
      after(minutes(long + DAY / 2 + 7 + holds), flood(7.5, [long, 0], [DAY / 2, 1])),
      after(minutes(long + 10 + holds), flood(1.05, [long, 0.001])),
    ],
    silent: [
      after(minutes(long + 12 + holds), flood(11.2, [long, 1])),
      after(minutes(long + 10 + holds), flood(0.95, [long, 0.001])),
      // a day of nothing before a day of the usual
      after(minutes(2 * DAY + 9 + holds), flood(7.5, [DAY, 0], [DAY, 1])),
    ],
  };
}
