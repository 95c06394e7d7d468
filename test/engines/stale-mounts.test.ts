/**
 * The service as it is deployed, against the real API server: its own rights, pods in chosen states, and a stand-in for the kubelet that
 * hands out logs as a node's does. No controller runs: what a StatefulSet would make anew, the test makes.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { staleMountsService } from "../../components/stale-mounts/declaration";
import type { Platform } from "../../lib/platform/platform";
import type { StaleMountsSite } from "../../lib/site/schema";
import { manifestOf } from "../checks/example";
import { examplePlatform } from "../example";
import { freePort } from "../free-port";
import { memoryMib } from "../process-memory";
import { startDeployed } from "../service/deployed";
import { type ApiServer, type Manifest, startApiServer } from "./api-server";
import { ownCertificate } from "./own-certificate";

jest.setTimeout(120_000);

const IO_ERROR = "OSError: [Errno 5] Input/output error: '/data/index.db'";
const NODE = "node-1";
const root = mkdtempSync(join(tmpdir(), "stale-mounts-"));

let server: ApiServer;
let kubelet: Server;
/** What the kubelet was asked for. */
const asked: string[] = [];
/** The log of a pod; undefined for a node that does not answer. */
let logOf: (pod: string) => string | undefined = () => `starting\n${IO_ERROR}\n`;
const running: ChildProcess[] = [];

const status = z.object({ status: z.object({ token: z.string() }) });
const list = z.object({
  items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string(), namespace: z.string(), uid: z.string() }) })),
});
const events = z.object({
  items: z.array(z.object({ reason: z.string(), message: z.string(), involvedObject: z.object({ kind: z.string(), name: z.string() }) })),
});

beforeAll(async () => {
  const { key, cert } = ownCertificate();
  kubelet = createServer({ key, cert }, (request, response) => {
    asked.push(request.url ?? "");
    const [, , , pod = ""] = (request.url ?? "").split("/");
    const text = logOf(pod);
    if (text === undefined) request.socket.destroy();
    else response.end(text);
  });
  await new Promise<void>((resolve) => kubelet.listen(0, "127.0.0.1", resolve));
  server = await startApiServer();
  await create("/api/v1/nodes", { metadata: { name: NODE } });
  await patchStatus(`/api/v1/nodes/${NODE}`, {
    addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
    daemonEndpoints: { kubeletEndpoint: { Port: (kubelet.address() as AddressInfo).port } },
  });
}, 120_000);
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "close");
  }
  for (const { namespace, name } of list.parse((await server.request("GET", "/api/v1/pods")).body).items.map(({ metadata }) => metadata))
    await server.request("DELETE", `/api/v1/namespaces/${namespace}/pods/${name}?gracePeriodSeconds=0`);
  logOf = () => `starting\n${IO_ERROR}\n`;
  asked.length = 0;
});
afterAll(async () => {
  await server?.stop();
  kubelet?.closeAllConnections();
  kubelet?.close();
  rmSync(root, { recursive: true });
});

async function create(path: string, object: object): Promise<void> {
  const { status: code, body } = await server.request("POST", path, object);
  if (code !== 201) throw new Error(`POST ${path}: ${code} ${JSON.stringify(body)}`);
}

async function patchStatus(path: string, state: object): Promise<void> {
  const { status: code, body } = await server.request("PATCH", `${path}/status`, { status: state }, "application/merge-patch+json");
  if (code !== 200) throw new Error(`PATCH ${path}: ${code} ${JSON.stringify(body)}`);
}

interface Crashing {
  readonly isReady?: boolean;
  /** Nobody makes it anew. @default - a StatefulSet does */
  readonly isBare?: boolean;
}

/** A pod on the node, with a claim, whose container crashes and waits. */
async function crashingPod(namespace: string, name: string, { isReady = false, isBare = false }: Crashing = {}) {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const set = name.replace(/-\w+$/, "");
  const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: set, uid: `${set}-uid`, controller: true };
  await create(path, {
    metadata: { name, ownerReferences: isBare ? [] : [owner] },
    spec: {
      nodeName: NODE,
      terminationGracePeriodSeconds: 0,
      volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
      containers: [{ name: "main", image: "main", volumeMounts: [{ name: "data", mountPath: "/data" }] }],
    },
  });
  const ended = { exitCode: 1, reason: "Error", containerID: "containerd://crashed" };
  await patchStatus(`${path}/${name}`, {
    phase: "Running",
    conditions: [{ type: "Ready", status: isReady ? "True" : "False" }],
    containerStatuses: [
      {
        name: "main",
        image: "main",
        imageID: "",
        ready: isReady,
        restartCount: 6,
        state: isReady ? { running: {} } : { waiting: { reason: "CrashLoopBackOff" } },
        lastState: { terminated: ended },
      },
    ],
  });
}

