/** A pod as far as it decides about a restart. */
import * as z from "zod/mini";

/** Whoever makes a pod anew when it is gone. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** By the API server's clock, in milliseconds. */
  readonly created: number;
  readonly isReady: boolean;
  /** It is deleted, and not gone yet. */
  readonly isTerminating: boolean;
  readonly owner: Owner;
  /** `<kind>/<name>` of what people know it by: the Deployment, where it is one's. */
  readonly workload: string;
  /** Its containers that are in CrashLoopBackOff and have storage mounted that outlives a pod. */
  readonly crashing: readonly CrashingContainer[];
}

export interface CrashingContainer {
  readonly name: string;
  /** Another number is another crash, with a log of its own. */
  readonly restarts: number;
}

/**
 * Controllers that make a pod anew under any circumstances. Not Job: it takes a deleted pod for a failed one, and its next run has new
 * mounts anyway. Nobody else's: a pod is deleted where it is known to come back.
 */
const RECREATES: readonly { readonly group: string; readonly kinds: readonly string[] }[] = [
  { group: "apps", kinds: ["ReplicaSet", "StatefulSet", "DaemonSet"] },
  { group: "", kinds: ["ReplicationController"] },
  // the operator makes an instance anew, on the claims that it had (its documentation, Failure Modes)
  { group: "postgresql.cnpg.io", kinds: ["Cluster"] },
];

/** The volumes whose mount can grow stale: a block device's or a file server's. */
const PERSISTENT = ["persistentVolumeClaim", "ephemeral", "nfs", "iscsi", "fc"];

const container = z.object({
  name: z.string(),
  volumeMounts: z.optional(z.array(z.object({ name: z.string() }))),
  volumeDevices: z.optional(z.array(z.object({ name: z.string() }))),
});

const containerStatus = z.object({
  name: z.string(),
  restartCount: z.optional(z.number()),
  state: z.optional(z.object({ waiting: z.optional(z.object({ reason: z.optional(z.string()) })) })),
});

const schema = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    creationTimestamp: z.string(),
    deletionTimestamp: z.optional(z.string()),
    labels: z.optional(z.record(z.string(), z.string())),
    ownerReferences: z.optional(
      z.array(
        z.object({ apiVersion: z.string(), kind: z.string(), name: z.string(), uid: z.string(), controller: z.optional(z.boolean()) }),
      ),
    ),
  }),
  spec: z.object({
    volumes: z.optional(z.array(z.looseObject({ name: z.string() }))),
    containers: z.array(container),
    initContainers: z.optional(z.array(container)),
  }),
  status: z.optional(
    z.object({
      conditions: z.optional(z.array(z.object({ type: z.string(), status: z.string() }))),
      containerStatuses: z.optional(z.array(containerStatus)),
      // a sidecar is an init container that goes on
      initContainerStatuses: z.optional(z.array(containerStatus)),
    }),
  ),
});

type Read = z.infer<typeof schema>;

/** A pod of a list; nothing for one that nobody would make anew, or that can't be read. */
export function readPod(value: unknown): Pod | undefined {
  const read = z.safeParse(schema, value);
  if (!read.success) return undefined;
  const { metadata, status } = read.data;
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (owner === undefined || !recreates(owner)) return undefined;
  const { apiVersion, kind, name, uid } = owner;
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    uid: metadata.uid,
    created: Date.parse(metadata.creationTimestamp),
    isReady: status?.conditions?.some((one) => one.type === "Ready" && one.status === "True") ?? false,
    isTerminating: metadata.deletionTimestamp !== undefined,
    owner: { apiVersion, kind, name, uid },
    workload: workloadOf(owner, metadata.labels),
    crashing: crashingOf(read.data),
  };
}

function recreates({ apiVersion, kind }: Owner): boolean {
  const group = apiVersion.includes("/") ? apiVersion.split("/")[0] : "";
  return RECREATES.some((one) => one.group === group && one.kinds.includes(kind));
}

/** A Deployment names its ReplicaSets after itself and this label's value, and a rollout makes another one. */
function workloadOf({ kind, name }: Owner, labels: Readonly<Record<string, string>> = {}): string {
  const suffix = `-${labels["pod-template-hash"]}`;
  return kind === "ReplicaSet" && name.endsWith(suffix) ? `Deployment/${name.slice(0, -suffix.length)}` : `${kind}/${name}`;
}

function crashingOf({ spec, status }: Read): CrashingContainer[] {
  const persistent = new Set(spec.volumes?.filter((volume) => PERSISTENT.some((kind) => volume[kind] != null)).map(({ name }) => name));
  const mounts = (name: string) =>
    [...spec.containers, ...(spec.initContainers ?? [])].some(
      (one) => one.name === name && [...(one.volumeMounts ?? []), ...(one.volumeDevices ?? [])].some((mount) => persistent.has(mount.name)),
    );
  return [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
    .filter(({ name, state }) => state?.waiting?.reason === "CrashLoopBackOff" && mounts(name))
    .map(({ name, restartCount = 0 }) => ({ name, restarts: restartCount }));
}
