import type { Construct } from "constructs";
import { ownWorkload } from "../../../lib/network/own-workload";
import type { Workload } from "../../../lib/network/workload";
import { inClusterService } from "../../../lib/site/in-cluster";
import type { Site } from "../../../lib/site/schema";
import { bySize } from "../../../lib/site/size";
import { probesOf, restrictedWorkload } from "../../../lib/workloads/restricted-workload";

const FOLDER = "/data";
const NOBODY = 65534;

export function gatewayWorkload(site: Site): Workload {
  return ownWorkload(inClusterService(site.urls.pushgateway_url));
}

/** The Pushgateway: keeps what each batch job pushed last until the job runs again, over its own restarts too. */
export function pushgateway(scope: Construct, site: Site): void {
  const { name, namespace, port } = inClusterService(site.urls.pushgateway_url);
  const get = (path: string) => ({ httpGet: { path, port: "http" } });
  restrictedWorkload(scope, {
    name,
    namespace,
    role: "batch",
    // two would each know of half of the runs
    replicas: 1,
    image: "prom/pushgateway:v1.11.3",
    args: [
      `--web.listen-address=:${port}`,
      // without it a restart wipes what weekly jobs pushed, and each would be missed until it runs again
      `--persistence.file=${FOLDER}/pushed`,
      // what a crash loses: by default five minutes of pushes
      "--persistence.interval=30s",
    ],
    env: [],
    port,
    probes: probesOf(get("/-/healthy"), get("/-/ready")),
    user: NOBODY,
    config: {},
    credentials: [],
    volume: { size: "128Mi", storageClass: site.storage_class, path: FOLDER },
    cpu: { request: "5m", limit: "100m" },
    // with the groups of thirty jobs, after two hundred scrapes: 23 MiB, 10 of them its own data, the rest its program, which may be dropped
    memory: bySize(site, "services", { default: { request: "24Mi", limit: "64Mi" }, small: { request: "16Mi", limit: "64Mi" } }),
  });
}
