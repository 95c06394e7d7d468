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
  /** Undefined where nobody is known who would make it anew. */
  readonly owner: Owner | undefined;
  /** `<kind>/<name>` of what people know it by: the Deployment, where it is one's; itself, where it is nobody's. */
  readonly workload: string;
  /** Its containers that are in CrashLoopBackOff. What they have mounted tells nothing: a folder of the node may lie on a file server, an image on a disk that is gone. */
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
  status: z.optional(
    z.object({
      conditions: z.optional(z.array(z.object({ type: z.string(), status: z.string() }))),
      containerStatuses: z.optional(z.array(containerStatus)),
      // a sidecar is an init container that goes on
      initContainerStatuses: z.optional(z.array(containerStatus)),
    }),
  ),
});

type Status = z.infer<typeof schema>["status"];

/** A pod of a list; nothing for one that can't be read, and for one that neither crashes nor is a sibling of one that could be restarted. */
export function readPod(value: unknown): Pod | undefined {
  const read = z.safeParse(schema, value);
  if (!read.success) return undefined;
  const { metadata, status } = read.data;
  const controller = metadata.ownerReferences?.find((one) => one.controller);
  const owner = controller !== undefined && recreates(controller) ? ownerOf(controller) : undefined;
  const crashing = crashingOf(status);
  if (owner === undefined && crashing.length === 0) return undefined;
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    uid: metadata.uid,
    created: Date.parse(metadata.creationTimestamp),
    isReady: status?.conditions?.some((one) => one.type === "Ready" && one.status === "True") ?? false,
    isTerminating: metadata.deletionTimestamp !== undefined,
    owner,
    workload: controller === undefined ? `Pod/${metadata.name}` : workloadOf(controller, metadata.labels),
    crashing,
  };
}

const ownerOf = ({ apiVersion, kind, name, uid }: Owner): Owner => ({ apiVersion, kind, name, uid });

function recreates({ apiVersion, kind }: Owner): boolean {
  const group = apiVersion.includes("/") ? apiVersion.split("/")[0] : "";
  return RECREATES.some((one) => one.group === group && one.kinds.includes(kind));
}

/** A Deployment names its ReplicaSets after itself and this label's value, and a rollout makes another one. */
function workloadOf({ kind, name }: Owner, labels: Readonly<Record<string, string>> = {}): string {
  const suffix = `-${labels["pod-template-hash"]}`;
  return kind === "ReplicaSet" && name.endsWith(suffix) ? `Deployment/${name.slice(0, -suffix.length)}` : `${kind}/${name}`;
}

function crashingOf(status: Status): CrashingContainer[] {
  return [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
    .filter(({ state }) => state?.waiting?.reason === "CrashLoopBackOff")
    .map(({ name, restartCount = 0 }) => ({ name, restarts: restartCount }));
}
