import { type Condition, matches } from "../series";
import type { Scraped } from "./scrape";

/** The condition on `job` that picks what these scrapes give; names of Services need no escape in a pattern. */
export function askedJobs(scraped: readonly Scraped[]): string | Condition {
  const [first, ...more] = new Set(scraped.map(({ job }) => job));
  return first !== undefined && more.length === 0 ? first : matches([first, ...more].join("|"));
}
