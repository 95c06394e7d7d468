import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import type { LoggingWorkloads } from "./network";
import { aggregatorSeries, shipperSeries } from "./series";

/** The logging operator's workloads; their scrapes come with the log plane, and the agent is let in already. */
export function loggingScrapes({ shipper, aggregator }: LoggingWorkloads): Scrape[] {
  const until = "the log plane";
  return [
    {
      name: "log-aggregator",
      from: { kind: "pending", until, to: { workload: aggregator, port: "metrics" } },
      series: seriesOf(aggregatorSeries),
    },
    { name: "log-shipper", from: { kind: "pending", until, to: { workload: shipper, port: "metrics" } }, series: seriesOf(shipperSeries) },
  ];
}
