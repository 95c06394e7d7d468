import { type OperatorScrapes, operatorScrape } from "../../lib/metrics/operator-scrape";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import { alertManagerSeries } from "./series";

export function alertManagerScrapes(alertManager: Workload): OperatorScrapes {
  return operatorScrape(alertManager, seriesOf(alertManagerSeries));
}
