import { observedExporters } from "../components/observed";
import { observed } from "../lib/metrics/observed";
import { scrapeObject } from "../lib/metrics/scrape-object";
import type { Part } from "../lib/platform/part";

/** What others run and this platform asks. */
export const observedPart: Part = {
  name: "observed",
  at: (site) => {
    const { monitoring: namespace } = site.namespaces;
    const all = observedExporters.map((exporter) => observed(exporter, site));
    const scrapes = all.flatMap((one) => ("scrape" in one ? [one.scrape] : []));
    return {
      declares: {
        scrapes,
        absentExporters: all.flatMap((one) => ("absent" in one ? [one.absent] : [])),
        credentials: scrapes.flatMap(({ from }) => (from.kind === "observed" && from.ask.token?.credential) || []),
      },
      bundles: () =>
        scrapes.length === 0
          ? []
          : [
              {
                name: "monitoring-scrapes",
                namespace,
                build: (bundle) => {
                  for (const scrape of scrapes) scrapeObject(bundle, scrape, namespace);
                },
              },
            ],
    };
  },
};
