import { servedAt } from "../network/paths";
import type { Workload } from "../network/workload";
import { inClusterService } from "../site/in-cluster";
import type { Site } from "../site/schema";
import { IN_CLUSTER } from "../site/sections/urls";

/** What each `%placeholder%` of a runbook stands for at a site; undefined where nothing of it is there. */
export type RunbookValues = ReadonlyMap<string, string | undefined>;

/** The placeholders that are namespaces. */
export const NAMESPACE_VALUES = ["monitoring", "exporters", "logging", "orchestrator", "gitops", "boiler"] as const;

/**
 * Namespaces by their key in site.yaml (`%monitoring%`), the namespace of the boiler (`%boiler%`); the Service of each in-cluster
 * URL and its port (`%status-page%`, `%status-page.port%` of `urls.status_page_url`), where something serves it; the store's
 * workload behind `urls.metrics_url` (`%store%`), which the scale decides.
 */
export function runbookValues(site: Site, workloads: readonly Workload[]): RunbookValues {
  return new Map<string, string | undefined>([
    ...Object.entries(site.namespaces),
    ["boiler", site.boiler?.namespace],
    ...IN_CLUSTER.flatMap((key) => ofService(key, site.urls[key], workloads)),
    ["store", servedAt(inClusterService(site.urls.metrics_url), workloads)?.workload.name],
  ]);
}

function ofService(key: string, url: string | undefined, workloads: readonly Workload[]): [string, string | undefined][] {
  const named = url === undefined ? undefined : inClusterService(url);
  // a command on a Service that nothing provides could only fail
  const service = named && servedAt(named, workloads) && named;
  const name = key.replace(/_url$/, "").replaceAll("_", "-");
  return [
    [name, service?.name],
    [`${name}.port`, service && String(service.port)],
  ];
}
