import { readPod } from "../../components/stale-mounts/service/pod";
import { podObject, type Told } from "./api-stand-in";

const read = (told: Partial<Told> = {}) => readPod(podObject({ name: "git-0", ...told }));
const owner = (apiVersion: string, kind: string, name = "git-5d8f7c9b6c") => ({ apiVersion, kind, name, uid: "u", controller: true });

test.each<[string, Partial<Told>, string]>([
  ["a StatefulSet's", { owner: owner("apps/v1", "StatefulSet", "git") }, "StatefulSet/git"],
  ["a DaemonSet's", { owner: owner("apps/v1", "DaemonSet", "git") }, "DaemonSet/git"],
  ["a Deployment's", { owner: owner("apps/v1", "ReplicaSet"), labels: { "pod-template-hash": "5d8f7c9b6c" } }, "Deployment/git"],
  ["a bare ReplicaSet's", { owner: owner("apps/v1", "ReplicaSet") }, "ReplicaSet/git-5d8f7c9b6c"],
  ["a ReplicationController's", { owner: owner("v1", "ReplicationController", "git") }, "ReplicationController/git"],
  ["a database's of CloudNativePG", { owner: owner("postgresql.cnpg.io/v1", "Cluster", "db") }, "Cluster/db"],
])("a pod that is %s comes back", (_, told, workload) => {
  expect(read(told)).toMatchObject({ workload, owner: { uid: "u" } });
});

test.each<[string, Partial<Told>, string]>([
  ["a Job's: it counts a deleted pod as failed", { owner: owner("batch/v1", "Job") }, "Job/git-5d8f7c9b6c"],
  ["a node's own", { owner: owner("v1", "Node", "node-1") }, "Node/node-1"],
  ["of a kind that is called like one", { owner: owner("example.org/v1", "StatefulSet", "git") }, "StatefulSet/git"],
  ["of an owner that does not control it", { owner: { ...owner("apps/v1", "StatefulSet"), controller: false } }, "Pod/git-0"],
  ["nobody's", { owner: undefined }, "Pod/git-0"],
])("a pod that is %s would be lost, and is told of while it crashes", (_, told, workload) => {
  expect(read(told)).toMatchObject({ workload, owner: undefined, crashing: [{ name: "main" }] });
  expect(read({ ...told, waiting: undefined })).toBeUndefined();
});

test.each<[string, Partial<Told>, boolean]>([
  ["a claim", {}, true],
  ["a folder of the node, which may lie on a file server", { volume: { hostPath: { path: "/x" } } }, true],
  ["a driver's volume", { volume: { csi: { driver: "nfs.csi.k8s.io" } } }, true],
  ["a claim, waiting for its image", { waiting: "ImagePullBackOff" }, false],
  ["a claim, running", { waiting: undefined }, false],
])("a container with %s", (_, told, isCrashing) => {
  expect(read(told)?.crashing.length === 1).toBe(isCrashing);
});

test("a container that crashes without any volume is one", () => {
  const { spec: _, ...pod } = podObject({ name: "git-0" });
  expect(readPod(pod)?.crashing).toEqual([{ name: "main", restarts: 7 }]);
});

test("an init container that crashes is one, a sidecar as well", () => {
  const pod = podObject({ name: "git-0", waiting: undefined });
  const prepares = { name: "prepares", restartCount: 2, state: { waiting: { reason: "CrashLoopBackOff" } } };
  expect(readPod({ ...pod, status: { ...pod.status, initContainerStatuses: [prepares] } })?.crashing).toEqual([
    { name: "prepares", restarts: 2 },
  ]);
});

test.each([null, 7, {}, { metadata: {} }, { ...podObject({ name: "x" }), status: 7 }])("what is no pod is none: %j", (value) => {
  expect(readPod(value)).toBeUndefined();
});

test("a pod without any status yet", () => {
  const { status: _, ...pod } = podObject({ name: "git-0" });
  expect(readPod(pod)).toMatchObject({ isReady: false, crashing: [] });
});
