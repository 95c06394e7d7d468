import type { EnvVar } from "../../lib/kubernetes/core";
import { GLOBAL_RETENTION_DAYS } from "../../lib/log-store/global-retention";
import { INGEST_WINDOW } from "../../lib/log-store/ingest-window";
import { RETENTION_VARIABLE } from "../../lib/log-store/retention-variable";
import { hasIPv6 } from "../../lib/metrics/ip-families";
import { portOf, type Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import { regionOf } from "../../lib/site/s3";
import type { Site } from "../../lib/site/schema";
import { type PostgresCluster, postgresUri } from "../../lib/workloads/postgres-cluster";
import { bucketKey, rootAccount, secretVariable } from "./credentials";
import type { NodeRole, StoreWorkloads } from "./workloads";

/** What it stores, or what it has not brought to the object store yet. */
export const DATA_FOLDER = "/data";

/** A batch of the router is 10 MB at most; whoever else writes may send more. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Of each process, for metadata: what three hundred sessions are shared by. */
const POOL = 20;

export interface NodeProps {
  readonly workload: Workload;
  /** @default - it does all of it, alone */
  readonly role?: NodeRole;
}

/** The variables of one of the store's processes (OpenObserve 0.92.2, src/config/src/config.rs; openobserve-helm-chart, templates/configmap.yaml). */
export function storeVariables(site: Site, { workload, role }: NodeProps, plane: StoreWorkloads, metadata: PostgresCluster): EnvVar[] {
  const root = rootAccount(site);
  const { path } = inClusterService(site.urls.logs_url);
  const isTrue = (value: boolean) => (value ? "true" : "false");
  const values: Readonly<Record<string, string>> = {
    ZO_LOCAL_MODE: isTrue(role === undefined),
    ...(role === undefined && { ZO_LOCAL_MODE_STORAGE: site.log_store?.object_storage === undefined ? "disk" : "s3" }),
    ...(role !== undefined && coordination(role, plane)),
    ZO_DATA_DIR: `${DATA_FOLDER}/`,
    ZO_HTTP_PORT: String(portOf(workload, "http")),
    ZO_GRPC_PORT: String(portOf(workload, "grpc")),
    ...(hasIPv6(site) && { ZO_HTTP_IPV6_ENABLED: "true" }),
    ...(path !== "" && { ZO_BASE_URI: path }),
    [RETENTION_VARIABLE]: String(GLOBAL_RETENTION_DAYS),
    ZO_INGEST_ALLOWED_UPTO: String(INGEST_WINDOW.pastHours),
    ZO_INGEST_ALLOWED_IN_FUTURE: String(INGEST_WINDOW.futureHours),
    ZO_PAYLOAD_LIMIT: String(MOST_BYTES),
    ZO_JSON_LIMIT: String(MOST_BYTES),
    ZO_META_STORE: "postgres",
    ZO_META_CONNECTION_POOL_MAX_SIZE: String(POOL),
    ZO_PROMETHEUS_ENABLED: "true",
    // it tells its makers nothing, and fetches no tables of addresses: no policy lets it out
    ZO_TELEMETRY: "false",
    ZO_MMDB_DISABLE_DOWNLOAD: "true",
    ZO_SWAGGER_ENABLED: "false",
    // its alerts go to the alert manager, at a private address that it would refuse; whom it reaches, its network policy says
    ZO_SKIP_SSRF_CHECKS: "true",
    ...objectStorage(site),
    ...enterprise(plane),
  };
  return [
    ...Object.entries(values).map(([name, value]) => ({ name, value })),
    postgresUri("ZO_META_POSTGRES_DSN", metadata),
    secretVariable("ZO_ROOT_USER_EMAIL", root, "user"),
    secretVariable("ZO_ROOT_USER_PASSWORD", root, "password"),
    ...storageKeys(site),
  ];
}

function coordination(role: NodeRole, { coordinator }: StoreWorkloads): Readonly<Record<string, string>> {
  if (coordinator === undefined) return {};
  return {
    ZO_NODE_ROLE: role,
    ZO_CLUSTER_COORDINATOR: "nats",
    ZO_QUEUE_STORE: "nats",
    ZO_NATS_ADDR: `${coordinator.name}.${coordinator.namespace}.svc:${portOf(coordinator, "client")}`,
    ZO_NATS_REPLICAS: String(COORDINATOR_REPLICAS),
  };
}

/** Of three one may fail. */
export const COORDINATOR_REPLICAS = 3;

function objectStorage({ log_store }: Site): Readonly<Record<string, string>> {
  const bucket = log_store?.object_storage;
  if (bucket === undefined) return {};
  return {
    ZO_S3_PROVIDER: "s3",
    ZO_S3_SERVER_URL: bucket.url,
    ZO_S3_REGION_NAME: regionOf(bucket),
    ZO_S3_BUCKET_NAME: bucket.bucket,
  };
}

function storageKeys(site: Site): EnvVar[] {
  const bucket = site.log_store?.object_storage;
  if (bucket === undefined) return [];
  const key = bucketKey(site, bucket);
  return [secretVariable("ZO_S3_ACCESS_KEY", key, "access-key-id"), secretVariable("ZO_S3_SECRET_KEY", key, "secret-access-key")];
}

/**
 * Those that join the enterprise build with what judges its roles (openobserve-helm-chart, templates/configmap.yaml). Its sources are not public:
 * whether it takes more, nobody here knows. Single sign-on (Dex) stays off: accounts are the store's own.
 * So do incidents: an alert that makes one is told in a form of the store's own, once, and our routes know neither.
 */
function enterprise({ authorisation }: StoreWorkloads): Readonly<Record<string, string>> {
  if (authorisation === undefined) return {};
  const { name, namespace } = authorisation;
  return {
    O2_OPENFGA_ENABLED: "true",
    O2_OPENFGA_BASE_URL: `http://${name}.${namespace}.svc:${portOf(authorisation, "http")}`,
    O2_OPENFGA_LIST_ONLY_PERMITTED: "true",
    O2_DEX_ENABLED: "false",
    O2_AUDIT_ENABLED: "true",
  };
}
