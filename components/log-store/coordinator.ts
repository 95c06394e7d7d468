import type { Construct } from "constructs";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { configPath, peersService, probesOf, restrictedStatefulSet } from "../../lib/workloads/restricted-workload";
import { COORDINATOR_REPLICAS } from "./environment";

const FOLDER = "/data";
const FILE = "nats.conf";
const NOBODY = 65534;
/** Locks, queues and who is there: never more than this, which JetStream is told. */
const VOLUME = { size: "10Gi", most: "8GB" } as const;

/** NATS, by which the store's processes find each other and share their work. */
export function coordinator(scope: Construct, site: Site, workload: Workload): void {
  const { name, namespace, ports } = workload;
  const { client = 0, cluster = 0, monitor = 0 } = ports;
  const alive = { httpGet: { path: "/healthz", port: "monitor" } };
  restrictedStatefulSet(scope, {
    name,
    namespace,
    role: "logs",
    replicas: COORDINATOR_REPLICAS,
    image: "nats:2.14.5-alpine",
    args: ["nats-server", `--config=${configPath(name)}/${FILE}`, "--name=$(POD_NAME)"],
    env: [{ name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
    port: client,
    morePorts: { cluster, monitor },
    // its own health waits for its peers, without whom it still serves who asks: it is none of the two that restart it
    probes: probesOf({ httpGet: { path: "/healthz?js-server-only=true", port: "monitor" } }, alive),
    user: NOBODY,
    config: { [FILE]: configuration(workload) },
    credentials: [],
    volume: { size: VOLUME.size, storageClass: site.storage_class, path: FOLDER },
    hasPeers: true,
    graceSeconds: 60,
    autoscaling: { mode: "Off", because: "it keeps the store's queues, and a restart of two at a time loses the majority" },
    cpu: { request: "50m", limit: "500m" },
    // not measured
    memory: bySize(site, "services", { default: "256Mi", small: { request: "64Mi", limit: "192Mi" } }),
  });
}

/** As NATS reads it; the server's name, which differs, is an argument. */
export function configuration(workload: Workload): string {
  const { name, namespace } = workload;
  const peer = (index: number) => `nats://${name}-${index}.${peersService(name)}.${namespace}.svc:${portOf(workload, "cluster")}`;
  return [
    `port: ${portOf(workload, "client")}`,
    `http_port: ${portOf(workload, "monitor")}`,
    "jetstream {",
    `  store_dir: "${FOLDER}"`,
    `  max_file_store: ${VOLUME.most}`,
    "}",
    "cluster {",
    `  name: "${name}"`,
    `  port: ${portOf(workload, "cluster")}`,
    "  routes: [",
    ...Array.from({ length: COORDINATOR_REPLICAS }, (_, index) => `    "${peer(index)}"`),
    "  ]",
    "}",
    "",
  ].join("\n");
}
