/** Objects of every kind that a cluster has, in many states, as their controllers would have written them. */
import type { ApiServer, Manifest } from "../api-server";

interface Made extends Manifest {
  readonly status?: unknown;
  readonly [field: string]: unknown;
}

const NAMESPACE = "work";
const labels = { app: "a" };
const TIME = "2026-01-01T00:00:00Z";

const container = (name: string) => ({
  name,
  image: "belfry.test/image:1",
  resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { cpu: "1", memory: "128Mi" } },
});
const template = { metadata: { labels }, spec: { containers: [container("a")] } };

const of = (apiVersion: string, kind: string, name: string, fields: Readonly<Record<string, unknown>> = {}, namespace?: string): Made => {
  const { metadata = {}, ...others } = fields as { readonly metadata?: object };
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }), ...metadata }, ...others };
};
const inNamespace = (apiVersion: string, kind: string, name: string, fields: Readonly<Record<string, unknown>> = {}) =>
  of(apiVersion, kind, name, fields, NAMESPACE);

const owner = (apiVersion: string, kind: string, name: string) => ({
  metadata: { ownerReferences: [{ apiVersion, kind, name, uid: "00000000-0000-0000-0000-000000000001", controller: true }] },
});

const state = (name: string, more: object) => ({
  name,
  image: "belfry.test/image:1",
  imageID: "sha256:1",
  containerID: `fake://${name}`,
  ready: false,
  restartCount: 3,
  ...more,
});

const pod = (name: string, fields: Readonly<Record<string, unknown>>, status: object): Made =>
  inNamespace("v1", "Pod", name, {
    ...fields,
    status: {
      phase: "Running",
      startTime: TIME,
      hostIP: "10.0.0.1",
      hostIPs: [{ ip: "10.0.0.1" }],
      podIP: "10.1.0.1",
      podIPs: [{ ip: "10.1.0.1" }],
      ...status,
    },
  });

const condition = (type: string, status: string, reason = "Made") => ({ type, status, reason, message: "", lastTransitionTime: TIME });

