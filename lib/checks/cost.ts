// Prevents a group of rules that keeps the store busy: one expression over weeks of every container reads more than all others together.
import { bundleFile, expressionOf, nameOf, type Rule, type RuleGroup } from "../alerts/rule";
import { seconds as lasting, toPrometheus } from "../duration";
import { EVALUATION_INTERVAL } from "../metrics/intervals";
import { type Look, looksOf } from "../metrics/ranges";
import type { Platform } from "../platform/platform";
import { picked } from "../platform/series-count";
import type { Check } from "./check";

const MILLION = 1e6;
/** What finding a series and opening its block costs, in samples: in VictoriaMetrics 1.150 about 14 µs, where a sample takes 11 ns. */
const FINDING = 1000;
/**
 * In a minute, for one group. The store reads some 50 million samples a second on one core (measured as above; the small profile gives it
 * one), so that this is a sixtieth of it.
 */
const BUDGET = 50 * MILLION;

export const cost: Check = {
  name: "cost",
  run: (platform) =>
    platform.rules.flatMap((bundle) =>
      bundle.groups.flatMap((group) => {
        const { perMinute, most } = costOf(group, platform);
        if (perMinute <= BUDGET || most === undefined) return [];
        const every = toPrometheus(group.interval ?? EVALUATION_INTERVAL);
        return [
          {
            where: `${bundleFile(bundle)} group "${group.name}"`,
            what:
              `every ${every} it reads what comes to ${millions(perMinute)} million samples a minute, and ${millions(BUDGET)} million is what a group may; ` +
              `most of it for rule "${nameOf(most.rule)}": ${textOf(most.look)}, of about ${most.series} series`,
            fix: "record it over a short time and ask the recording, look less far back, ask for fewer series, or give the group a longer interval",
          },
        ];
      }),
    ),
};

interface Part {
  readonly rule: Rule;
  readonly look: Look;
  readonly series: number;
  /** Samples in one evaluation. */
  readonly samples: number;
}

export interface GroupCost {
  /** Samples that its evaluations read in a minute. */
  readonly perMinute: number;
  /** What most of it is for. */
  readonly most: Part | undefined;
}

/** What the evaluations of a group read, on an upper estimate: answers that the store keeps are not counted. */
export function costOf(group: RuleGroup, platform: Platform): GroupCost {
  const parts = group.rules.flatMap((rule) =>
    looksOf(expressionOf(rule)).map((look): Part => {
      const { selector, seconds, times } = look;
      const of = picked(selector, platform);
      return {
        rule,
        look,
        series: of.reduce((sum, { series }) => sum + series, 0),
        samples: of.reduce((sum, { series, interval }) => sum + series * (FINDING + times * Math.max(1, seconds / interval)), 0),
      };
    }),
  );
  const { seconds } = group.interval ?? EVALUATION_INTERVAL;
  return {
    perMinute: (parts.reduce((sum, { samples }) => sum + samples, 0) * 60) / seconds,
    most: parts.reduce<Part | undefined>((most, part) => (most === undefined || part.samples > most.samples ? part : most), undefined),
  };
}

function textOf({ selector, seconds }: Look): string {
  const series = "name" in selector ? selector.name : `{__name__=~"${selector.namePattern}"}`;
  return seconds === 0 ? series : `${series}[${toPrometheus(lasting(seconds))}]`;
}

const millions = (samples: number): string => (samples / MILLION).toFixed(0);
