import type { Scrape } from "../../lib/metrics/scrape";
import { seriesOf } from "../../lib/series";
import type { LoggingWorkloads } from "./network";
import { AGGREGATOR_JOB, LOGGING_OPERATOR, SHIPPER_JOB, SHIPPER_METRICS_PATH } from "./operator";
import { aggregatorSeries, shipperSeries } from "./series";

export const LOG_AGGREGATOR = { job: AGGREGATOR_JOB };
export const LOG_SHIPPER = { job: SHIPPER_JOB };

/** The Services of metrics that the logging operator makes beside its workloads: without a ServiceMonitor, which nobody here would read. */
export function loggingScrapes({ shipper, aggregator }: LoggingWorkloads): Scrape[] {
  const port = "http-metrics";
  return [
    {
      name: "log-aggregator",
      job: LOG_AGGREGATOR.job,
      from: { kind: "service", workload: aggregator, selector: aggregator.pods, port, owner: LOGGING_OPERATOR },
      series: seriesOf(aggregatorSeries),
    },
    {
      name: "log-shipper",
      job: LOG_SHIPPER.job,
      from: {
        kind: "service",
        workload: shipper,
        selector: shipper.pods,
        port,
        owner: LOGGING_OPERATOR,
        endpoints: [{ path: SHIPPER_METRICS_PATH }],
      },
      series: seriesOf(shipperSeries),
    },
  ];
}
