import { operatorScrape } from "../../lib/metrics/operator-scrape";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { ALERTMANAGER_SERIES } from "./series";

export function alertManagerScrapes(alertManager: Workload): Scrape[] {
  return operatorScrape(alertManager, ALERTMANAGER_SERIES);
}
