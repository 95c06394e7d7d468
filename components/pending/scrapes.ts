import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import { blackboxSeries, pushedSeries } from "./series";

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
  ];
}
