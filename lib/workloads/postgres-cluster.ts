import type { Construct } from "constructs";
import type { Autoscaling } from "../autoscaling/autoscaling";
import type { EnvVar } from "../kubernetes/core";
import type { Credential, MountedSecret } from "../kubernetes/credential";
import { Cluster, ScheduledBackup } from "../kubernetes/custom-resources";
import { KEPT } from "../kubernetes/kept";
import { KINDS } from "../kubernetes/kinds";
import { labelsOf, PART_OF } from "../kubernetes/labels";
import { containerResources, type Resources } from "../kubernetes/resources";
import { verticalPodAutoscaler } from "../kubernetes/vertical-pod-autoscaler";
import type { ObservedExporter } from "../metrics/observed";
import type { Scrape } from "../metrics/scrape";
import { apiServer } from "../network/cluster";
import type { Connection } from "../network/connection";
import { outsideCall } from "../network/outside-call";
import { portOf, type Workload } from "../network/workload";
import { seriesOf } from "../series";
import { bytesOf } from "../site/name";
import { regionOf } from "../site/s3";
import type { Site } from "../site/schema";
import type { KeptFolder } from "./kept-folder";

/**
 * The release that these objects are made for. It still backs up to an object store by its own means (`barmanObjectStore`), which are to give
 * way to a plugin with kinds of its own: what comes after it is read in its release notes first (docs/src/appendixes/backup_barmanobjectstore.md).
 */
export const CLOUDNATIVE_PG = { chart: "cloudnative-pg", release: "1.30.0" } as const;

/** With the programs that back up, which the images without `system` lack (docs/src/container_images.md). */
export const POSTGRES_IMAGE = "ghcr.io/cloudnative-pg/postgresql:18.6-system-trixie";

/** Of an instance's pod (docs/src/networking.md, docs/src/monitoring.md). */
const PORTS = { postgresql: 5432, status: 8000, metrics: 9187 } as const;

/** A PostgreSQL of the platform's own, by CloudNativePG. */
export interface PostgresCluster extends Resources {
  /** Of the Cluster; its pods, Services and Secrets begin with it. 50 characters at most. */
  readonly name: string;
  readonly namespace: string;
  /** The first is the primary, and any other takes its place when it fails. */
  readonly instances: number;
  /** Sessions at a time. */
  readonly connections: number;
  readonly volume: KeptFolder;
  /** What its database and that one's owner are called; a cluster that is there keeps the name that it was made with. @default app, the operator's own */
  readonly database?: string;
  /** @default - nobody backs it up */
  readonly backups?: PostgresBackups;
}

export interface PostgresBackups {
  readonly bucket: NonNullable<NonNullable<Site["databases"]>["backups"]>;
  /** In the cluster's namespace. */
  readonly credential: Credential;
}

/** Every night, when least is written; before the volumes' own usual time. */
const SCHEDULE = "40 1 * * *";
const KEEP_DAYS = 30;
const OPERATOR_NAMESPACE = "cnpg-system";
const VOLUME = "10Gi";

export const operatorNamespaceOf = ({ databases }: Pick<Site, "databases">): string => databases?.operator_namespace ?? OPERATOR_NAMESPACE;

const BACKUP_KEYS = { id: "access-key-id", secret: "secret-access-key", region: "region" } as const;

/** What of a cluster the site says: on two nodes or more there is a second instance on another. */
export function postgresAt(site: Site, namespace: string): Pick<PostgresCluster, "instances" | "volume" | "backups"> {
  const bucket = site.databases?.backups;
  return {
    instances: Math.min(2, site.cluster.nodes),
    volume: { size: site.databases?.volume ?? VOLUME, storageClass: site.storage_class },
    ...(bucket && { backups: { bucket, credential: backupCredential(bucket, namespace) } }),
  };
}

