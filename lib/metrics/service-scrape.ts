import type { Workload } from "../network/workload";
import type { Series } from "../series";
import type { Scrape, Scraped } from "./scrape";

/** The scrape of one of our own services: the job is the name of its Service, which is the workload's. */
export function serviceScrape(workload: Workload, series: readonly Series[]): Scrape & Scraped {
  const { name, pods } = workload;
  return { name, job: name, series, from: { kind: "service", workload, selector: pods, port: "http" } };
}
