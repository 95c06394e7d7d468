/**
 * What a cluster does with workloads and no controller does here: every Deployment, StatefulSet and DaemonSet gets its pods, every pod runs and is
 * ready, every Service gets the addresses of its pods. Nothing is started; the API server admits the pods, with all it checks.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { ApiServer, Reply } from "./api-server";

const labels = z.record(z.string(), z.string());
const port = z.looseObject({ name: z.string().optional(), containerPort: z.number(), protocol: z.string().optional() });
const podSpec = z.looseObject({
  containers: z.array(z.looseObject({ name: z.string(), ports: z.array(port).optional() })),
  volumes: z.array(z.unknown()).optional(),
});
const metadata = z.looseObject({
  name: z.string(),
  namespace: z.string().default("default"),
  uid: z.string(),
  generation: z.number().optional(),
  labels: labels.optional(),
  ownerReferences: z.array(z.looseObject({ uid: z.string() })).optional(),
});
const claim = z.object({
  metadata: z.looseObject({ name: z.string(), labels: labels.optional() }),
  spec: z.looseObject({ resources: z.looseObject({ requests: z.unknown() }) }),
});
const workload = z.object({
  metadata,
  spec: z.object({
    replicas: z.number().default(1),
    selector: z.looseObject({ matchLabels: labels.optional() }),
    template: z.object({ metadata: z.looseObject({ labels: labels.optional() }), spec: podSpec }),
    volumeClaimTemplates: z.array(claim).optional(),
  }),
  status: z
    .looseObject({ observedGeneration: z.number().optional(), readyReplicas: z.number().optional(), numberReady: z.number().optional() })
    .optional(),
});
const pod = z.object({ metadata, spec: podSpec, status: z.looseObject({ podIP: z.string().optional() }).optional() });
const service = z.object({
  metadata,
  spec: z.object({
    selector: labels.optional(),
    ports: z
      .array(
        z.object({
          name: z.string().optional(),
          port: z.number(),
          targetPort: z.union([z.string(), z.number()]).optional(),
          protocol: z.string().optional(),
        }),
      )
      .optional(),
  }),
});
type Workload = z.infer<typeof workload>;
type Pod = z.infer<typeof pod>;
type Service = z.infer<typeof service>;

const KINDS = [
  { kind: "Deployment", resource: "deployments", revisionLabel: "pod-template-hash" },
  { kind: "StatefulSet", resource: "statefulsets", revisionLabel: "controller-revision-hash" },
  // As on a cluster of one node.
  { kind: "DaemonSet", resource: "daemonsets", revisionLabel: "controller-revision-hash" },
] as const;

/** Pods answer nowhere: their addresses are those of documentation. */
const POD_RANGE = "198.51.100.";

export interface ClusterStandIn {
  /** Brings everything to the state that the workloads ask for; call it until nothing changes any more. */
  settle(): Promise<void>;
  /** Why a pod was not admitted. */
  readonly refusals: readonly string[];
}

export function clusterStandIn(server: ApiServer): ClusterStandIn {
  const refusals: string[] = [];
  const addresses = new Map<string, string>();
  const addressOf = (name: string): string => {
    const address = addresses.get(name) ?? `${POD_RANGE}${addresses.size + 1}`;
    addresses.set(name, address);
    return address;
  };

  const run = async ({ kind, resource, revisionLabel }: (typeof KINDS)[number], found: Workload, pods: readonly Pod[]): Promise<void> => {
    const { name, namespace, uid, generation } = found.metadata;
    const { replicas, template, volumeClaimTemplates = [] } = found.spec;
    const revision = createHash("sha256").update(JSON.stringify(template)).digest("hex").slice(0, 10);
    const wanted = [...Array(replicas).keys()].map((index) =>
      kind === "StatefulSet" ? `${name}-${index}` : `${name}-${revision}-${index}`,
    );
    const own = pods.filter(
      (one) => one.metadata.namespace === namespace && one.metadata.ownerReferences?.some((owner) => owner.uid === uid),
    );
    for (const one of own) {
      const isCurrent = wanted.includes(one.metadata.name) && one.metadata.labels?.[revisionLabel] === revision;
      if (!isCurrent) await server.request("DELETE", `/api/v1/namespaces/${namespace}/pods/${one.metadata.name}?gracePeriodSeconds=0`);
    }
    for (const podName of wanted)
      for (const template of volumeClaimTemplates) await bind(server, namespace, `${template.metadata.name}-${podName}`, template, found);
    const path = `/api/v1/namespaces/${namespace}/pods`;
    for (const podName of wanted) {
      const { status, body } = await server.request("POST", path, {
        apiVersion: "v1",
        kind: "Pod",
        metadata: {
          ...template.metadata,
          name: podName,
          labels: { ...template.metadata.labels, [revisionLabel]: revision },
          ownerReferences: [{ apiVersion: "apps/v1", kind, name, uid, controller: true }],
        },
        spec: {
          ...template.spec,
          volumes: [
            ...(template.spec.volumes ?? []),
            ...volumeClaimTemplates.map(({ metadata: { name: volume } }) => ({
              name: volume,
              persistentVolumeClaim: { claimName: `${volume}-${podName}` },
            })),
          ],
        },
      });
      if (status === 409) continue;
      if (status !== 201) {
        refusals.push(`${kind} ${namespace}/${name}: ${JSON.stringify(body)}`);
        continue;
      }
      const podIP = addressOf(`${namespace}/${podName}`);
      await mergeStatus(server, `${path}/${podName}`, {
        phase: "Running",
        podIP,
        podIPs: [{ ip: podIP }],
        conditions: [{ type: "Ready", status: "True", lastTransitionTime: new Date().toISOString() }],
      });
    }
    const { observedGeneration, readyReplicas, numberReady } = found.status ?? {};
    if (observedGeneration === generation && (readyReplicas ?? numberReady) === replicas) return;
    const status = { observedGeneration: generation, ...statusOf(kind, replicas, revision) };
    await mergeStatus(server, `/apis/apps/v1/namespaces/${namespace}/${resource}/${name}`, status);
  };

  return {
    refusals,
    settle: async () => {
      const before = await list(server, "/api/v1/pods", pod);
      for (const kind of KINDS) {
        for (const found of await list(server, `/apis/apps/v1/${kind.resource}`, workload)) await run(kind, found, before);
      }
      const pods = await list(server, "/api/v1/pods", pod);
      for (const one of await list(server, "/api/v1/services", service)) await writeEndpoints(server, one, pods);
    },
  };
}

