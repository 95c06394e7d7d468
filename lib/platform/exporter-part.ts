import type { RuleBundle } from "../alerts/rule";
import type { Scraped } from "../metrics/scrape";
import type { Site } from "../site/schema";
import { type Exporter, ExporterPod, exporterCredentials, exporterScrape, exporterWorkload } from "../workloads/exporter";
import type { OutsideSetup } from "./installation";
import type { Part } from "./part";
import { serviceBundle } from "./service-bundle";

export interface ExporterPartProps {
  /** Of the part, and of its section of the site where it has one. */
  readonly name: string;
  /** Nothing where the site has nothing for it to watch. */
  readonly exporter: (site: Site) => Exporter | undefined;
  /** What somebody sets up at what it watches. @default - nothing */
  readonly setups?: (site: Site) => readonly OutsideSetup[];
  /** The rules on what it tells. */
  readonly rules: (site: Site, scraped: Scraped) => readonly RuleBundle[];
}

/** The part of a third-party exporter. */
export function exporterPart({ name, exporter: exporterAt, setups, rules }: ExporterPartProps): Part {
  return {
    name,
    dormant: (site) => rules(site, { job: name }),
    at: (site) => {
      const exporter = exporterAt(site);
      if (exporter === undefined) return undefined;
      const workload = exporterWorkload(exporter);
      const scrape = exporterScrape(exporter);
      const credentials = exporterCredentials(exporter);
      const bundle = `monitoring-${exporter.name}`;
      return {
        declares: {
          credentials,
          workloads: [workload],
          connections: (exporter.calls ?? []).map((call) => ({ from: workload, ...call })),
          scrapes: [scrape],
          rules: rules(site, scrape),
          outsideSetups: setups?.(site),
          // one that every site has can't be taken out
          sections: Object.hasOwn(site, name) ? [{ section: name, bundles: [bundle], credentials }] : [],
        },
        bundles: (whole) => [
          serviceBundle(site, whole, {
            name: bundle,
            workload,
            scrape,
            build: (scope) => new ExporterPod(scope, exporter),
          }),
        ],
      };
    },
  };
}
