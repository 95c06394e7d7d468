import { MEASURED, restartTolerant } from "../../lib/autoscaling/autoscaling";
import { printConfiguration } from "../../lib/gitops/yaml";
import type { Probe } from "../../lib/metrics/probe";
import { usualFamily } from "../../lib/site/probe-target";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import type { Exporter } from "../../lib/workloads/exporter";
import { configPath } from "../../lib/workloads/restricted-workload";
import { type Module, modules } from "./modules";
import { type PlannedProbe, probesOf } from "./probes";
import { blackboxSeries } from "./series";

/** The `job` of what is probed; the exporter's own samples have its name. */
export const PROBES = { job: "probes" };

export const BLACKBOX = "blackbox-exporter";
const FILE = "blackbox.yml";

/** The blackbox exporter: asks what the probes of a site say, where they say something. */
export function blackboxExporter(site: Pick<Site, "probes" | "namespaces" | "cluster" | "sizes">): Exporter | undefined {
  const probes = probesOf(site);
  if (probes.length === 0) return undefined;
  return {
    name: BLACKBOX,
    namespace: site.namespaces.monitoring,
    image: "prom/blackbox-exporter:v0.27.0",
    port: 9115,
    series: blackboxSeries,
    healthPath: "/-/healthy",
    args: [`--config.file=${configPath(BLACKBOX)}/${FILE}`],
    files: { [FILE]: configuration(probes, site) },
    calls: probes.map(({ call }) => call),
    ...(probes.every(({ isByAddress }) => isByAddress) && { asksByAddress: true as const }),
    ...bySize(site, "services", SIZES),
  };
}

/** A handshake for each certificate every half minute; 29 MiB at most with thirty probes by HTTP at once, 9 of them its own data. */
const SIZES = {
  default: { cpu: { request: "200m", limit: "200m" }, memory: "64Mi", autoscaling: restartTolerant(1) },
  small: { cpu: { request: "10m", limit: "200m" }, memory: { request: "32Mi", limit: "64Mi" }, autoscaling: MEASURED },
};

/** Those of HTTP are there in any case, so that anything can be tried by hand. */
function configuration(probes: readonly PlannedProbe[], { cluster }: Pick<Site, "cluster">): string {
  const family = usualFamily(cluster.address_ranges);
  const all: readonly (readonly [string, Module])[] = [
    ["http_2xx", modules.http(family, {})],
    ["http_any_redirect", modules.http_behind_sign_in(family, {})],
    ...probes.map(({ module, asked }) => [module, asked] as const),
  ];
  const sorted = [...new Map(all)].sort(([a], [b]) => (a < b ? -1 : 1));
  return printConfiguration({ modules: Object.fromEntries(sorted.map(([name, { config }]) => [name, config])) });
}

/** What is asked for, without how. */
export function probeTargets(site: Pick<Site, "probes" | "cluster">): Probe[] {
  return probesOf(site).map(({ asked: _, call: __, isByAddress: ___, ...probe }) => probe);
}
