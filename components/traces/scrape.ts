import type { Scrape, Scraped } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import { tracesSeries } from "./series";

/** What the collector tells of itself, on a port of its own. */
export function collectorScrape(workload: Workload): Scrape & Scraped {
  const { name, pods } = workload;
  return { name, job: name, series: seriesOf(tracesSeries), from: { kind: "service", workload, selector: pods, port: "metrics" } };
}
