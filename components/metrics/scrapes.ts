import { operatorScrape } from "../../lib/metrics/operator-scrape";
import type { Scrape } from "../../lib/metrics/scrape";
import { METRICS_STORE_SERIES } from "./series/metrics-store";
import { VMAGENT_SERIES } from "./series/vmagent";
import { VMALERT_SERIES } from "./series/vmalert";
import type { MetricsWorkloads } from "./workloads";

/** The metrics plane's own series. */
export function metricsScrapes({ agent, evaluator, front, parts }: MetricsWorkloads): Scrape[] {
  const stores = [front, ...(parts === undefined ? [] : [parts.insert, parts.select, parts.storage])];
  return [
    ...stores.flatMap((store) => operatorScrape(store, METRICS_STORE_SERIES)),
    ...operatorScrape(agent, VMAGENT_SERIES),
    ...operatorScrape(evaluator, VMALERT_SERIES),
  ];
}
