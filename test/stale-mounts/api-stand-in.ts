/** An API server as far as the restarter asks it: pods with logs, one ConfigMap, events. It stores what it is told, and counts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CERTIFICATE, KEY } from "../loopback-certificate";

export interface Told {
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  /** @default - a StatefulSet's, named like the pod without its number */
  readonly owner?: object | undefined;
  readonly labels?: Readonly<Record<string, string>>;
  /** When it was made. @default - days ago */
  readonly created?: Date;
  /** @default - a claim */
  readonly volume?: object;
  /** @default CrashLoopBackOff */
  readonly waiting?: string | undefined;
  readonly restarts?: number;
  readonly isReady?: boolean;
  readonly isTerminating?: boolean;
  /** Of the crashed container. @default - an I/O error last */
  readonly log?: string;
  /** Makes the object larger. */
  readonly padding?: number;
}

export const IO_ERROR = "OSError: [Errno 5] Input/output error: '/data/index.db'";
export const RECORD = "watch/stale-mounts-record";
const DAYS_AGO = new Date(Date.now() - 5 * 86_400_000);

/** A pod as the API tells it. */
export function podObject(told: Told) {
  const { namespace = "git", name, uid = `uid-of-${name}`, labels, created = DAYS_AGO, volume, restarts = 7, isReady = false } = told;
  const ofSet = { apiVersion: "apps/v1", kind: "StatefulSet", name: name.replace(/-\w+$/, ""), uid: "uid-of-owner", controller: true };
  const owner = "owner" in told ? told.owner : ofSet;
  const waiting = "waiting" in told ? told.waiting : "CrashLoopBackOff";
  return {
    metadata: {
      name,
      namespace,
      uid,
      labels,
      creationTimestamp: created.toISOString().replace(/\.\d+Z$/, "Z"),
      ...(told.isTerminating && { deletionTimestamp: new Date().toISOString() }),
      ...(owner && { ownerReferences: [owner] }),
      ...(told.padding && { annotations: { padding: "x".repeat(told.padding) } }),
    },
    spec: {
      volumes: [{ name: "data", ...(volume ?? { persistentVolumeClaim: { claimName: "data" } }) }],
      containers: [{ name: "main", volumeMounts: [{ name: "data", mountPath: "/data" }] }, { name: "beside" }],
    },
    status: {
      conditions: [{ type: "Ready", status: isReady ? "True" : "False" }],
      containerStatuses: [
        { name: "main", restartCount: restarts, state: waiting === undefined ? { running: {} } : { waiting: { reason: waiting } } },
      ],
    },
  };
}

type Answer = readonly [status: number, body: unknown];

export interface ApiStandIn {
  readonly address: { readonly host: string; readonly port: number; readonly accountFolder: string };
  pods: Told[];
  /** The ConfigMap's data; undefined where there is none. */
  record: Record<string, string> | undefined;
  /** Method and path with query of each request, in order. */
  readonly requests: string[];
  readonly deleted: { readonly path: string; readonly body: unknown }[];
  readonly events: { readonly reason: string; readonly message: string; readonly involvedObject: Record<string, string> }[];
  /** Answers in place of the usual, for what it takes. */
  instead: (request: string) => Answer | "nothing" | undefined;
  /** What deletes a pod. @default - it is gone */
  onDelete: (name: string) => void;
  /** Settles when so many more checks have begun. */
  checks(count: number): Promise<void>;
  stop(): void;
}

const PAGE = 50;

export async function startApiStandIn(): Promise<ApiStandIn> {
  const accountFolder = mkdtempSync(join(tmpdir(), "account-"));
  writeFileSync(join(accountFolder, "token"), "the-token\n");
  writeFileSync(join(accountFolder, "ca.crt"), CERTIFICATE);
  let version = 1;
  let waiters: { left: number; readonly done: () => void }[] = [];
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const asked = `${request.method} ${request.url}`;
      self.requests.push(asked);
      if (request.headers.authorization !== "Bearer the-token") return reply(response, [401, { message: "Unauthorized" }]);
      if (/^GET \/api\/v1\/(namespaces\/[^/]+\/)?pods\?limit=\d+$/.test(asked)) began();
      const other = self.instead(asked);
      if (other === "nothing") return;
      reply(response, other ?? answer(asked, text === "" ? undefined : JSON.parse(text)));
    });
  });
  const began = () => {
    for (const waiter of waiters) if (--waiter.left === 0) waiter.done();
    waiters = waiters.filter(({ left }) => left > 0);
  };

  const answer = (asked: string, body: unknown): Answer => {
    const [method = "", target = ""] = asked.split(" ");
    const { pathname, searchParams } = new URL(target, "https://api");
    const [, inNamespace, namespace, rest = ""] = /^\/api\/v1\/(?:(namespaces)\/([^/]+)\/)?(.*)$/.exec(pathname) ?? [];
    if (rest === "pods") {
      const all = self.pods.map(podObject).filter(({ metadata }) => !inNamespace || metadata.namespace === namespace);
      const from = Number(searchParams.get("continue") ?? 0);
      const limit = Number(searchParams.get("limit") ?? PAGE);
      const next = from + limit < all.length ? { continue: String(from + limit) } : {};
      return [200, { kind: "PodList", metadata: next, items: all.slice(from, from + limit) }];
    }
    const [, name = "", isLog] = /^pods\/([^/]+)(\/log)?$/.exec(rest) ?? [];
    const pod = self.pods.find((one) => one.name === name && (one.namespace ?? "git") === namespace);
    if (isLog) return pod ? [200, pod.log ?? `starting\n${IO_ERROR}\n`] : [404, { message: "not found" }];
    if (method === "DELETE") {
      if (!pod) return [404, { message: `pods "${name}" not found` }];
      const { preconditions } = body as { preconditions: { uid: string } };
      if (preconditions.uid !== (pod.uid ?? `uid-of-${name}`)) return [409, { message: "the UID in the precondition does not match" }];
      self.deleted.push({ path: pathname, body });
      self.onDelete(name);
      return [200, {}];
    }
    if (rest === "events") {
      self.events.push(body as ApiStandIn["events"][number]);
      return [201, {}];
    }
    if (`${namespace}/${rest}` !== RECORD.replace("/", "/configmaps/") || self.record === undefined) return [404, { message: "not found" }];
    if (method === "PATCH") {
      const { metadata, data } = body as { metadata: { resourceVersion: string }; data: Record<string, string> };
      if (metadata.resourceVersion !== String(version)) return [409, { message: "the object has been modified" }];
      self.record = { ...self.record, ...data };
      version++;
    }
    return [200, { metadata: { name: "stale-mounts-record", resourceVersion: String(version) }, data: self.record }];
  };

  const self: ApiStandIn = {
    address: { host: "127.0.0.1", port: 0, accountFolder },
    pods: [],
    record: {},
    requests: [],
    deleted: [],
    events: [],
    instead: () => undefined,
    onDelete: (name) => {
      self.pods = self.pods.filter((one) => one.name !== name);
    },
    checks: (count) =>
      new Promise((done) => {
        waiters.push({ left: count, done });
      }),
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(accountFolder, { recursive: true });
    },
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(self, { address: { ...self.address, port: (server.address() as AddressInfo).port } });
}

function reply(response: ServerResponse, [status, body]: Answer): void {
  response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
}
