import type { targetSeries } from "../metrics/built-in-series";
import type { Scrape } from "../metrics/scrape";
import { type Series, seriesOf, type Unit } from "../series";
import { atQuantile, below, boundsOf, quantilesOf, sumOf } from "./buckets";
import { type Cluster, clusterOf, type Making } from "./cluster";
import type { Counting, Standing, Taking } from "./course";
import type { AnyValues, Healthy, Sampled, Target } from "./healthy";
import { type Luck, luckOf } from "./luck";
import { targetsOf } from "./targets";

/** A series of a world, as it is stored. */
export interface WorldSeries {
  readonly name: string;
  /** Without the name. */
  readonly labels: Readonly<Record<string, string>>;
  /** Who gives it. */
  readonly target: Target;
  /** Its value, by seconds from the start (before it: negative); nothing where there is no sample. */
  readonly at: (seconds: number) => number | undefined;
  /** It counts, and never falls. @default - it may go anywhere */
  readonly goesUp?: true;
  /** A fault has changed it. */
  readonly isChanged?: true;
}

/** An installation as its metrics show it. */
export interface World {
  readonly cluster: Cluster;
  readonly targets: readonly Target[];
  /** One after the other: a world has thousands. */
  readonly series: () => Iterable<WorldSeries>;
  /** Told what a change is about, before the series are gone through. @default - nobody wants to know */
  readonly isToChange?: (isMeant: (series: WorldSeries) => boolean) => void;
}

/** The healthy installation of a site. The same seed gives the same one, to the last digit. */
export function worldOf(making: Making, healthy: readonly Healthy[], seed: number): World {
  const cluster = clusterOf(making, seed);
  requireAll(making.scrapes, healthy);
  const asked = making.scrapes.flatMap((scrape) => {
    const own = healthy.flatMap((one) => {
      const names = namesIn(scrape, one);
      return names.size === 0 ? [] : [{ one, names }];
    });
    const targets = targetsOf(scrape, cluster);
    return [{ scrape, own, targets }];
  });
  return {
    cluster,
    targets: asked.flatMap(({ targets }) => targets),
    series: function* () {
      const seen = new Set<string>();
      for (const { scrape, own, targets } of asked) {
        for (const { one, names } of own) {
          const on = targets.filter(one.on ?? (() => true));
          for (const series of ofCatalogue(one, names, on, cluster)) {
            const key = keyOf(series);
            if (seen.has(key))
              throw new Error(`${key} is there twice; tell its samples apart by a label, in the healthy values of "${scrape.name}"`);
            seen.add(key);
            yield series;
          }
        }
        if (scrape.job === undefined) continue;
        for (const target of targets) yield* ofTarget(target, scrape.series.length);
      }
    },
  };
}

/** The same world, its series made once: for whoever goes through them again and again. */
export function kept(world: World): World {
  const series = [...world.series()];
  return { ...world, series: () => series };
}

/** The series as a selector shows it. */
export function keyOf({ name, labels }: Pick<WorldSeries, "name" | "labels">): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `${name}{${pairs.sort().join(",")}}`;
}

/** @throws where a series has no healthy value: nothing could be said of the rules that read it */
function requireAll(scrapes: readonly Scrape[], healthy: readonly Healthy[]): void {
  const missing = missingValues(scrapes, healthy);
  if (missing.length === 0) return;
  throw new Error(
    `no healthy values for ${missing.join(", ")}; declare them in a healthy.ts beside the catalogue, and list it in components/healthy.ts`,
  );
}

/** The series of the scrapes that nobody declares healthy values for, each with its scrape. */
export function missingValues(scrapes: readonly Scrape[], healthy: readonly Healthy[]): string[] {
  const known = new Set(healthy.flatMap(({ catalogue }) => seriesOf(catalogue)));
  return scrapes.flatMap(({ name, series }) => series.filter((one) => !known.has(one)).map((one) => `${one.name} of "${name}"`));
}

/** The names of a catalogue that a scrape gives: by the declaration itself, for another exporter may have one of the same name. */
function namesIn({ series }: Scrape, { catalogue }: Healthy): ReadonlyMap<string, Series> {
  const given = new Set(series);
  return new Map(seriesOf(catalogue).flatMap((one) => (given.has(one) ? [[one.name, one] as const] : [])));
}

