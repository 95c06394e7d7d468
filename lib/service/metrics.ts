import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Declared, Series } from "../series";
import { processSeries } from "./process-series";

type OwnKind = "counter" | "gauge" | "histogram";

/** Series of a service of ours. */
export type OwnCatalogue = Readonly<Record<string, Declared<OwnKind>>>;

type Value = string | number;
/** What leads a sample's arguments: each label of its series and no other, or nothing. prom-client's own types let labels be left out. */
type Labels<Always extends string, Sometimes extends string> = [Always | Sometimes] extends [never]
  ? []
  : [labels: Readonly<Record<Always, Value> & Partial<Record<Sometimes, Value>>>];

interface ByKind<L extends readonly unknown[]> {
  readonly counter: { inc(...sample: [...labels: L, by?: number]): void };
  readonly gauge: { set(...sample: [...labels: L, to: number]): void };
  readonly histogram: { observe(...sample: [...labels: L, value: number]): void };
}

/** prom-client's object of a declared series, as far as a service needs it. */
type Made<D extends Declared<OwnKind>> = ByKind<
  Labels<D["series"]["labels"][number], D["series"]["sometimes"][number]>
>[D["series"]["kind"]];

/** The metrics of a catalogue by the names of its series. */
export type Metrics<C extends OwnCatalogue> = { readonly [Name in keyof C]: Made<C[Name]> };

/** For series whose value is looked up at each scrape, what sets it. */
type Collectors<C extends OwnCatalogue> = { readonly [Name in keyof C]?: (metric: Made<C[Name]>) => void };

/** Makes every series of the catalogue: nothing of one is said a second time, and none is made that is not declared. */
export function makeMetrics<C extends OwnCatalogue>(catalogue: C, registry: Registry, collectors: Collectors<C> = {}): Metrics<C> {
  const metrics = Object.entries(catalogue).map(([name, { series }]) => {
    // the collector of a name takes what is made of its series, which the compiler can't see for any C
    const collector = collectors[name] as ((metric: unknown) => void) | undefined;
    const metric: unknown = make(series, registry, collector && (() => collector(metric)));
    return [name, metric];
  });
  return Object.fromEntries(metrics) as Metrics<C>;
}

function make({ name, kind, help, labels, sometimes, buckets = [] }: Series<OwnKind>, registry: Registry, collect?: () => void) {
  const options = { name, help, labelNames: [...labels, ...sometimes], registers: [registry], collect };
  switch (kind) {
    case "counter":
      return new Counter(options);
    case "gauge":
      return new Gauge(options);
    case "histogram":
      return new Histogram({ ...options, buckets: [...buckets] });
  }
}

/**
 * A registry with the process metrics that rules and dashboards read. prom-client's own default set
 * keeps histograms of the event loop and of garbage collection, which cost more memory than they tell.
 */
export function createRegistry(): Registry {
  const registry = new Registry();
  const started = Date.now() / 1000 - process.uptime();
  let counted = 0;
  makeMetrics(processSeries, registry, {
    process_start_time_seconds: (gauge) => gauge.set(started),
    process_cpu_seconds_total: (counter) => {
      const { user, system } = process.cpuUsage();
      counter.inc((user + system) / 1e6 - counted);
      counted = (user + system) / 1e6;
    },
    process_resident_memory_bytes: (gauge) => gauge.set(process.memoryUsage.rss()),
    nodejs_heap_size_used_bytes: (gauge) => gauge.set(process.memoryUsage().heapUsed),
    nodejs_external_memory_bytes: (gauge) => gauge.set(process.memoryUsage().external),
  });
  return registry;
}
