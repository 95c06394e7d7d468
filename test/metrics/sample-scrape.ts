import type { ScrapeSource } from "../../lib/metrics/scrape";

/** One exporter of somebody else's, of which nothing matters but that it is asked. */
export const SAMPLE_SOURCE: ScrapeSource = {
  kind: "observed",
  release: { program: "fan_exporter", release: "1.0.0" },
  what: "fans, by fan_exporter",
  at: { kind: "addresses", targets: [{ address: { family: 4, value: 0xc0a80a15n }, port: 9100 }] },
  ask: {},
};