function* ofCatalogue(
  one: Healthy,
  names: ReadonlyMap<string, Series>,
  targets: readonly Target[],
  cluster: Cluster,
): Generator<WorldSeries> {
  const given = new Set<string>();
  for (const target of targets) {
    const values = one.values(cluster, target);
    for (const [name, value] of Object.entries(values)) {
      const series = names.get(name);
      if (series === undefined) {
        if (one.catalogue[name] === undefined)
          throw new Error(`"${name}" has healthy values and is not declared; remove it, or declare it in series.ts`);
        continue;
      }
      for (const made of ofName(series, value, target, cluster.seed)) {
        given.add(name);
        yield made;
      }
      if ("absent" in value) given.add(name);
    }
  }
  const without = targets.length === 0 ? [] : [...names.keys()].filter((name) => !given.has(name));
  if (without.length > 0) throw new Error(`${without.join(", ")}: no target gives a sample; say why with absent("...")`);
}

function* ofName(series: Series, value: AnyValues, target: Target, seed: number): Generator<WorldSeries> {
  if ("absent" in value) return;
  const sampled: readonly Sampled[] = "goes" in value ? [[{}, value]] : value;
  for (const [own, course] of sampled) {
    const labels = labelsOf(series, own, target);
    const luck = luckOf(seed, keyOf({ name: series.name, labels }));
    if (course.goes === "into buckets") {
      yield* ofTaking(series, labels, course, target, luck);
    } else {
      yield { name: series.name, labels, target, at: rounded(course, series.unit, luck), ...(course.goes === "up" && { goesUp: true }) };
    }
  }
}

function labelsOf(series: Series, own: Sampled[0], target: Target): Record<string, string> {
  const written = Object.entries(own).flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
  const known = new Set<string>([...series.labels, ...series.sometimes]);
  const unknown = written.map(([label]) => label).filter((label) => !known.has(label));
  const labels = { ...target.labels, ...Object.fromEntries(written) };
  const missing = series.labels.filter((label) => labels[label] === undefined);
  if (unknown.length + missing.length > 0) {
    const wrong = [...unknown.map((label) => `label "${label}" is not declared`), ...missing.map((label) => `label "${label}" is missing`)];
    throw new Error(
      `the healthy values of "${series.name}" (${target.scrape}): ${wrong.join(", ")}; its labels are ${[...known].join(", ") || "none"}`,
    );
  }
  return labels;
}

function* ofTaking(series: Series, labels: Record<string, string>, taking: Taking, target: Target, luck: Luck): Generator<WorldSeries> {
  const { name } = series;
  const count = (seconds: number) => Math.floor(taking.count.at(seconds, luck));
  const one = (suffix: string, at: (seconds: number) => number, more = {}): WorldSeries => ({
    name: `${name}${suffix}`,
    labels: { ...labels, ...more },
    target,
    at,
    goesUp: true,
  });
  if (series.kind === "histogram") {
    for (const bound of boundsOf(taking, series.buckets)) {
      const ofAll = below(bound, taking);
      yield one("_bucket", (seconds) => ofAll(count(seconds)), { le: String(bound) });
    }
    yield one("_bucket", count, { le: "+Inf" });
  } else if (!series.hasNoQuantiles) {
    for (const share of quantilesOf(taking)) {
      const value = short(atQuantile(share, taking));
      yield one("", () => value, { quantile: String(share) });
    }
  }
  yield one("_sum", (seconds) => short(sumOf(count(seconds), taking)));
  yield one("_count", count);
}

/** What the scraper makes of a target that answers. */
function* ofTarget(target: Target, samples: number): Generator<WorldSeries> {
  const values: Readonly<Record<keyof typeof targetSeries, number>> = {
    up: 1,
    scrape_duration_seconds: 0.05,
    scrape_timeout_seconds: 10,
    scrape_samples_scraped: samples,
    scrape_samples_post_metric_relabeling: samples,
    scrape_series_added: 0,
  };
  for (const [name, value] of Object.entries(values)) yield { name, labels: target.labels, target, at: () => value };
}

/** Things are counted whole; nothing needs more digits than these. */
function rounded(course: Counting | Standing, unit: Unit, luck: Luck): (seconds: number) => number {
  if (unit === "bytes" || (unit === "count" && !("isFraction" in course))) return (seconds) => Math.floor(course.at(seconds, luck));
  return (seconds) => short(course.at(seconds, luck));
}

const short = (value: number): number => (Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : value);
