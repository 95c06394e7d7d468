import { after, type Moment, type SeriesSet } from "../lib/alerts/proof";
import { type Duration, minutes, toPrometheus } from "../lib/duration";
import { type Steps, stepping } from "./proof-counter";

export interface ShareOfCounts {
  /** Labels that are kept. */
  readonly by: string;
  /** Selector of what is counted, and of all that it is a part of. */
  readonly part: string;
  readonly whole: string;
  readonly window: Duration;
  /** Above it, it is too much. Above 1 it is no share, but a mean. */
  readonly share: number;
  /** Of fewer in the window nothing is said. */
  readonly least: number;
  readonly for: Duration;
  /** The series in which part and whole go so. */
  readonly given: (part: Steps, whole: Steps) => SeriesSet;
}

interface Shape {
  readonly expr: string;
  readonly for: Duration;
  readonly fires: readonly [Moment, Moment];
  readonly silent: readonly [Moment, SeriesSet];
}

/** Too large a part of what was counted, with its proof: just over and just under the share, and the least number. */
export function shareOfCounts({ by, part, whole, window, share, least, given, for: holds }: ShareOfCounts): Shape {
  const increase = (selector: string) => `sum by (${by}) (increase(${selector}[${toPrometheus(window)}]))`;
  const long = window.seconds / 60;
  // longer than a range that is twice as long
  const before = 2 * long + 1;
  const [all, later] = [10 * (least / long), 4 * before + holds.seconds / 60];
  // the part is none until then
  const goes = (ofPart: number, ofWhole: number) =>
    given(
      [
        [before, 0],
        [later, ofPart],
      ],
      [
        [before, ofWhole],
        [later, ofWhole],
      ],
    );
  // a little less than all, lest a share is met to the last digit
  const most = 0.97 * (share < 1 ? 1 : 2 * share);
  const few = (times: number) => goes((most * times * least) / long, (times * least) / long);
  const firesAfter = (crossing: number, series: SeriesSet) =>
    after(minutes(before + Math.floor(crossing) + 1 + holds.seconds / 60), series);
  return {
    expr: `${increase(part)}\n/ (${increase(whole)} > ${least}) > ${share}`,
    for: holds,
    fires: [firesAfter(long / 1.05, goes(1.05 * share * all, all)), firesAfter((share * long) / most, few(1.05))],
    // late enough for a range of the part alone that is twice as long
    silent: [after(minutes(before + 2 * long + 1 + holds.seconds / 60), goes(0.95 * share * all, all)), few(0.95)],
  };
}

/** Series of a part and of the rest, which together are the whole. */
export const ofWhole =
  (part: string, rest: string) =>
  (ofPart: Steps, ofWhole: Steps): SeriesSet => ({
    [part]: stepping(ofPart),
    [rest]: stepping(ofWhole.map(([length, step], index) => [length, Math.max(0, step - (ofPart[index]?.[1] ?? 0))] as const)),
  });
