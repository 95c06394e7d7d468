import { toPrometheus } from "../../lib/duration";
import { SCRAPE_INTERVAL } from "../../lib/metrics/intervals";

/**
 * Under `scale: cluster` two members of the agent scrape each target, at moments of their own (vmagent v1.150.0, lib/promscrape/scrapework.go);
 * the store keeps one sample per interval, always of the same member while it is there.
 */
export const DEDUPLICATION = { "dedup.minScrapeInterval": toPrometheus(SCRAPE_INTERVAL) };
