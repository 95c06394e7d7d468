import type { Construct } from "constructs";
import { printConfiguration } from "../../lib/gitops/yaml";
import { Service } from "../../lib/kubernetes/core";
import { labelsOf, selectorOf } from "../../lib/kubernetes/labels";
import type { VectorConfiguration } from "../../lib/logs/vector";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { configPath, probesOf, restrictedStatefulSet } from "../../lib/workloads/restricted-workload";
import { sendersOf } from "./senders";
import { routerToken } from "./store";

/** The folder of the volume: buffers, which outlive a pod. */
export const DATA_FOLDER = "/var/lib/vector";

/** Of the buffers together. A stream's has 256 MiB at least. */
const VOLUME = "16Gi";
export const volumeOf = ({ logs }: Pick<Site, "logs">): string => logs?.buffer_volume ?? VOLUME;

const FILE = "vector.yaml";
const NOBODY = 65534;

/** What Vector takes to end when the store does not answer: then it leaves what it holds in its buffers. */
const SHUTDOWN_SECONDS = 60;

/** Devices send to the port of old unless their site says another one. */
const SYSLOG_PORT = 514;

/** The log router: one pod that keeps what the store has not taken on a volume of its own. */
export function logRouter(scope: Construct, site: Site, workload: Workload, configuration: VectorConfiguration): void {
  const { name, namespace } = workload;
  const { http: port = 0, ...morePorts } = workload.ports;
  const alive = { httpGet: { path: "/health", port: "api" } };
  const { startupProbe, ...probes } = probesOf(alive);
  restrictedStatefulSet(scope, {
    name,
    namespace,
    role: "log-router",
    // a second one would have buffers of its own, and half of the lines: what is sent meanwhile waits in the aggregator's
    replicas: 1,
    image: "timberio/vector:0.57.0-distroless-libc",
    // the file and not its folder, of which every other file that ends like one would be read as well
    args: [`--config=${configPath(name)}/${FILE}`, `--graceful-shutdown-limit-secs=${SHUTDOWN_SECONDS}`, "--threads=2"],
    env: [],
    port,
    morePorts,
    // full buffers are read through at a start
    probes: { ...probes, startupProbe: { ...startupProbe, failureThreshold: 300 } },
    user: NOBODY,
    config: { [FILE]: printConfiguration(configuration) },
    credentials: [routerToken(site)],
    volume: { size: volumeOf(site), storageClass: site.storage_class, path: DATA_FOLDER },
    graceSeconds: SHUTDOWN_SECONDS + 15,
    autoscaling: { mode: "Off", because: "what waited for the store comes at once when it is back" },
    cpu: { request: "100m", limit: "2" },
    // not measured: Vector runs on no machine of ours
    memory: bySize(site, "services", { default: "512Mi", small: { request: "64Mi", limit: "160Mi" } }),
  });
  if (sendersOf(site).length > 0) syslogService(scope, site, workload);
}

/**
 * Where devices outside of the cluster send: the one Service of ours that is reached from there. With `Local` a packet keeps its sender's
 * address, by which the network policy knows it; only the node that the pod runs on answers then, to which a load balancer leads.
 */
function syslogService(scope: Construct, site: Site, workload: Workload): void {
  const name = syslogServiceName(workload);
  const port = syslogPort(site);
  const targetPort = portOf(workload, "syslog");
  new Service(scope, "syslog", {
    metadata: { name, namespace: workload.namespace, labels: labelsOf(name, "log-router") },
    spec: {
      type: "LoadBalancer",
      externalTrafficPolicy: "Local",
      // devices of either family, where the cluster has both
      ipFamilyPolicy: "PreferDualStack",
      selector: selectorOf(workload.name),
      ports: [
        { name: "syslog-udp", protocol: "UDP", port, targetPort },
        { name: "syslog-tcp", protocol: "TCP", port, targetPort },
      ],
    },
  });
}

export const syslogServiceName = ({ name }: Pick<Workload, "name">): string => `${name}-syslog`;
export const syslogPort = ({ logs }: Pick<Site, "logs">): number => logs?.syslog?.port ?? SYSLOG_PORT;