const OBJECTS: readonly Made[] = [
  of("v1", "Node", "a", {
    metadata: { labels: { "node-role.kubernetes.io/control-plane": "", "topology.kubernetes.io/zone": "home" } },
    spec: { podCIDR: "10.1.0.0/24", providerID: "home://a", taints: [{ key: "slow", value: "yes", effect: "PreferNoSchedule" }] },
    status: {
      capacity: { cpu: "4", memory: "8Gi", pods: "110" },
      allocatable: { cpu: "4", memory: "8Gi", pods: "110" },
      addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
      conditions: [
        { type: "Ready", status: "True", reason: "KubeletReady", message: "", lastHeartbeatTime: TIME, lastTransitionTime: TIME },
      ],
      nodeInfo: {
        kernelVersion: "6.1",
        osImage: "Debian",
        containerRuntimeVersion: "containerd://2",
        kubeletVersion: "v1.35.0",
        kubeProxyVersion: "v1.35.0",
        systemUUID: "1",
        machineID: "1",
        bootID: "1",
        operatingSystem: "linux",
        architecture: "amd64",
      },
    },
  }),
  of("scheduling.k8s.io/v1", "PriorityClass", "first", { value: 1000 }),
  of("storage.k8s.io/v1", "StorageClass", "fast", { provisioner: "belfry.test/fast" }),
  of("v1", "PersistentVolume", "pv", {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: "fast",
      hostPath: { path: "/tmp" },
      claimRef: { namespace: NAMESPACE, name: "data" },
    },
    status: { phase: "Bound" },
  }),
  inNamespace("v1", "PersistentVolumeClaim", "data", {
    spec: { accessModes: ["ReadWriteOnce"], storageClassName: "fast", volumeName: "pv", resources: { requests: { storage: "1Gi" } } },
    status: { phase: "Bound", accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" } },
  }),
  inNamespace("v1", "ResourceQuota", "quota", { spec: { hard: { pods: "100" } }, status: { hard: { pods: "100" }, used: { pods: "5" } } }),
  inNamespace("apps/v1", "Deployment", "web", {
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
    status: {
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      unavailableReplicas: 2,
      conditions: [{ ...condition("Available", "False", "MinimumReplicasUnavailable"), lastUpdateTime: TIME }],
    },
  }),
  inNamespace("apps/v1", "ReplicaSet", "web-1", {
    ...owner("apps/v1", "Deployment", "web"),
    spec: { replicas: 0, selector: { matchLabels: labels }, template },
  }),
  inNamespace("apps/v1", "ReplicaSet", "lone", { spec: { replicas: 0, selector: { matchLabels: labels }, template } }),
  inNamespace("apps/v1", "StatefulSet", "db", {
    spec: { replicas: 1, serviceName: "db", selector: { matchLabels: labels }, template },
    status: {
      observedGeneration: 1,
      replicas: 1,
      readyReplicas: 1,
      currentReplicas: 1,
      updatedReplicas: 1,
      currentRevision: "db-1",
      updateRevision: "db-2",
    },
  }),
  inNamespace("apps/v1", "DaemonSet", "agent", {
    spec: { selector: { matchLabels: labels }, template },
    status: {
      observedGeneration: 1,
      currentNumberScheduled: 1,
      desiredNumberScheduled: 1,
      numberMisscheduled: 0,
      numberReady: 1,
      numberAvailable: 1,
      updatedNumberScheduled: 1,
    },
  }),
  inNamespace("batch/v1", "CronJob", "backup", {
    spec: {
      schedule: "0 3 * * *",
      jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers: [container("a")] } } } },
    },
    status: { lastScheduleTime: TIME, lastSuccessfulTime: TIME },
  }),
  ...(["done", "failed", "running"] as const).map((name) =>
    inNamespace("batch/v1", "Job", name, {
      ...(name === "done" && owner("batch/v1", "CronJob", "backup")),
      // left alone by the controller, which would write a state of its own
      spec: { managedBy: "belfry.test/nobody", template: { spec: { restartPolicy: "Never", containers: [container("a")] } } },
      status: {
        startTime: TIME,
        ...(name === "done" && {
          succeeded: 1,
          completionTime: TIME,
          conditions: [condition("SuccessCriteriaMet", "True"), { ...condition("Complete", "True"), lastProbeTime: TIME }],
        }),
        ...(name === "failed" && {
          failed: 1,
          conditions: [condition("FailureTarget", "True"), { ...condition("Failed", "True", "BackoffLimitExceeded"), lastProbeTime: TIME }],
        }),
        ...(name === "running" && { active: 1 }),
        uncountedTerminatedPods: {},
      },
    }),
  ),
  inNamespace("autoscaling/v2", "HorizontalPodAutoscaler", "web", {
    spec: { minReplicas: 1, maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
    status: { currentReplicas: 1, desiredReplicas: 2, conditions: [condition("ScalingActive", "False")], currentMetrics: [] },
  }),
  inNamespace("networking.k8s.io/v1", "NetworkPolicy", "web", {
    spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"], ingress: [{ from: [{ podSelector: {} }] }] },
  }),
  inNamespace("policy/v1", "PodDisruptionBudget", "web", {
    spec: { minAvailable: 1, selector: { matchLabels: labels } },
    status: { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 },
  }),
  pod(
    "web-1-a",
    {
      ...owner("apps/v1", "ReplicaSet", "web-1"),
      spec: {
        nodeName: "a",
        priorityClassName: "first",
        containers: [container("runs"), container("waits"), container("ended")],
        volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
      },
    },
    {
      conditions: [condition("Ready", "False")],
      containerStatuses: [
        state("runs", {
          ready: true,
          state: { running: { startedAt: TIME } },
          lastState: { terminated: { exitCode: 137, reason: "OOMKilled", startedAt: TIME, finishedAt: TIME } },
        }),
        state("waits", { state: { waiting: { reason: "CrashLoopBackOff" } } }),
        state("ended", { state: { terminated: { exitCode: 1, reason: "Error", startedAt: TIME, finishedAt: TIME } } }),
      ],
    },
  ),
  pod(
    "starts",
    { spec: { nodeName: "a", initContainers: [container("first")], containers: [container("a")] } },
    { phase: "Pending", initContainerStatuses: [state("first", { state: { waiting: { reason: "ImagePullBackOff" } } })] },
  ),
  pod("evicted", { spec: { nodeName: "a", containers: [container("a")] } }, { phase: "Failed", reason: "Evicted" }),
  // a node begins with a taint, which the controllers take away
  inNamespace("v1", "Pod", "schedulable", { spec: { containers: [container("a")], tolerations: [{ operator: "Exists" }] } }),
  inNamespace("v1", "Pod", "unschedulable", {
    spec: { containers: [container("a")], nodeSelector: { nowhere: "yes" } },
    status: { phase: "Pending", conditions: [condition("PodScheduled", "False", "Unschedulable")] },
  }),
  inNamespace("v1", "Pod", "leaving", {
    metadata: { finalizers: ["belfry.test/stay"] },
    spec: { nodeName: "a", containers: [container("a")] },
  }),
];

/** Puts them there, with their states. @throws with what the API server refuses */
export async function fillCluster(server: ApiServer): Promise<void> {
  await server.ensureNamespace(NAMESPACE);
  for (const { status, ...manifest } of OBJECTS) {
    const { message } = await server.apply(manifest);
    if (message !== "") throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${message}`);
    if (status === undefined) continue;
    const path = `${pathOf(manifest)}/status`;
    const answer = await server.request("PATCH", path, { status }, "application/merge-patch+json");
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  }
  // it stays, being deleted, for its finalizer
  await server.request("DELETE", `/api/v1/namespaces/${NAMESPACE}/pods/leaving`);
}

function pathOf({ apiVersion, kind, metadata: { name, namespace } }: Manifest): string {
  const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const plural = `${kind.toLowerCase()}s`;
  return `${group}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${plural}/${name}`;
}
