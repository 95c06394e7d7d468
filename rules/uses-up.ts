import { after, type Moment, type SeriesSet } from "../lib/alerts/proof";
import { type RecordingRule, record } from "../lib/alerts/rule";
import { type Duration, days, minutes, seconds, toPrometheus } from "../lib/duration";
import type { Unit } from "../lib/series";
import { keptAfter, overAfter } from "./comes-and-goes";

/** With still more left than that a filesystem is hardly in use. */
const SHARE = 0.9;
/** In about a week. What is full in four days has begun to be so for hours, of which a part is noise. */
const AHEAD = days(8).seconds;
/** A regression over it hardly sees what comes and goes within an hour, such as logs that are rotated. */
const WINDOW = 120;
const RANGE = toPrometheus(minutes(WINDOW));
/** Minutes until both windows see what goes so many times as fast, whether or not an engine counts a range's beginning. */
const FOUND = WINDOW + 43;

/** What falls in a straight line shows its pace within half an hour: less far ahead, because half an hour tells less. */
const STEADY_AHEAD = days(5).seconds;
const STEADY_WINDOW = minutes(30);
/** Engines differ in whether a range has its beginning, hence not the last half minute of it. */
const STEADY_RANGE = toPrometheus(seconds(STEADY_WINDOW.seconds - 30));
/** Correlation of what is left with time: nothing else than a straight fall has so much, be it a step or a wave of an hour. */
const STEADY = 0.98;
/** Two are always a straight line, and a few by chance: a new volume, or one after a gap. A scrape a minute gives thirty. */
const LINE_SAMPLES = 25;
/** In place of what is left where it does not fall in that way, so many times as much. */
const NEVER = 2 ** 30;
/** Of its own lowest: less is noise. */
const LOWER = 0.999;
/** Of a day, a quarter of an hour: what comes and goes looks straight for a moment. */
const MOMENTS = 0.01;

interface Room {
  /** Selectors of what is left, and of all that there is. */
  readonly left: string;
  readonly whole: string;
}

interface UsesUp {
  readonly expr: string;
  readonly for: Duration;
  readonly reads: readonly [RecordingRule];
}

/**
 * What is left, where for half an hour it has become less in a straight line and at a pace that uses it up within {@link STEADY_AHEAD}.
 * A number all the same where it has not, so that the recording never looks dead.
 *
 * @param of series in which that is left, as samples of each minute, and the labels of what is recorded of them
 */
export function steadilyLess(
  name: string,
  left: string,
  unit: Unit,
  of: readonly [series: (left: string) => SeriesSet, labels: Readonly<Record<string, string>>],
): RecordingRule {
  const fall = `-deriv(${left}[${STEADY_RANGE}])`;
  // the standard deviation of a straight line is its length by the root of twelve
  const ofDeviation = Number(((STEADY * Math.sqrt(12)) / STEADY_WINDOW.seconds).toPrecision(4));
  const [series, labels] = of;
  const start = 2 ** 37;
  const now = 40;
  /** Falls so many times as fast as just uses it up, by that much more and less from minute to minute. */
  const falling = (pace: number, swing: number) => {
    const perMinute = (pace * 60 * start) / (STEADY_AHEAD + now * 60);
    const at = (minute: number) => Math.round(start - perMinute * (minute + swing * (minute % 2)));
    const values = Array.from({ length: now + 1 }, (_, minute) => at(minute));
    return { after: minutes(now), series: series(values.join(" ")), last: at(now) };
  };
  const gives = (pace: number, swing: number, times: number) => {
    const { last, ...moment } = falling(pace, swing);
    return { ...moment, gives: [[labels, last * times]] as const };
  };
  return record(name, {
    expr: [
      `${left}`,
      "/ clamp_min(",
      `  (${fall} > bool ${left} / ${STEADY_AHEAD})`,
      `  * (${fall} > bool ${ofDeviation} * stddev_over_time(${left}[${STEADY_RANGE}]))`,
      `  * (count_over_time(${left}[${STEADY_RANGE}]) > bool ${LINE_SAMPLES}),`,
      `  ${1 / NEVER}`,
      ")",
    ].join("\n"),
    unit,
    help: `What is left where it becomes less in a straight line; ${NEVER} times as much elsewhere.`,
    gives: [gives(1.05, 0, 1), gives(0.95, 0, NEVER), gives(1.5, 3, 1), gives(1.5, 4.4, NEVER), gives(0, 0, NEVER)],
  });
}

