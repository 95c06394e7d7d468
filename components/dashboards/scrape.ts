import type { Scrape, Scraped } from "../../lib/metrics/scrape";
import { serviceScrape } from "../../lib/metrics/service-scrape";
import { dashboardsSeries } from "./series";
import type { DashboardWorkloads } from "./workloads";

/** What both processes tell of themselves. */
export function dashboardScrapes({ people, frames }: DashboardWorkloads): {
  readonly people: Scrape & Scraped;
  readonly frames?: Scrape & Scraped;
} {
  const series = dashboardsSeries;
  return { people: serviceScrape(people, { series }), ...(frames && { frames: serviceScrape(frames, { series }) }) };
}