/** One for all databases of a namespace. */
function backupCredential(bucket: PostgresBackups["bucket"], namespace: string): Credential {
  const entry = (property: string, holds: string) => ({ key: "database-backups", property, holds });
  return {
    name: "database-backups",
    namespace,
    keys: {
      [BACKUP_KEYS.id]: entry(
        BACKUP_KEYS.id,
        `the identifier of a key that may read, write and delete in \`${bucket.bucket}\` of databases.backups`,
      ),
      [BACKUP_KEYS.secret]: entry(BACKUP_KEYS.secret, "that key's secret"),
    },
    // the operator takes the region from a Secret alone
    composed: { [BACKUP_KEYS.region]: [regionOf(bucket)] },
  };
}

/** The Secret that the operator makes for whoever uses the database. */
export const postgresSecret = ({ name, namespace }: Pick<PostgresCluster, "name" | "namespace">): MountedSecret => ({
  name: `${name}-app`,
  namespace,
});

/** The keys of that Secret (docs/src/applications.md). */
export const POSTGRES_SECRET_KEYS = ["username", "password", "dbname", "host", "port", "user", "pgpass", "uri", "jdbc-uri"] as const;

/** A key of that Secret as a variable. */
export function postgresVariable(
  variable: string,
  cluster: Pick<PostgresCluster, "name" | "namespace">,
  key: (typeof POSTGRES_SECRET_KEYS)[number],
): EnvVar {
  return { name: variable, valueFrom: { secretKeyRef: { name: postgresSecret(cluster).name, key } } };
}

/** A variable that holds the database's whole address, account and password included. */
export function postgresUri(variable: string, cluster: Pick<PostgresCluster, "name" | "namespace">): EnvVar {
  return postgresVariable(variable, cluster, "uri");
}

/** Where its primary answers, wherever that is. */
export const postgresHost = ({ name, namespace }: Pick<PostgresCluster, "name" | "namespace">): string =>
  `${name}-rw.${namespace}.svc:${PORTS.postgresql}`;

/** Instances, and the jobs that make and join them. */
export function postgresWorkload({ name, namespace }: Pick<PostgresCluster, "name" | "namespace">): Workload {
  return { name, namespace, pods: { "cnpg.io/cluster": name }, ports: PORTS, madeBy: { kind: "Cluster", name } };
}

/** Who of its kind calls whom: the operator its instances, and these each other, the API server and where they back up to. */
export function postgresConnections(site: Site, cluster: PostgresCluster): Connection[] {
  const workload = postgresWorkload(cluster);
  const operator: Workload = {
    name: "cloudnative-pg",
    namespace: operatorNamespaceOf(site),
    pods: { "app.kubernetes.io/name": "cloudnative-pg" },
    ports: {},
    elsewhere: "CloudNativePG's operator",
  };
  const own = [portOf(workload, "postgresql"), portOf(workload, "status")];
  const { bucket } = cluster.backups ?? {};
  return [
    { from: operator, to: workload, ports: own },
    { from: workload, to: workload, ports: own },
    { from: workload, ...apiServer(site) },
    ...(bucket === undefined ? [] : [{ from: workload, ...outsideCall("the databases' backups", bucket.url, bucket.addresses) }]),
  ];
}

/** Its instances are asked whatever the site says of others' databases, and are the same job to the same rules. */
export function postgresScrape(cluster: PostgresCluster, exporter: ObservedExporter): Scrape {
  const { name, namespace } = cluster;
  const { what, release, series, inCluster, ask = {} } = exporter;
  if (inCluster?.kind !== "pods") throw new Error(`${exporter.name} is not asked by its pods, as a cluster of ours is`);
  const workload = postgresWorkload(cluster);
  const { selector, port } = inCluster;
  return {
    name,
    job: exporter.name,
    series: seriesOf(series),
    from: {
      kind: "observed",
      what,
      release,
      at: { kind: "pods", selector: { ...selector, ...workload.pods }, port, namespaces: [namespace], ofOurs: workload },
      ask,
    },
  };
}

