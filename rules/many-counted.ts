import { after, type Moment, type SeriesSet } from "../lib/alerts/proof";
import { type Duration, minutes, toPrometheus } from "../lib/duration";
import { stepping } from "./proof-counter";

export interface ManyCounted {
  /** Labels that are kept. */
  readonly by: string;
  /** Selector of what counts. */
  readonly counts: string;
  readonly window: Duration;
  /** In the window; more are too many. */
  readonly most: number;
  /** @default - at once */
  readonly for?: Duration;
  /** The series in which it counts so. */
  readonly given: (counter: string) => SeriesSet;
}

interface Shape {
  readonly expr: string;
  readonly for?: Duration;
  readonly fires: Moment;
  readonly silent: Moment;
}

/** More of something than chance brings, with its proof. */
export function manyCounted({ by, counts, window, most, given, for: holds }: ManyCounted): Shape {
  const long = window.seconds / 60;
  const before = 2 * long + 1;
  const goes = (times: number) =>
    given(
      stepping([
        [before, 0],
        [4 * before + (holds?.seconds ?? 0) / 60, (times * most) / long],
      ]),
    );
  return {
    expr: `sum by (${by}) (increase(${counts}[${toPrometheus(window)}])) > ${most}`,
    ...(holds && { for: holds }),
    fires: after(minutes(before + Math.floor(long / 1.05) + 1 + (holds?.seconds ?? 0) / 60), goes(1.05)),
    // late enough for a range that is twice as long
    silent: after(minutes(before + 2 * long + 1 + (holds?.seconds ?? 0) / 60), goes(0.95)),
  };
}
