import type { Workload } from "../network/workload";
import { type AnyCatalogue, seriesOf } from "../series";
import type { Endpoint, Scrape, Scraped } from "./scrape";

/** What a workload that we build exports, and what is asked of it. @default - its /metrics */
export interface Exporting {
  readonly series: AnyCatalogue;
  readonly endpoints?: readonly Endpoint[];
}

/** The scrape of a workload that we build: the job is the name of its Service, which is the workload's. */
export function serviceScrape(workload: Workload, { series, endpoints }: Exporting): Scrape & Scraped {
  const { name, pods } = workload;
  return {
    name,
    job: name,
    series: seriesOf(series),
    from: { kind: "service", workload, selector: pods, port: "http", ...(endpoints && { endpoints }) },
  };
}
