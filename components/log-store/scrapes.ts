import type { Scrape, Scraped } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { logStoreSeries } from "./series";
import type { StoreWorkloads } from "./workloads";

export interface StoreScrapes {
  /** What others call. */
  readonly front: Scrape & Scraped;
  /** The other processes of the distributed form. */
  readonly nodes: readonly (Scrape & Scraped)[];
  /** @default - the edition has no such thing */
  readonly authorisation?: Scrape & Scraped;
}

/** What tells of the store: its own metrics, below the path that it serves at. */
export function storeScrapes(site: Site, { front, nodes, authorisation }: StoreWorkloads): StoreScrapes {
  const { path } = inClusterService(site.urls.logs_url);
  const ofNode = (workload: Workload): Scrape & Scraped => ({
    name: workload.name,
    job: workload.name,
    series: seriesOf(logStoreSeries),
    from: {
      kind: "service",
      workload,
      selector: workload.pods,
      port: "http",
      ...(path !== "" && { endpoints: [{ path: `${path}/metrics` }] }),
    },
  });
  return {
    front: ofNode(front),
    nodes: Object.values(nodes ?? {})
      .filter((one) => one !== front)
      .map(ofNode),
    ...(authorisation && {
      authorisation: {
        name: authorisation.name,
        job: authorisation.name,
        series: [],
        from: { kind: "service", workload: authorisation, selector: authorisation.pods, port: "metrics" },
      },
    }),
  };
}
