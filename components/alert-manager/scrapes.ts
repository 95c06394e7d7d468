import { operatorScrape } from "../../lib/metrics/operator-scrape";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import { alertManagerSeries } from "./series";

export function alertManagerScrapes(alertManager: Workload): Scrape[] {
  return operatorScrape(alertManager, seriesOf(alertManagerSeries));
}
