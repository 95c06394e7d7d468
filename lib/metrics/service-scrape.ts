import type { Workload } from "../network/workload";
import type { Series } from "../series";
import type { Endpoint, Scrape, Scraped } from "./scrape";

/** The scrape of a workload that we build: the job is the name of its Service, which is the workload's. */
export function serviceScrape(workload: Workload, series: readonly Series[], endpoints?: readonly Endpoint[]): Scrape & Scraped {
  const { name, pods } = workload;
  return { name, job: name, series, from: { kind: "service", workload, selector: pods, port: "http", ...(endpoints && { endpoints }) } };
}
