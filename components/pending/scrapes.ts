import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import { dashboardsSeries } from "./series/dashboards";

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
  ];
}
