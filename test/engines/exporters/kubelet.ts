/**
 * The kubelet with a runtime that runs nothing, beside a real API server. It is the root of a user namespace of its own, and nobody outside
 * of it: it would change settings of the kernel, and so it can't.
 */
import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../../free-port";
import { type ApiServer, type Manifest, startApiServer } from "../api-server";
import { enginePath, startProcess, startProgram, temporaryFolder, waitUntil } from "../engine";
import type { RealExporter, RunningExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

const NODE = "belfry";
const NOBODY = 65534;

/** No controller takes the taints of a new node away. */
const pod = (name: string, spec: object) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "work" },
  spec: { nodeName: NODE, tolerations: [{ operator: "Exists" }], automountServiceAccountToken: false, enableServiceLinks: false, ...spec },
});
const CONTAINER = { name: "a", image: "belfry.test/image:1", imagePullPolicy: "Never" };
/** A critical one, which stays where the other is evicted. */
const WRITES = pod("writes", {
  priorityClassName: "system-node-critical",
  containers: [{ ...CONTAINER, volumeMounts: [{ name: "data", mountPath: "/data" }] }],
  volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
});
const EVICTED = pod("evicted", { containers: [CONTAINER] });

const LOCAL = {
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: { name: "local" },
  provisioner: "kubernetes.io/no-provisioner",
};
const CLAIM = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data", namespace: "work" },
  spec: { accessModes: ["ReadWriteOnce"], storageClassName: "local", volumeName: "pv", resources: { requests: { storage: "1Gi" } } },
};
const volume = (path: string, uid: string) => ({
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: "pv" },
  spec: {
    capacity: { storage: "1Gi" },
    accessModes: ["ReadWriteOnce"],
    storageClassName: "local",
    local: { path },
    claimRef: { namespace: "work", name: "data", uid },
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [NODE] }] }] },
    },
  },
});

/** A kubelet that waits for its certificate asks as nobody in particular; nobody signs one here. */
const FOR_ANYBODY = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "anybody" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "system:anonymous" }],
};

const FOLDERS = { root: "root", certificates: "certificates", logs: "logs", data: "data", pods: "pods" };

interface Ports {
  readonly metrics: number;
  readonly health: number;
  readonly own: number;
}

/** KubeletConfiguration (Kubernetes, kubelet.config.k8s.io/v1beta1). */
const configuration = (folder: string, socket: string, ports: Ports) => ({
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  kind: "KubeletConfiguration",
  address: "127.0.0.1",
  port: ports.own,
  readOnlyPort: ports.metrics,
  healthzPort: ports.health,
  containerRuntimeEndpoint: socket,
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: "AlwaysAllow" },
  // with them it tells of its certificates
  rotateCertificates: true,
  serverTLSBootstrap: true,
  // more than there can be while anything runs: it evicts at once
  evictionHard: { "memory.available": "99%" },
  volumeStatsAggPeriod: "5s",
  syncFrequency: "2s",
  podLogsDir: join(folder, FOLDERS.logs),
  staticPodPath: join(folder, FOLDERS.pods),
  // and what it would change of this machine, or ask of it
  featureGates: { KubeletInUserNamespace: true },
  cgroupsPerQOS: false,
  enforceNodeAllocatable: [],
  failCgroupV1: false,
  failSwapOn: false,
  makeIPTablesUtilChains: false,
});

/**
 * Root becomes nobody first, for whom its namespace's root has no rights outside. The kubelet keeps sockets in /var/lib and links in
 * /var/log, whatever it is told. A change of rights forgets that the process ends with its parent, so that is said again.
 */
const UNPRIVILEGED = [
  ...(process.getuid?.() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--"] : []),
  ...["unshare", "--map-root-user", "--mount", "--", "sh", "-c"],
  'mount -t tmpfs tmpfs /var/lib && mount -t tmpfs tmpfs /var/log && exec setpriv --pdeathsig KILL -- "$@"',
  "sh",
];

async function startKubelet(path: string): Promise<RunningExporter> {
  const server = await startApiServer();
  await server.apply(FOR_ANYBODY);
  const folder = temporaryFolder();
  const ports = { metrics: await freePort(), health: await freePort(), own: await freePort() };
  const socket = `unix://${join(folder, "runtime.sock")}`;
  const runtime = await startProcess("cri-stand-in", [socket], { ready: /listening/ });

  // nobody can read what lies elsewhere
  const [program, kubeconfig, authority, file] = ["kubelet", "kubeconfig", "authority.crt", "kubelet.json"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  copyFileSync(enginePath("kubelet"), program);
  copyFileSync(server.certificateFile, authority);
  writeFileSync(kubeconfig, readFileSync(server.kubeconfigFile, "utf8").replaceAll(server.certificateFile, authority));
  writeFileSync(file, JSON.stringify(configuration(folder, socket, ports)));
  for (const name of Object.values(FOLDERS)) mkdirSync(join(folder, name));
  if (process.getuid?.() === 0) for (const name of ["", ...readdirSync(folder)]) chownSync(join(folder, name), NOBODY, NOBODY);

  const [first = "", ...others] = UNPRIVILEGED;
  const kubelet = await startProgram(
    first,
    [
      ...others,
      program,
      `--bootstrap-kubeconfig=${kubeconfig}`,
      `--kubeconfig=${join(folder, "none")}`,
      `--config=${file}`,
      `--root-dir=${join(folder, FOLDERS.root)}`,
      `--cert-dir=${join(folder, FOLDERS.certificates)}`,
      `--hostname-override=${NODE}`,
    ],
    { ready: `http://127.0.0.1:${ports.health}/healthz` },
  );
  await giveWork(server, join(folder, FOLDERS.data));
  await waitUntil(
    async () => {
      const text = await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text();
      return ["kubelet_volume_stats_used_bytes{", "kubelet_evictions{"].every((one) => text.includes(one));
    },
    () => `the kubelet has not mounted a claim and evicted a pod:\n${kubelet.output().slice(-5000)}`,
  );
  return { port: ports.metrics, path, stop: stopAll(server, runtime, kubelet) };
}

/** A pod with a claim, as the controllers would have bound it, and one to evict. */
async function giveWork(server: ApiServer, data: string): Promise<void> {
  const made = async (manifest: Manifest) => {
    const { message, result } = await server.apply(manifest);
    if (message !== "") throw new Error(message);
    return result;
  };
  const bound = async (path: string, more = {}) => {
    const bind = { status: { phase: "Bound", ...more } };
    const { status, body } = await server.request("PATCH", `${path}/status`, bind, "application/merge-patch+json");
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  await server.ensureNamespace("work");
  await made(LOCAL);
  const { metadata } = z.object({ metadata: z.object({ uid: z.string() }) }).parse(await made(CLAIM));
  await made(volume(data, metadata.uid));
  await bound("/api/v1/namespaces/work/persistentvolumeclaims/data", { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] });
  await bound("/api/v1/persistentvolumes/pv");
  await made(WRITES);
  await made(EVICTED);
}

/** Two scrapes of one job, told apart by their path. */
export const kubelet: RealExporter = { scrape: "kubelet", start: () => startKubelet("/metrics") };
export const cadvisor: RealExporter = { scrape: "cadvisor", start: () => startKubelet("/metrics/cadvisor") };
