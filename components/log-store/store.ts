import type { Construct } from "constructs";
import type { Autoscaling } from "../../lib/autoscaling/autoscaling";
import { quarterOf, type Resources } from "../../lib/kubernetes/resources";
import { portOf, type Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import type { PostgresCluster } from "../../lib/workloads/postgres-cluster";
import { probesOf, restrictedStatefulSet, restrictedWorkload } from "../../lib/workloads/restricted-workload";
import type { RestrictedWorkloadProps } from "../../lib/workloads/restricted-workload-props";
import { DATA_FOLDER, storeVariables } from "./environment";
import { isEnterprise, type NodeRole, type StoreWorkloads } from "./workloads";

/** The newest that there is a tag and a chart for (openobserve-helm-chart, charts/openobserve/values.yaml). */
const IMAGES = {
  open_source: "o2cr.ai/openobserve/openobserve:v0.92.2",
  enterprise: "o2cr.ai/openobserve/openobserve-enterprise:v0.92.2",
} as const;

/** The user of its chart; its image has root alone. */
const USER = 10000;

/** All that is stored; beside an object store, what is not there yet, and what was read lately. */
const VOLUME = { alone: "100Gi", besideObjectStore: "20Gi" } as const;

export const volumeOf = ({ log_store }: Pick<Site, "log_store">): string =>
  log_store?.volume ?? (log_store?.object_storage === undefined ? VOLUME.alone : VOLUME.besideObjectStore);

/** It writes what it holds in memory to its volume, or to the object store. */
const GRACE_SECONDS = 120;

const BURSTS: Autoscaling = {
  mode: "Off",
  because: "a search takes many times what it takes else, and lines come at once when it is back",
};

/** Not measured: it runs on no machine of ours. It plans by the limit of its container, and keeps half of it for searches. */
function resourcesOf(site: Site): Resources {
  const usual = bySize(site, "services", {
    default: { cpu: { request: "200m", limit: "2" }, memory: "3Gi" },
    small: { cpu: { request: "50m", limit: "1" }, memory: { request: "256Mi", limit: "640Mi" } },
  });
  const { memory, cpus } = site.log_store ?? {};
  return {
    memory: memory ?? usual.memory,
    cpu: cpus === undefined ? usual.cpu : quarterOf(cpus),
  };
}

function nodeProps(
  site: Site,
  workload: Workload,
  plane: StoreWorkloads,
  metadata: PostgresCluster,
  role?: NodeRole,
): Omit<RestrictedWorkloadProps, "replicas"> {
  const { name, namespace } = workload;
  const { path } = inClusterService(site.urls.logs_url);
  const alive = { httpGet: { path: `${path}/healthz`, port: "http" } };
  const { startupProbe, ...probes } = probesOf(alive);
  return {
    name,
    namespace,
    role: "logs",
    image: IMAGES[isEnterprise(site) ? "enterprise" : "open_source"],
    env: storeVariables(site, { workload, ...(role && { role }) }, plane, metadata),
    port: portOf(workload, "http"),
    morePorts: { grpc: portOf(workload, "grpc") },
    // what was not written to a file at its end is read again at its start, and a new release changes the tables of its database
    probes: { ...probes, startupProbe: { ...startupProbe, failureThreshold: 300 } },
    user: USER,
    config: {},
    credentials: [],
    graceSeconds: GRACE_SECONDS,
    autoscaling: BURSTS,
    ...resourcesOf(site),
  };
}

/** All of the store in one pod, with a volume that stays when it goes. */
export function singleStore(scope: Construct, site: Site, plane: StoreWorkloads, metadata: PostgresCluster): void {
  restrictedStatefulSet(scope, {
    ...nodeProps(site, plane.front, plane, metadata),
    // a second one would have a volume of its own, and half of what is stored
    replicas: 1,
    volume: { size: volumeOf(site), storageClass: site.storage_class, path: DATA_FOLDER },
  });
}

/** How many of each there are. The compactor shares its work by streams, and one is enough where a site is one place. */
const REPLICAS: Readonly<Record<NodeRole, number>> = { router: 2, ingester: 2, querier: 2, compactor: 1, alert_manager: 1 };

/** What a pod without a volume may keep of what it read or merges. */
const SCRATCH = "10Gi";

/** One of the processes of the distributed form. The ingester alone holds what is nowhere else. */
export function storeNode(scope: Construct, site: Site, role: NodeRole, plane: StoreWorkloads, metadata: PostgresCluster): void {
  const workload = plane.nodes?.[role];
  if (workload === undefined) return;
  const props = { ...nodeProps(site, workload, plane, metadata, role), replicas: REPLICAS[role] };
  if (role === "ingester") {
    restrictedStatefulSet(scope, { ...props, volume: { size: volumeOf(site), storageClass: site.storage_class, path: DATA_FOLDER } });
  } else restrictedWorkload(scope, { ...props, scratch: { path: DATA_FOLDER, size: SCRATCH } });
}
