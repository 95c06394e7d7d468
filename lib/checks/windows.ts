// Prevents a window in which there is too little to see: a rate of one sample is nothing, and what happens between two evaluations is missed.
import { type Placed, placedRules, type Rule } from "../alerts/rule";
import { type Duration, seconds, toPrometheus } from "../duration";
import { EVALUATION_INTERVAL, SCRAPE_INTERVAL } from "../metrics/intervals";
import { seriesNamed } from "../metrics/promql";
import { rangesOf } from "../metrics/ranges";
import type { Scrape } from "../metrics/scrape";
import type { Platform } from "../platform/platform";
import { storedNames } from "../series";
import { type Check, type Finding, rulePlace } from "./check";

/** Two samples make a rate, and one scrape in two may be lost. */
const SCRAPES = 4;
/** What compares the samples of a range with each other. */
const COMPARING = new Set("rate irate increase delta idelta deriv predict_linear changes resets".split(" "));

export const windows: Check = {
  name: "windows",
  run: (platform) => {
    const intervals = intervalsOf(platform);
    const known = new Set(intervals.keys());
    return platform.rules.flatMap((bundle) =>
      bundle.groups.flatMap((group) => {
        const every = group.interval ?? EVALUATION_INTERVAL;
        const only = placedRules([{ ...bundle, groups: [group] }]);
        return only.flatMap((placed) =>
          problemsOf(placed, every, intervals, known).map((problem) => ({ where: rulePlace(placed), ...problem })),
        );
      }),
    );
  },
};

type Problem = Omit<Finding, "where">;

function problemsOf(
  { rule }: Placed<Rule>,
  every: Duration,
  intervals: ReadonlyMap<string, number>,
  known: ReadonlySet<string>,
): Problem[] {
  // a pack's are not ours to write anew
  if (rule.kind === "imported") return [];
  const ofRanges = rangesOf(rule.expr).flatMap(({ text, function: name, seconds: long, selector }): Problem[] => {
    const asked = Math.max(SCRAPE_INTERVAL.seconds, ...seriesNamed(selector, known).map((one) => intervals.get(one) ?? 0));
    const least = Math.max(every.seconds, COMPARING.has(name) ? SCRAPES * asked : asked);
    if (long >= least) return [];
    const why = COMPARING.has(name)
      ? `its samples come every ${toPrometheus(seconds(asked))}: with one lost there is nothing to compare`
      : `its samples come every ${toPrometheus(seconds(asked))} and it is evaluated every ${toPrometheus(every)}`;
    return [{ what: `${text} looks at too short a time; ${why}`, fix: `let it look at ${toPrometheus(seconds(least))} at least` }];
  });
  if (rule.kind !== "alert") return ofRanges;
  const holds = [
    ["for", rule.for],
    ["keepFiringFor", rule.keepFiringFor],
  ] as const;
  const ofHolds = holds.flatMap(([key, time]): Problem[] => {
    if (time === undefined || time.seconds === 0 || time.seconds >= every.seconds) return [];
    return [
      {
        what: `\`${key}\` is ${toPrometheus(time)}, and it is evaluated every ${toPrometheus(every)}`,
        fix: `leave it out, or write ${toPrometheus(every)} at least`,
      },
    ];
  });
  return [...ofRanges, ...ofHolds];
}

/** The longest time between two samples of a name, in seconds. */
function intervalsOf({ scrapes }: Pick<Platform, "scrapes">): Map<string, number> {
  const intervals = new Map<string, number>();
  for (const scrape of scrapes) {
    const longest = Math.max(SCRAPE_INTERVAL.seconds, ...requested(scrape));
    for (const name of scrape.series.flatMap(storedNames)) intervals.set(name, Math.max(longest, intervals.get(name) ?? 0));
  }
  return intervals;
}

function requested({ from }: Scrape): number[] {
  if (!("endpoints" in from)) return [];
  return (from.endpoints ?? []).flatMap(({ interval }) => interval?.seconds ?? []);
}
