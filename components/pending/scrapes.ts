import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import { dashboardsSeries } from "./series/dashboards";
import { tracesSeries } from "./series/traces";

/** The job of this exporter, until its own declaration says it. */
export const TRACES = { job: "trace-collector" };

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
      name: "trace-collector",
      job: TRACES.job,
      from: { kind: "pending", until: "the trace collector" },
      series: seriesOf(tracesSeries),
    },
  ];
}