async function podsOf(namespace: string) {
  return list.parse((await server.request("GET", `/api/v1/namespaces/${namespace}/pods`)).body).items.map(({ metadata }) => metadata);
}
const namesOf = async (namespace: string) => (await podsOf(namespace)).map(({ name }) => name).sort();
const eventsOf = async (namespace: string) =>
  events.parse((await server.request("GET", `/api/v1/namespaces/${namespace}/events`)).body).items;

/** The platform of a site with that section, its rights and its record stored in the API server, anew. */
async function deployed(staleMounts: StaleMountsSite): Promise<Platform> {
  const built = examplePlatform({ stale_mounts: staleMounts });
  await server.ensureNamespace("monitoring");
  for (const one of staleMounts.namespaces ?? []) await server.ensureNamespace(one);
  await server.request("DELETE", "/api/v1/namespaces/monitoring/configmaps/stale-mounts-record");
  for (const path of ["clusterrolebindings", "namespaces/files/rolebindings"])
    await server.request(
      "DELETE",
      `/apis/rbac.authorization.k8s.io/v1/${path}/${path.startsWith("c") ? "belfry-monitoring-" : ""}stale-mounts`,
    );
  const kinds = ["ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "ConfigMap"];
  for (const { bundle, object } of built.manifests) {
    if (bundle !== "monitoring-stale-mounts" || !kinds.includes(object.kind)) continue;
    const verdict = await server.apply(object as Manifest);
    expect([object.metadata.name, verdict.message]).toEqual([object.metadata.name, ""]);
  }
  return built;
}

/** The bundle, as the Deployment of that site starts it, with the token of its own service account. */
async function start(built: Platform, more: Record<string, string> = {}) {
  const account = mkdtempSync(join(root, "account-"));
  const { body } = await server.request("POST", "/api/v1/namespaces/monitoring/serviceaccounts/stale-mounts/token", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: {},
  });
  writeFileSync(join(account, "token"), status.parse(body).status.token, { mode: 0o600 });
  copyFileSync(server.certificateFile, join(account, "ca.crt"));
  const { hostname, port } = new URL(server.url);
  const environment = {
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    SERVICE_ACCOUNT_DIR: account,
    CHECK_SECONDS: "1",
    WORKLOAD_PAUSE_SECONDS: "0",
    ...more,
  };
  const at = await freePort();
  const one = startDeployed(built, manifestOf("Deployment/stale-mounts", built), mkdtempSync(join(root, "run-")), at, "pipe", environment);
  running.push(one.child);
  const metrics = async () => (await fetch(`${one.url}/metrics`)).text();
  /** So many more checks are done. */
  const checks = async (count: number) => {
    const last = async () => Number(/^stale_mounts_last_check_timestamp_seconds (\S+)$/m.exec(await metrics().catch(() => ""))?.[1] ?? 0);
    for (let n = 0, before = await last(); n < count; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const now = await last();
      if (now > before) {
        n++;
        before = now;
      }
    }
  };
  return { ...one, metrics, checks };
}

test("a pod with an I/O error in its log is deleted; the one that takes its place is not, and the alert's series says so", async () => {
  const built = await deployed({ except: ["storage"] });
  for (const namespace of ["git", "storage", "kube-system"]) await server.ensureNamespace(namespace);
  await crashingPod("git", "git-0");
  await crashingPod("git", "cache-0", { isBare: true });
  await crashingPod("storage", "disk-0");
  await crashingPod("kube-system", "dns-0");
  const one = await start(built);
  await one.checks(3);
  expect([await namesOf("git"), await namesOf("storage"), await namesOf("kube-system")]).toEqual([["cache-0"], ["disk-0"], ["dns-0"]]);
  expect(asked).toEqual(
    ["cache-0", "git-0"].map((name) => `/containerLogs/git/${name}/main?limitBytes=262144&previous=true&tailLines=200`),
  );
  expect(await one.metrics()).toContain('stale_mounts_pods{reason="unowned"} 1');
  expect((await eventsOf("git")).map(({ reason, involvedObject: { kind, name } }) => [reason, kind, name]).sort()).toEqual([
    ["StaleMountRestart", "Pod", "git-0"],
    ["StaleMountRestart", "StatefulSet", "git"],
  ]);

  await crashingPod("git", "git-0");
  await one.checks(3);
  expect(await namesOf("git")).toEqual(["cache-0", "git-0"]);
  expect(await one.metrics()).toContain('stale_mounts_unhelped{namespace="git",workload="StatefulSet/git"} 1');
  expect(await one.metrics()).toMatch(/stale_mounts_failures_total\{operation="(\w+)"\} 0\n/);
  expect(await one.metrics()).not.toMatch(/stale_mounts_failures_total\{.*\} [1-9]/);

  // and by no other that starts later, on whatever node
  one.child.kill("SIGTERM");
  expect((await once(one.child, "close"))[0]).toBe(0);
  const next = await start(built);
  await next.checks(3);
  expect(await namesOf("git")).toEqual(["cache-0", "git-0"]);
});

