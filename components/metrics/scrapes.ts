import { type OperatorScrapes, operatorScrape } from "../../lib/metrics/operator-scrape";
import type { Scrape, Scraped } from "../../lib/metrics/scrape";
import type { StoreScrapes } from "../../lib/metrics/store-scrapes";
import { seriesOf } from "../../lib/series";
import { metricsStoreSeries } from "./series/metrics-store";
import { vminsertSeries, vmselectSeries, vmstorageSeries } from "./series/metrics-store-parts";
import { vmagentSeries } from "./series/vmagent";
import { vmalertSeries } from "./series/vmalert";
import { vmauthSeries } from "./series/vmauth";
import type { MetricsWorkloads } from "./workloads";

/** What tells of the metrics plane itself. */
export interface MetricsScrapes {
  readonly store: StoreScrapes;
  readonly agent: Scraped;
  readonly evaluator: Scraped;
  /** All that run. */
  readonly programs: readonly [Scraped, ...Scraped[]];
  /** What brings rules and scrape objects to those that load them. */
  readonly reloaders: readonly Scraped[];
  readonly all: readonly Scrape[];
}

export function metricsScrapes(workloads: MetricsWorkloads): MetricsScrapes {
  const ofAgent = operatorScrape(workloads.agent, seriesOf(vmagentSeries));
  const ofEvaluator = operatorScrape(workloads.evaluator, seriesOf(vmalertSeries));
  const { store, scrapes } = storeScrapes(workloads);
  const each = [ofAgent, ofEvaluator, ...scrapes] as const;
  return {
    store,
    agent: ofAgent[0],
    evaluator: ofEvaluator[0],
    programs: [ofAgent[0], ...each.slice(1).map(([own]) => own)],
    reloaders: each.flatMap(([, ...beside]) => beside),
    all: each.flat(),
  };
}

function storeScrapes({ front, parts }: MetricsWorkloads): { readonly store: StoreScrapes; readonly scrapes: readonly OperatorScrapes[] } {
  if (parts === undefined) {
    const ofStore = operatorScrape(front, seriesOf(metricsStoreSeries));
    const [one] = ofStore;
    return { store: { storage: one, insert: one, select: one }, scrapes: [ofStore] };
  }
  const storage = operatorScrape(parts.storage, seriesOf(vmstorageSeries));
  const insert = operatorScrape(parts.insert, seriesOf(vminsertSeries));
  const select = operatorScrape(parts.select, seriesOf(vmselectSeries));
  const ofFront = operatorScrape(front, seriesOf(vmauthSeries));
  return {
    store: { storage: storage[0], insert: insert[0], select: select[0], front: ofFront[0] },
    scrapes: [storage, insert, select, ofFront],
  };
}
