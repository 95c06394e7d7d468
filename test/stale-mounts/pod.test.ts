import { readPod } from "../../components/stale-mounts/service/pod";
import { podObject, type Told } from "./api-stand-in";

const read = (told: Partial<Told> = {}) => readPod(podObject({ name: "git-0", ...told }));
const owner = (apiVersion: string, kind: string, name = "git-5d8f7c9b6c") => ({ apiVersion, kind, name, uid: "u", controller: true });

test.each<[string, Partial<Told>, string | undefined]>([
  ["a StatefulSet's", { owner: owner("apps/v1", "StatefulSet", "git") }, "StatefulSet/git"],
  ["a DaemonSet's", { owner: owner("apps/v1", "DaemonSet", "git") }, "DaemonSet/git"],
  ["a Deployment's", { owner: owner("apps/v1", "ReplicaSet"), labels: { "pod-template-hash": "5d8f7c9b6c" } }, "Deployment/git"],
  ["a bare ReplicaSet's", { owner: owner("apps/v1", "ReplicaSet") }, "ReplicaSet/git-5d8f7c9b6c"],
  ["a ReplicationController's", { owner: owner("v1", "ReplicationController", "git") }, "ReplicationController/git"],
  ["a database's of CloudNativePG", { owner: owner("postgresql.cnpg.io/v1", "Cluster", "db") }, "Cluster/db"],
  ["a Job's: it counts a deleted pod as failed", { owner: owner("batch/v1", "Job") }, undefined],
  ["a node's own", { owner: owner("v1", "Node", "node-1") }, undefined],
  ["of a kind that is called like one", { owner: owner("example.org/v1", "StatefulSet") }, undefined],
  ["of an owner that does not control it", { owner: { ...owner("apps/v1", "StatefulSet"), controller: false } }, undefined],
  ["nobody's", { owner: undefined }, undefined],
])("a pod that is %s", (_, told, workload) => {
  expect(read(told)?.workload).toBe(workload);
});

test.each<[string, Partial<Told>, boolean]>([
  ["a claim", {}, true],
  ["a claim made with the pod", { volume: { ephemeral: { volumeClaimTemplate: {} } } }, true],
  ["a file server", { volume: { nfs: { server: "nas", path: "/x" } } }, true],
  ["an empty folder", { volume: { emptyDir: {} } }, false],
  ["a folder of the node", { volume: { hostPath: { path: "/x" } } }, false],
  ["a claim, waiting for its image", { waiting: "ImagePullBackOff" }, false],
  ["a claim, running", { waiting: undefined }, false],
])("a container with %s", (_, told, isCrashing) => {
  expect(read(told)?.crashing.length === 1).toBe(isCrashing);
});

test("a container that crashes without storage, beside one that has some, is no concern of ours", () => {
  const pod = podObject({ name: "git-0", waiting: undefined });
  const [main] = pod.status.containerStatuses;
  const beside = { name: "beside", restartCount: 3, state: { waiting: { reason: "CrashLoopBackOff" } } };
  expect(readPod({ ...pod, status: { ...pod.status, containerStatuses: [main, beside] } })?.crashing).toEqual([]);
});

test("an init container that crashes on the volume is one, a sidecar as well", () => {
  const pod = podObject({ name: "git-0", waiting: undefined });
  const prepares = { name: "prepares", volumeDevices: [{ name: "data", devicePath: "/dev/x" }] };
  const status = { name: "prepares", restartCount: 2, state: { waiting: { reason: "CrashLoopBackOff" } } };
  const whole = { ...pod, spec: { ...pod.spec, initContainers: [prepares] }, status: { ...pod.status, initContainerStatuses: [status] } };
  expect(readPod(whole)?.crashing).toEqual([{ name: "prepares", restarts: 2 }]);
});

test.each([null, 7, {}, { metadata: {} }, { ...podObject({ name: "x" }), spec: null }])("what is no pod is none: %j", (value) => {
  expect(readPod(value)).toBeUndefined();
});

test("a pod without any status yet", () => {
  const { status: _, ...pod } = podObject({ name: "git-0" });
  expect(readPod(pod)).toMatchObject({ isReady: false, crashing: [] });
});