test("two of one workload go one after the other, when the first is ready again", async () => {
  const built = await deployed({});
  await server.ensureNamespace("mail");
  for (const name of ["mail-0", "mail-1"]) await crashingPod("mail", name);
  const one = await start(built);
  await one.checks(3);
  expect(await namesOf("mail")).toEqual(["mail-1"]);
  await crashingPod("mail", "mail-0", { isReady: true });
  await one.checks(3);
  expect(await namesOf("mail")).toEqual(["mail-0"]);
});

test("a kubelet that does not answer is told apart from what the API server refuses", async () => {
  const built = await deployed({});
  await server.ensureNamespace("notes");
  await crashingPod("notes", "notes-0");
  logOf = () => undefined;
  const one = await start(built);
  await one.checks(3);
  expect(await namesOf("notes")).toEqual(["notes-0"]);
  expect(await one.metrics()).toMatch(/stale_mounts_failures_total\{operation="kubelet"\} [1-9]/);
  expect(await one.metrics()).toMatch(/stale_mounts_failures_total\{operation="log"\} 0/);
});

test("where namespaces are listed it may do nothing in others, and does its work in them", async () => {
  const built = await deployed({ namespaces: ["files"] });
  await server.ensureNamespace("other");
  await crashingPod("files", "files-0");
  await crashingPod("other", "other-0");
  const one = await start(built);
  await one.checks(3);
  expect([await namesOf("files"), await namesOf("other")]).toEqual([[], ["other-0"]]);
  expect(await mayDo("list", "pods", "other")).toBe(false);
});

test("without the record nothing is deleted, and it is made anew empty", async () => {
  const built = await deployed({});
  await server.ensureNamespace("ci");
  await server.request("DELETE", "/api/v1/namespaces/monitoring/configmaps/stale-mounts-record");
  await crashingPod("ci", "ci-0");
  const one = await start(built);
  await one.checks(3);
  expect(await namesOf("ci")).toEqual(["ci-0"]);
  expect(await one.metrics()).toMatch(/stale_mounts_failures_total\{operation="record"\} [1-9]/);
  await server.apply(manifestOf("ConfigMap/stale-mounts-record", built).object as Manifest);
  await one.checks(3);
  expect(await namesOf("ci")).toEqual([]);
});

async function mayDo(verb: string, resource: string, namespace: string, name?: string): Promise<boolean> {
  const [main, subresource] = resource.split("/");
  const { body } = await server.request("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: {
      user: "system:serviceaccount:monitoring:stale-mounts",
      resourceAttributes: { verb, resource: main, subresource, namespace, name },
    },
  });
  return z.object({ status: z.object({ allowed: z.boolean() }) }).parse(body).status.allowed;
}

describe("its rights, as the API server reads them", () => {
  const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];
  const RESOURCES = [
    "pods",
    "pods/log",
    "pods/exec",
    "pods/eviction",
    "events",
    "secrets",
    "configmaps",
    "statefulsets",
    "persistentvolumeclaims",
  ];
  const allowed = async (namespace: string) => {
    const found: string[] = [];
    for (const resource of RESOURCES)
      for (const verb of VERBS) if (await mayDo(verb, resource, namespace)) found.push(`${verb} ${resource}`);
    return found;
  };

  test.each<[StaleMountsSite["mode"], string[], string[]]>([
    ["restart", ["list pods", "delete pods", "get pods/log", "create events"], ["get", "patch"]],
    ["dry_run", ["list pods", "get pods/log"], ["get"]],
  ])("in mode %s: %j, and %j of its record alone", async (mode, rights, ofRecord) => {
    await deployed({ mode });
    expect(await allowed("mail")).toEqual(rights);
    expect(await allowed("monitoring")).toEqual(rights);
    const own: string[] = [];
    for (const verb of VERBS) if (await mayDo(verb, "configmaps", "monitoring", "stale-mounts-record")) own.push(verb);
    expect(own).toEqual(ofRecord);
  });
});

test("keeps its memory with hundreds of pods, each with a log as long as one may be", async () => {
  const built = await deployed({});
  await server.ensureNamespace("many");
  logOf = () => `${"x".repeat(1300)}\n`.repeat(200);
  for (let n = 0; n < 200; n++) await crashingPod("many", `many${n}-0`);
  const one = await start(built);
  await one.checks(15);
  const [resting, most] = [memoryMib(one.child.pid, "VmRSS"), memoryMib(one.child.pid, "VmHWM")];
  process.stdout.write(`stale-mounts with 200 pods that crash: ${resting.toFixed(0)} MiB, at most ${most.toFixed(0)} MiB\n`);
  // its limit is 128
  expect(most).toBeLessThan(110);
  expect(await one.metrics()).toContain("stale_mounts_restarts_total");
  expect(staleMountsService.shutdownSeconds).toBeLessThan(30);
});
