import { operatorScrape } from "../../lib/metrics/operator-scrape";
import type { Scrape, Scraped } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import { metricsStoreSeries } from "./series/metrics-store";
import { vmagentSeries } from "./series/vmagent";
import { vmalertSeries } from "./series/vmalert";
import type { MetricsWorkloads } from "./workloads";

/** What tells of the metrics plane itself. */
export interface MetricsScrapes {
  /** The store; of a clustered one each part, the one that keeps the samples first. */
  readonly stores: readonly [Scraped, ...Scraped[]];
  readonly agent: Scraped;
  readonly evaluator: Scraped;
  /** What brings rules and scrape objects to those that load them. */
  readonly reloaders: readonly Scraped[];
  readonly all: readonly Scrape[];
}

export function metricsScrapes({ agent, evaluator, front, parts }: MetricsWorkloads): MetricsScrapes {
  const ofStore = (workload: Workload) => operatorScrape(workload, seriesOf(metricsStoreSeries));
  const keeper = ofStore(parts?.storage ?? front);
  const others = parts === undefined ? [] : [parts.insert, parts.select, front].map(ofStore);
  const ofAgent = operatorScrape(agent, seriesOf(vmagentSeries));
  const ofEvaluator = operatorScrape(evaluator, seriesOf(vmalertSeries));
  const reloaders = [ofAgent, ofEvaluator, ...others].flatMap(([, ...beside]) => beside);
  return {
    stores: [keeper[0], ...others.map(([own]) => own)],
    agent: ofAgent[0],
    evaluator: ofEvaluator[0],
    reloaders,
    all: [keeper, ...others, ofAgent, ofEvaluator].flat(),
  };
}