const DATABASE: Autoscaling = { mode: "excluded", because: "a database: its memory is what it is told, and a restart is a failover" };

/** The objects of which the operator makes the database and its backups. */
export function postgresCluster(scope: Construct, cluster: PostgresCluster): void {
  const { name, namespace, instances, volume, database, backups } = cluster;
  const labels = labelsOf(name, "database");
  const resources = containerResources(cluster);
  const target = { apiVersion: `${KINDS.Cluster.group}/${KINDS.Cluster.version}`, kind: "Cluster", name };
  const excluded = verticalPodAutoscaler(scope, { namespace, target, replicas: instances, autoscaling: DATABASE });
  new Cluster(scope, name, {
    // its data goes with it
    metadata: { name, namespace, labels, annotations: { ...KEPT, ...excluded } },
    spec: {
      instances,
      ...(database !== undefined && { bootstrap: { initdb: { database, owner: database } } }),
      imageName: POSTGRES_IMAGE,
      enableSuperuserAccess: false,
      // a budget for a single instance would keep its node from being emptied
      enablePDB: instances > 1,
      // by which the scrape of all others' instances leaves ours out
      inheritedMetadata: { labels: PART_OF },
      postgresql: { parameters: { max_connections: String(cluster.connections), shared_buffers: sharedBuffers(resources.limits.memory) } },
      storage: {
        pvcTemplate: {
          accessModes: ["ReadWriteOnce"],
          storageClassName: volume.storageClass,
          resources: { requests: { storage: volume.size } },
        },
      },
      resources,
      seccompProfile: { type: "RuntimeDefault" },
      ...(backups && { env: [...UNCHECKED], backup: backupSpec(name, backups) }),
    },
  });
  if (backups === undefined) return;
  new ScheduledBackup(scope, `${name}-backup`, {
    metadata: { name, namespace, labels },
    spec: {
      cluster: { name },
      schedule: withSeconds(backups.bucket.schedule ?? SCHEDULE),
      // whether the store takes one is known at once, and not by night
      immediate: true,
      method: "barmanObjectStore",
      backupOwnerReference: "self",
    },
  });
}

/** Stores of other makers refuse the sums that Amazon's client sends by default (docs/src/appendixes/object_stores.md). */
const UNCHECKED = [
  { name: "AWS_REQUEST_CHECKSUM_CALCULATION", value: "when_required" },
  { name: "AWS_RESPONSE_CHECKSUM_VALIDATION", value: "when_required" },
] as const;

function backupSpec(name: string, { bucket: { bucket, url, keep_days = KEEP_DAYS }, credential }: PostgresBackups) {
  const key = (of: string) => ({ name: credential.name, key: of });
  return {
    retentionPolicy: `${keep_days}d`,
    barmanObjectStore: {
      destinationPath: `s3://${bucket}/`,
      // the folder there: a cluster that is made anew must not write into the old one's
      serverName: name,
      endpointURL: url,
      s3Credentials: { accessKeyId: key(BACKUP_KEYS.id), secretAccessKey: key(BACKUP_KEYS.secret), region: key(BACKUP_KEYS.region) },
      wal: { compression: "gzip" as const },
      data: { compression: "gzip" as const },
    },
  };
}

/** A quarter of its memory, as its documentation has it (PostgreSQL, resource consumption). */
const sharedBuffers = (memory: string): string => `${Math.floor(bytesOf(memory) / 4 / 1024 ** 2)}MB`;

/** The operator's schedules have a field for seconds in front. */
const withSeconds = (schedule: string): string => (schedule.startsWith("@") ? schedule : `0 ${schedule}`);

/** What people should know of databases that nobody backs up. */
export function postgresCautions(clusters: readonly PostgresCluster[]): string[] {
  const alone = clusters.filter(({ backups }) => backups === undefined).map(({ name }) => name);
  if (alone.length === 0) return [];
  return [`databases.backups is left out, and nobody backs up ${alone.join(" and ")}: with the volume all that is in them is lost`];
}
