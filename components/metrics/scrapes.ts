import type { Scrape } from "../../lib/metrics/scrape";
import { METRICS_STORE_SERIES } from "./series/metrics-store";
import { VMAGENT_SERIES } from "./series/vmagent";
import { VMALERT_SERIES } from "./series/vmalert";

/** The operator scrapes what it deploys by itself, under the job name `<workload>-<object>`. */
export function metricsScrapes(): Scrape[] {
  const from = { kind: "upstream", owner: "VictoriaMetrics operator" } as const;
  return [
    { name: "metrics-store", from, series: METRICS_STORE_SERIES },
    { name: "vmagent", from, series: VMAGENT_SERIES },
    { name: "vmalert", from, series: VMALERT_SERIES },
  ];
}
