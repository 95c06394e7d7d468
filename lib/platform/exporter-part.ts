import type { RuleBundle } from "../alerts/rule";
import type { Scraped } from "../metrics/scrape";
import type { Site } from "../site/schema";
import { type Exporter, ExporterPod, exporterCredentials, exporterScrape, exporterWorkload } from "../workloads/exporter";
import type { Part } from "./part";
import { serviceBundle } from "./service-bundle";

/** A third-party exporter at a site, and the rules on what it tells. */
export interface ExporterAtSite {
  readonly exporter: Exporter;
  readonly rules: (scraped: Scraped) => readonly RuleBundle[];
}

/** The part of an exporter; none where `at` gives nothing, because the site has nothing for it to watch. */
export function exporterPart(name: string, at: (site: Site) => ExporterAtSite | undefined): Part {
  return {
    name,
    at: (site) => {
      const there = at(site);
      if (there === undefined) return undefined;
      const { exporter, rules } = there;
      const workload = exporterWorkload(exporter);
      const scrape = exporterScrape(exporter);
      return {
        declares: {
          credentials: exporterCredentials(exporter),
          workloads: [workload],
          connections: (exporter.calls ?? []).map((call) => ({ from: workload, ...call })),
          scrapes: [scrape],
          rules: rules(scrape),
        },
        bundles: (whole) => [
          serviceBundle(site, whole, {
            name: `monitoring-${exporter.name}`,
            stage: "foundation",
            workload,
            scrape,
            build: (bundle) => new ExporterPod(bundle, exporter),
          }),
        ],
      };
    },
  };
}
