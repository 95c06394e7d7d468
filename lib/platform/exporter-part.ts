import type { RuleBundle } from "../alerts/rule";
import type { Dashboard } from "../dashboards/dashboard";
import type { Scrape, Scraped } from "../metrics/scrape";
import { scrapeObject } from "../metrics/scrape-object";
import type { Workload } from "../network/workload";
import type { Series } from "../series";
import type { Site } from "../site/schema";
import { type Exporter, ExporterPod, exporterCredentials, exporterScrape, exporterWorkload } from "../workloads/exporter";
import type { OutsideSetup } from "./installation";
import type { Part } from "./part";
import { withheld } from "./rules-at-site";
import { serviceBundle } from "./service-bundle";

export interface ExporterPartProps {
  /** Of the part, and of its section of the site where it has one. */
  readonly name: string;
  /** Nothing where the site has nothing for it to watch. */
  readonly exporter: (site: Site) => Exporter | undefined;
  /** What a site that lacks it, or some of what it may watch, would do for its rules. @default - write its section */
  readonly until?: string;
  /** What it is asked in others' stead, beside the scrape of itself. @default - nothing */
  readonly scrapes?: (site: Site, exporter: Workload) => readonly Scrape[];
  /** What may not be meant, for people. @default - nothing */
  readonly cautions?: (site: Site) => readonly string[];
  /** What somebody sets up at what it watches. @default - nothing */
  readonly setups?: (site: Site) => readonly OutsideSetup[];
  /** The rules on what it tells. */
  readonly rules: (site: Site, scraped: Scraped) => readonly RuleBundle[];
  /** Those of a site that lacks nothing of what it may watch: the runbooks of all stay, whatever is here. @default - the rules */
  readonly everyRule?: (site: Site) => readonly RuleBundle[];
  /** The pages of what it tells. @default - none */
  readonly dashboards?: (site: Site) => readonly Dashboard[];
  /** Uids of those of a site that lacks nothing. @default - they are the same at every site that has it */
  readonly everyDashboard?: readonly string[];
  /** What it and its targets export, for pages of others that ask it where it is not. @default - none do */
  readonly series?: readonly Series[];
}

/** The part of a third-party exporter. */
export function exporterPart({
  name,
  exporter: exporterAt,
  until = `write the section ${name}`,
  scrapes: scrapesAt,
  cautions,
  setups,
  rules,
  everyRule,
  dashboards,
  everyDashboard = [],
  series,
}: ExporterPartProps): Part {
  const waiting = { exporter: name, until };
  return {
    name,
    dormant: (site) =>
      withheld({ ...waiting, dashboards: everyDashboard, ...(series && { series }) }, everyRule?.(site) ?? rules(site, { job: name })),
    at: (site) => {
      const exporter = exporterAt(site);
      if (exporter === undefined) return undefined;
      const workload = exporterWorkload(exporter);
      const scrape = exporterScrape(exporter);
      const scrapes = scrapesAt?.(site, workload) ?? [];
      const credentials = exporterCredentials(exporter);
      const atSite = rules(site, scrape);
      const pages = dashboards?.(site) ?? [];
      const uids = pages.map(({ uid }) => uid);
      const unseen = everyDashboard.filter((uid) => !uids.includes(uid));
      const bundle = `monitoring-${exporter.name}`;
      return {
        declares: {
          credentials,
          workloads: [workload],
          connections: (exporter.calls ?? []).map((call) => ({ from: workload, ...call })),
          scrapes: [scrape, ...scrapes],
          cautions: cautions?.(site),
          rules: atSite,
          dashboards: pages,
          withheld: withheld({ ...waiting, dashboards: unseen }, everyRule?.(site) ?? [], atSite),
          outsideSetups: setups?.(site),
          // one that every site has can't be taken out
          sections: Object.hasOwn(site, name) ? [{ section: name, bundles: [bundle], credentials }] : [],
        },
        bundles: (whole) => [
          serviceBundle(site, whole, {
            name: bundle,
            workload,
            scrape,
            build: (scope) => {
              new ExporterPod(scope, exporter);
              for (const one of scrapes) scrapeObject(scope, one, site.namespaces.monitoring);
            },
          }),
        ],
      };
    },
  };
}
