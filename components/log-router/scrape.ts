import type { Scrape, Scraped } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import { logRouterSeries } from "./series";

/** What the router tells of itself, on a port of its own. */
export function routerScrape(workload: Workload): Scrape & Scraped {
  const { name, pods } = workload;
  return {
    name,
    job: name,
    series: seriesOf(logRouterSeries),
    from: { kind: "service", workload, selector: pods, port: "metrics" },
  };
}
