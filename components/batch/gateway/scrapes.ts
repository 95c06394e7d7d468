import type { Scrape, Scraped } from "../../../lib/metrics/scrape";
import type { Workload } from "../../../lib/network/workload";
import { type Series, seriesOf } from "../../../lib/series";
import { pushgatewaySeries } from "../series";

/**
 * One request, and two to whom its samples belong: the gateway itself, and whoever pushed, whose group is their `job`. The labels of samples
 * win, or every job's would be the gateway's and no cadence would meet its runs.
 */
export function gatewayScrapes(
  workload: Workload,
  pushed: readonly Series[],
): { readonly itself: Scrape & Scraped; readonly pushed: Scrape } {
  const { name, pods } = workload;
  return {
    itself: {
      name,
      job: name,
      series: seriesOf(pushgatewaySeries),
      from: { kind: "service", workload, selector: pods, port: "http", endpoints: [{ honorLabels: true }] },
    },
    pushed: { name: "pushed", series: pushed, from: { kind: "pushed", to: { workload, port: "http" } } },
  };
}
