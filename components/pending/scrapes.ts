import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import { dashboardsSeries } from "./series/dashboards";
import { logStoreSeries } from "./series/log-store";

/** The jobs of these exporters, until their own declarations say them. */
export const LOG_STORE = { job: "log-store" };

/**
 * Series that rules rely on before what exports them is part of the platform. Each entry goes when
 * its exporter's own declaration comes.
 */
export function pendingScrapes(): Scrape[] {
  return [
    {
      name: "grafana",
      from: { kind: "pending", until: "the dashboard application" },
      series: seriesOf(dashboardsSeries),
    },
    {
      name: "log-store",
      job: LOG_STORE.job,
      from: { kind: "pending", until: "the log store" },
      series: seriesOf(logStoreSeries),
    },
  ];
}
