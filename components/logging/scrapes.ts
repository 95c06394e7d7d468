import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import type { LoggingWorkloads } from "./network";
import { aggregatorSeries, shipperSeries } from "./series";

export const LOG_AGGREGATOR = { job: "log-aggregator" };
export const LOG_SHIPPER = { job: "log-shipper" };

/** The logging operator's workloads; their scrapes come with the log plane, and the agent is let in already. */
export function loggingScrapes({ shipper, aggregator }: LoggingWorkloads): Scrape[] {
  const until = "the log plane";
  return [
    {
      name: "log-aggregator",
      job: LOG_AGGREGATOR.job,
      from: { kind: "pending", until, to: { workload: aggregator, port: "metrics" } },
      series: seriesOf(aggregatorSeries),
    },
    {
      name: "log-shipper",
      job: LOG_SHIPPER.job,
      from: { kind: "pending", until, to: { workload: shipper, port: "metrics" } },
      series: seriesOf(shipperSeries),
    },
  ];
}
