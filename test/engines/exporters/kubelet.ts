/**
 * The kubelet with a runtime that runs nothing, beside a real API server and the controllers that sign its certificates. It runs as nobody, as
 * the root of a user namespace of its own: it would change settings of the kernel, and here it can't.
 */
import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Manifest, startApiServer } from "../api-server";
import { enginePath, freePort, startProcess, startProgram, temporaryFolder, waitUntil } from "../engine";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

const NODE = "belfry";
const NOBODY = 65534;

/** Both are there before the controllers have taken the taints of a new node away. */
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

export async function startKubelet() {
  const server = await startApiServer();
  await server.apply(FOR_ANYBODY);
  const folder = temporaryFolder();
  const port = await freePort();
  const healthz = await freePort();
  const socket = `unix://${join(folder, "cri.sock")}`;
  for (const name of ["root", "certificates", "logs", "data", "pods"]) mkdirSync(join(folder, name));
  const configuration = join(folder, "kubelet.json");
  writeFileSync(
    configuration,
    JSON.stringify({
      apiVersion: "kubelet.config.k8s.io/v1beta1",
      kind: "KubeletConfiguration",
      address: "127.0.0.1",
      port: await freePort(),
      readOnlyPort: port,
      healthzPort: healthz,
      containerRuntimeEndpoint: socket,
      authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
      authorization: { mode: "AlwaysAllow" },
      rotateCertificates: true,
      serverTLSBootstrap: true,
      cgroupsPerQOS: false,
      enforceNodeAllocatable: [],
      // more than there can be while anything runs: it evicts at once
      evictionHard: { "memory.available": "99%" },
      failCgroupV1: false,
      failSwapOn: false,
      makeIPTablesUtilChains: false,
      featureGates: { KubeletInUserNamespace: true },
      podLogsDir: join(folder, "logs"),
      staticPodPath: join(folder, "pods"),
      volumeStatsAggPeriod: "5s",
      syncFrequency: "2s",
    }),
  );
  const runtime = await startProcess("cri-stand-in", [socket], { ready: /listening/ });
  const program = join(folder, "kubelet");
  copyFileSync(enginePath("kubelet"), program);
  const kubeconfig = join(folder, "kubeconfig");
  copyFileSync(server.kubeconfigFile, kubeconfig);
  const authority = join(folder, "authority.crt");
  copyFileSync(server.certificateFile, authority);
  writeFileSync(kubeconfig, readFileSync(kubeconfig, "utf8").replaceAll(server.certificateFile, authority));
  for (const name of readdirSync(folder)) chownSync(join(folder, name), NOBODY, NOBODY);
  chownSync(folder, NOBODY, NOBODY);
  const kubelet = await startProgram(
    "setpriv",
    [
      ...[`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--"],
      ...["unshare", "--map-root-user", "--mount", "--"],
      // it keeps sockets in /var/lib/kubelet and links in /var/log/containers, whatever it is told
      ...["sh", "-c", 'mount -t tmpfs tmpfs /var/lib && mount -t tmpfs tmpfs /var/log && exec "$@"', "kubelet", program],
      `--bootstrap-kubeconfig=${kubeconfig}`,
      `--kubeconfig=${join(folder, "none")}`,
      `--config=${configuration}`,
      `--root-dir=${join(folder, "root")}`,
      `--cert-dir=${join(folder, "certificates")}`,
      `--hostname-override=${NODE}`,
      "--v=2",
    ],
    { ready: `http://127.0.0.1:${healthz}/healthz`, logFile: "/tmp/kubelet.log" },
  );
  await server.ensureNamespace("work");
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
  await made(LOCAL);
  const { metadata } = z.object({ metadata: z.object({ uid: z.string() }) }).parse(await made(CLAIM));
  await made(volume(join(folder, "data"), metadata.uid));
  await bound("/api/v1/namespaces/work/persistentvolumeclaims/data", { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] });
  await bound("/api/v1/persistentvolumes/pv");
  await made(WRITES);
  await made(EVICTED);
  await waitUntil(
    async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return ["kubelet_volume_stats_used_bytes{", "kubelet_evictions{"].every((one) => text.includes(one));
    },
    () => "no claim",
    40_000,
  ).catch(() => {});
  return { port, stop: stopAll(server, runtime, kubelet) };
}

export const kubelet: RealExporter = { scrape: "kubelet", start: startKubelet };
export const cadvisor: RealExporter = { scrape: "cadvisor", start: startKubelet };
