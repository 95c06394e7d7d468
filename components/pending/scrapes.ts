import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import { dashboardsSeries } from "./series/dashboards";
import { logStoreSeries } from "./series/log-store";
import { tracesSeries } from "./series/traces";

/** The jobs of these exporters, until their own declarations say them. */
export const TRACES = { job: "trace-collector" };
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
    {
      name: "trace-collector",
      job: TRACES.job,
      from: { kind: "pending", until: "the trace collector" },
      series: seriesOf(tracesSeries),
    },
  ];
}
