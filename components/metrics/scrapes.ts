import { operatorScrape } from "../../lib/metrics/operator-scrape";
import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import { metricsStoreSeries } from "./series/metrics-store";
import { vmagentSeries } from "./series/vmagent";
import { vmalertSeries } from "./series/vmalert";
import type { MetricsWorkloads } from "./workloads";

/** The metrics plane's own series. */
export function metricsScrapes({ agent, evaluator, front, parts }: MetricsWorkloads): Scrape[] {
  const stores = [front, ...(parts === undefined ? [] : [parts.insert, parts.select, parts.storage])];
  return [
    ...stores.flatMap((store) => operatorScrape(store, seriesOf(metricsStoreSeries))),
    ...operatorScrape(agent, seriesOf(vmagentSeries)),
    ...operatorScrape(evaluator, seriesOf(vmalertSeries)),
  ];
}