/**
 * It becomes less at a pace that uses it up within days: in a straight line, and to less than when it last did so within a day, so that
 * neither what is written each night nor what is cleared each hour is told; or, with whatever comes and goes meanwhile, in the last two
 * hours and in the two before. What is copied there at once is in one of them only, or a little in both for a moment.
 *
 * @param holds a copy of half an hour is seen for less than 25 minutes
 */
export function usesUp({ left, whole }: Room, falling: RecordingRule, holds: Duration): UsesUp {
  const pace = (then: string) => `-deriv(${left}[${RANGE}]${then}) > ${left} / ${AHEAD}`;
  const steady = falling.select();
  return {
    expr: [
      `${steady} / ${whole} < ${SHARE} unless quantile_over_time(${MOMENTS}, ${steady}[1d]) < ${LOWER} * ${steady}`,
      `or ${left} / ${whole} < ${SHARE} and ${pace("")} and ${pace(` offset ${RANGE}`)}`,
    ].join("\n"),
    for: holds,
    reads: [falling],
  };
}

/** Of what is left, in a minute. */
const PACE = 60 / AHEAD;
/** Of what is left, up and down from minute to minute: no straight line any more, and hardly another slope. */
const NOISE = 0.002;

/**
 * The proof of it: series that are just fast enough and just too slow in each of the two windows, and fast in the other; and straight ones.
 *
 * @param of series in which that is left, as samples of each minute
 * @param whole what there is of it
 */
export function usesUpProof(of: (left: string) => SeriesSet, whole: number, holds: Duration) {
  const wait = holds.seconds / 60;
  type Steps = readonly (readonly [minutes: number, pace: number])[];
  /** What is left, where so many times as much goes in a minute as would just use it up. */
  const course = (start: number, noise: number, steps: Steps): SeriesSet => {
    const values = [start];
    for (const [length, pace] of steps)
      for (let minute = 0; minute < length; minute++) values.push((values.at(-1) ?? 0) * (1 - pace * PACE));
    return of(values.map((value, minute) => Math.round(value * (1 - noise * (minute % 2)))).join(" "));
  };
  const much = 0.98 * SHARE * whole;
  const falling = (...steps: Steps) => course(much, NOISE, steps);
  const straight = (...steps: Steps) => course(much, 0, steps);
  const [fast, over, under] = [3.3, 1.05, 0.95];
  const slows = (to: number) => falling([250, fast], [300, to]);
  const quickens = (from: number) => falling([300, from], [200, fast]);
  const [day, seen] = [1440, 22];
  /** Falls for a hundred minutes, is cleared, and falls again that much later. */
  const again = (later: number) => straight([100, 0], [100, fast], [1, -100 * fast], [later - 101, 0], [200, fast]);
  /** Falls three times as fast for 36 minutes and is cleared: a quarter of an hour of them looks straight. */
  const [brief, cleared] = [36, 600];
  return {
    fires: [
      after(minutes(100 + seen + wait), straight([100, 0], [200, fast])),
      // once it is less than what it was in that quarter of an hour, but for its moments: a tenth of these more or less is two minutes
      after(
        minutes(100 + brief + 1 + cleared + 79 + wait),
        straight([100, 0], [brief, 3 * fast], [1, -3 * brief * fast], [cleared, 0], [200, fast]),
      ),
      after(minutes(100 + day + 120 + seen + wait), again(day + 120)),
      after(minutes(125 + FOUND + wait), falling([125, 0], [400, fast])),
      keptAfter(minutes(250 + 95), slows(under)),
      keptAfter(minutes(250 + WINDOW + 30), slows(over)),
      keptAfter(minutes(300 + 95), quickens(over)),
    ],
    silent: [
      after(
        minutes(100 + seen + wait + 5),
        course(1.02 * SHARE * whole, 0, [
          [100, 0],
          [200, fast],
        ]),
      ),
      after(minutes(100 + day - 240 + seen + wait + 5), again(day - 240)),
      // half an hour of a copy
      after(minutes(100 + 50), straight([100, 0], [30, 10 * fast], [200, 0])),
      overAfter(minutes(250 + WINDOW + 5), slows(under)),
      after(minutes(300 + 105 + wait), quickens(under)),
      after(minutes(FOUND + wait + 10), course(1.08 * SHARE * whole, NOISE, [[300, fast]])),
      // a tenth of it within half an hour, in the moment at which both see of it
      after(minutes(100 + WINDOW + 20), falling([100, 0], [30, 40], [300, 0])),
    ],
  } as const satisfies { readonly fires: readonly Moment[]; readonly silent: readonly Moment[] };
}
