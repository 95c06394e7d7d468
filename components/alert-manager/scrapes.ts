import type { Scrape } from "../../lib/metrics/scrape";
import { ALERTMANAGER_SERIES } from "./series";

export function alertManagerScrapes(): Scrape[] {
  return [{ name: "alert-manager", from: { kind: "upstream", owner: "VictoriaMetrics operator" }, series: ALERTMANAGER_SERIES }];
}
