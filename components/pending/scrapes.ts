import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import { blackboxSeries } from "./series/blackbox";
import { dashboardsSeries } from "./series/dashboards";
import { logRouterSeries } from "./series/log-router";
import { pushedSeries } from "./series/pushed";
import { snmpSeries } from "./series/snmp";
import { tracesSeries } from "./series/traces";

/**
 * Series that rules rely on before what exports them is part of the platform. Each entry goes when
 * its exporter's own declaration comes.
 */
export function pendingScrapes(): Scrape[] {
  return [
    {
      name: "blackbox-exporter",
      from: { kind: "pending", until: "the probes" },
      // each target says which component of the status page it is of
      targetLabels: ["component"],
      series: seriesOf(blackboxSeries),
    },
    {
      name: "pushgateway",
      from: { kind: "pending", until: "the batch jobs" },
      series: seriesOf(pushedSeries),
    },
    {
      name: "snmp-exporter",
      from: { kind: "pending", until: "the devices that are asked over SNMP" },
      series: seriesOf(snmpSeries),
    },
    {
      name: "grafana",
      from: { kind: "pending", until: "the dashboard application" },
      series: seriesOf(dashboardsSeries),
    },
    {
      name: "log-router",
      from: { kind: "pending", until: "the log router" },
      series: seriesOf(logRouterSeries),
    },
    {
      name: "trace-collector",
      from: { kind: "pending", until: "the trace collector" },
      series: seriesOf(tracesSeries),
    },
  ];
}
