import { HEALTHY } from "../../components/healthy";
import { targetSeries } from "../../lib/metrics/built-in-series";
import { parseExpression, picks, type Selector } from "../../lib/metrics/promql";
import { sampleUnits } from "../../lib/metrics/sample-units";
import type { Platform } from "../../lib/platform/platform";
import { START } from "../../lib/world/course";
import type { Target } from "../../lib/world/healthy";
import { isPicked } from "../../lib/world/picked";
import { type WorldSeries, worldOf } from "../../lib/world/world";
import { ruleFiles } from "./rule-files";

/** A target of the healthy installation that answers now, as its exporter would. */
export interface LiveTarget {
  readonly scrape: string;
  readonly index: number;
  /** What the agent puts on its samples. */
  readonly labels: Readonly<Record<string, string>>;
  readonly series: readonly LiveSeries[];
}

export interface LiveSeries {
  readonly name: string;
  /** Those of the sample itself. */
  readonly labels: Readonly<Record<string, string>>;
  /** It counts, and never falls. */
  readonly goesUp: boolean;
  /** Its value at a moment in seconds since the epoch; nothing where there is no sample. */
  readonly at: (now: number) => number | undefined;
}

const SEED = 1;
/** The agent makes these itself. */
const MADE_BY_AGENT = new Set(Object.keys(targetSeries));

/**
 * The healthy installation of a site, as far as a rule reads it, as if its beginning were now. What it says of moments is moved by as much; what
 * counts goes on; whatever else it measures stays as it begins, because a trend of minutes that a rule takes for one of hours is none.
 * @param begins in seconds since the epoch
 */
export function liveWorld(platform: Platform, begins: number): LiveTarget[] {
  const world = worldOf(platform, HEALTHY, SEED);
  const units = sampleUnits(platform.scrapes);
  const byTarget = new Map<Target, LiveSeries[]>(world.targets.map((target) => [target, []]));
  const isRead = readByRules(platform);
  for (const series of world.series()) {
    if (!MADE_BY_AGENT.has(series.name) && isRead(series))
      byTarget.get(series.target)?.push(live(series, units.get(series.name) === "timestamp", begins));
  }
  return [...byTarget].map(([{ scrape, index, labels }, series]) => ({ scrape, index, labels, series }));
}

function live({ name, labels, target, at, goesUp }: WorldSeries, isMoment: boolean, begins: number): LiveSeries {
  const own = Object.fromEntries(Object.entries(labels).filter(([label, value]) => target.labels[label] !== value));
  const isStill = !isMoment && goesUp !== true;
  return {
    name,
    labels: own,
    goesUp: goesUp === true,
    at: (now) => {
      const value = at(isStill ? 0 : now - begins);
      // 0 is no moment: it stands for never
      return value === undefined || value === 0 || !isMoment ? value : value + begins - START;
    },
  };
}

/** Sixty times as often asked, all of an installation would be most of what a small machine can do. */
function readByRules({ manifests }: Platform): (series: Pick<WorldSeries, "name" | "labels">) => boolean {
  const selectors = ruleFiles(manifests).flatMap(({ groups }) =>
    groups.flatMap(({ rules }) => rules.flatMap(({ expr }) => parseExpression(expr).selectors)),
  );
  const byName = new Map<string, readonly Selector[]>();
  return (series) => {
    const known = byName.get(series.name) ?? selectors.filter((selector) => picks(selector, series.name));
    byName.set(series.name, known);
    return known.some((selector) => isPicked(selector, series));
  };
}

/** As the store has them. */
export const labelsOf = (target: Pick<LiveTarget, "labels">, series: Pick<LiveSeries, "labels">): Readonly<Record<string, string>> => ({
  ...target.labels,
  ...series.labels,
});

/** Lines of the text format, without those that have no sample. */
export function exposed(series: readonly LiveSeries[], now: number): string {
  return series
    .flatMap((one) => {
      const value = one.at(now);
      return value === undefined ? [] : [`${shown(one)} ${written(value)}\n`];
    })
    .join("");
}

const kept = new WeakMap<LiveSeries, string>();

/** Made once: thousands are shown again and again. */
function shown(series: LiveSeries): string {
  const known = kept.get(series);
  if (known !== undefined) return known;
  const pairs = Object.entries(series.labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  const made = pairs.length === 0 ? series.name : `${series.name}{${pairs.join(",")}}`;
  kept.set(series, made);
  return made;
}

const escaped = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const written = (value: number): string => (Number.isFinite(value) || Number.isNaN(value) ? String(value) : value > 0 ? "+Inf" : "-Inf");