function statusOf(kind: (typeof KINDS)[number]["kind"], replicas: number, revision: string): object {
  if (kind === "DaemonSet") {
    return {
      desiredNumberScheduled: replicas,
      currentNumberScheduled: replicas,
      updatedNumberScheduled: replicas,
      numberReady: replicas,
      numberAvailable: replicas,
      numberMisscheduled: 0,
    };
  }
  const counts = { replicas, readyReplicas: replicas, updatedReplicas: replicas, availableReplicas: replicas };
  return kind === "StatefulSet" ? { ...counts, currentRevision: revision, updateRevision: revision } : counts;
}

async function bind(
  server: ApiServer,
  namespace: string,
  name: string,
  template: z.infer<typeof claim>,
  { spec }: Workload,
): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
  const { status } = await server.request("POST", path, {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, labels: { ...template.metadata.labels, ...spec.selector.matchLabels } },
    spec: template.spec,
  });
  if (status === 201) await mergeStatus(server, `${path}/${name}`, { phase: "Bound", capacity: template.spec.resources.requests });
}

/** Both spellings of a Service's addresses, because a scraper may ask for either. */
async function writeEndpoints(
  server: ApiServer,
  { metadata: { name, namespace, labels: own = {} }, spec }: Service,
  pods: readonly Pod[],
): Promise<void> {
  const selector = Object.entries(spec.selector ?? {});
  if (selector.length === 0) return;
  const chosen = pods.filter(
    (one) =>
      one.metadata.namespace === namespace && one.status?.podIP && selector.every(([key, value]) => one.metadata.labels?.[key] === value),
  );
  const [first] = chosen;
  if (first === undefined) return;
  const ports = (spec.ports ?? []).flatMap(({ name: portName, port: number, targetPort = number, protocol = "TCP" }) => {
    const containerPort = portOf(first, targetPort);
    return containerPort === undefined ? [] : [{ ...(portName === undefined ? {} : { name: portName }), port: containerPort, protocol }];
  });
  const targets = chosen.map((one) => ({ ip: one.status?.podIP ?? "", targetRef: { kind: "Pod", name: one.metadata.name, namespace } }));
  const endpoints = {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name, namespace, labels: own },
    subsets: [{ addresses: targets, ports }],
  };
  await server.apply(endpoints);
  const slice = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: `${name}-1`, namespace, labels: { ...own, "kubernetes.io/service-name": name } },
    addressType: "IPv4",
    endpoints: targets.map(({ ip, targetRef }) => ({ addresses: [ip], targetRef, conditions: { ready: true } })),
    ports,
  };
  await server.apply(slice);
}

function portOf(one: Pod, target: string | number): number | undefined {
  if (typeof target === "number") return target;
  return one.spec.containers.flatMap(({ ports = [] }) => ports).find(({ name }) => name === target)?.containerPort;
}

async function list<T extends z.ZodType>(server: ApiServer, path: string, schema: T): Promise<z.infer<T>[]> {
  const { body } = await server.request("GET", path);
  return z.object({ items: z.array(schema) }).parse(body).items;
}

function mergeStatus(server: ApiServer, path: string, status: object): Promise<Reply> {
  return server.request("PATCH", `${path}/status`, { status }, "application/merge-patch+json");
}
