/** Scrape interval of the agent. */
export const SCRAPE_INTERVAL = "30s";

/** Two agents write every sample twice under `scale: cluster`; the store keeps one per interval. */
export const DEDUPLICATION = { "dedup.minScrapeInterval": SCRAPE_INTERVAL };
