import type { Workload } from "../network/workload";
import { seriesOf } from "../series";
import type { ServiceDeclaration } from "../service/declaration";
import type { Scrape, Scraped } from "./scrape";

/** The scrape of one of our own services: the job is the name of its Service, which is the workload's. */
export function serviceScrape(workload: Workload, service: ServiceDeclaration): Scrape & Scraped {
  const { name, pods } = workload;
  return { name, job: name, series: seriesOf(service.series), from: { kind: "service", workload, selector: pods, port: "http" } };
}
