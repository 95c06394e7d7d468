import { selectorOf } from "../../lib/kubernetes/labels";
import { isReadByDashboards, READER_GATEWAY } from "../../lib/log-store/reader";
import { ownWorkload } from "../../lib/network/own-workload";
import type { Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";

/** What the store's processes do, each by itself; `router` is what others call, and all of it one process where nothing is distributed. */
export const NODE_ROLES = ["router", "ingester", "querier", "compactor", "alert_manager"] as const;
export type NodeRole = (typeof NODE_ROLES)[number];

/** Of the processes that the site names no Service for. */
export const NODE_NAMES: Readonly<Record<Exclude<NodeRole, "router">, string>> = {
  ingester: "log-store-ingester",
  querier: "log-store-querier",
  compactor: "log-store-compactor",
  alert_manager: "log-store-alerts",
};

export const AUTHORISATION = "authorisation";

const GRPC_PORT = 5081;
const COORDINATOR_PORTS = { client: 4222, cluster: 6222, monitor: 8222 } as const;

export interface StoreWorkloads {
  /** Behind the Service of `urls.logs_url`. */
  readonly front: Workload;
  /** By what they do. @default - one process does it all */
  readonly nodes?: Readonly<Record<NodeRole, Workload>>;
  /** By which the nodes know each other. @default - there is one */
  readonly coordinator?: Workload;
  /** What judges who may do what. @default - the open-source build, which has no such thing */
  readonly authorisation?: Workload;
  /** What lets others read and nothing else. @default - nobody reads, or the enterprise build lets them in itself */
  readonly gateway?: Workload;
}

/** The distributed form keeps what it stores in an object store alone. */
export const isDistributed = ({ scale, log_store }: Pick<Site, "scale" | "log_store">): boolean =>
  scale === "cluster" && log_store?.object_storage !== undefined;

export const isEnterprise = ({ log_store }: Pick<Site, "log_store">): boolean => log_store?.edition === "enterprise";

export const readersOf = ({ log_store }: Pick<Site, "log_store">): readonly string[] => log_store?.readers ?? [];

export function storeWorkloads(site: Site): StoreWorkloads {
  const address = inClusterService(site.urls.logs_url);
  const { namespace, port } = address;
  const grpc = port === GRPC_PORT ? GRPC_PORT + 1 : GRPC_PORT;
  const node = (name: string): Workload => {
    const own = ownWorkload({ name, namespace, port });
    return { ...own, ports: { ...own.ports, grpc } };
  };
  const front = node(address.name);
  const distributed = isDistributed(site);
  return {
    front,
    ...(distributed && {
      nodes: {
        router: front,
        ingester: node(NODE_NAMES.ingester),
        querier: node(NODE_NAMES.querier),
        compactor: node(NODE_NAMES.compactor),
        alert_manager: node(NODE_NAMES.alert_manager),
      },
      coordinator: { name: "log-store-nats", namespace, pods: selectorOf("log-store-nats"), ports: COORDINATOR_PORTS },
    }),
    ...(isEnterprise(site) && {
      authorisation: {
        ...ownWorkload({ name: AUTHORISATION, namespace, port: 8080 }),
        ports: { http: 8080, grpc: 8081, metrics: 2112 },
      },
    }),
    ...(!isEnterprise(site) &&
      (readersOf(site).length > 0 || isReadByDashboards(site)) && { gateway: ownWorkload({ ...READER_GATEWAY, namespace }) }),
  };
}

/** The processes of the store itself. */
export const nodesOf = ({ front, nodes }: StoreWorkloads): readonly Workload[] => (nodes === undefined ? [front] : Object.values(nodes));

export const allOf = ({ coordinator, authorisation, gateway, ...store }: StoreWorkloads): Workload[] => [
  ...nodesOf(store),
  ...[coordinator, authorisation, gateway].filter((one) => one !== undefined),
];
