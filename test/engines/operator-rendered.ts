/** What the VictoriaMetrics operator makes of a site's manifests: the workloads, Services, Secrets and scrapes that a cluster would hold. */
import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import type { Site } from "../../lib/site/schema";
import { platformOf } from "../example";
import { type ApiServer, startApiServer } from "./api-server";
import { type ClusterStandIn, clusterStandIn } from "./cluster-stand-in";
import { type RunningEngine, waitUntil } from "./engine";
import { applyOrThrow, isOperatorGroup, registerOperatorCrds, startOperator } from "./operator";

/** What a `describeEngines` around a rendering needs. */
export const OPERATOR_ENGINES = ["kube-apiserver", "etcd", "victoria-metrics-operator"] as const;

/** Of a priority class that the site names and takes for there. */
export const GIVEN_PRIORITY = 1000;

/** The example has some hundred objects, and the operator waits for each workload. */
const RECONCILED_MILLISECONDS = 180_000;

export interface OperatorRendered {
  /** Everything the operator made, its own scrapes among them; not what the site declares. */
  readonly objects: readonly KubernetesObject[];
  /** The site's own custom resources of the operator's groups as they are afterwards, with their status. */
  readonly declared: readonly KubernetesObject[];
  /** Events of type Warning, and the operator's lines of level error. */
  readonly complaints: readonly string[];
  /** Pods that the API server did not admit. */
  readonly refusals: readonly string[];
  /** The site's objects that were not applied, because nothing of the operator's reads their kinds: `<apiVersion> <kind>`. */
  readonly leftOut: readonly string[];
  /** For a look at more, or for more objects: the operator goes on. */
  readonly server: ApiServer;
  readonly cluster: ClusterStandIn;
  stop(): Promise<void>;
}

const status = z.object({ updateStatus: z.string().optional(), observedGeneration: z.number().optional(), reason: z.string().optional() });

/** Whether the operator is done with an object, and well. */
export function isOperational(object: KubernetesObject): boolean {
  const { updateStatus, observedGeneration } = status.parse(object.status ?? {});
  return updateStatus === "operational" && observedGeneration === z.object({ generation: z.number() }).parse(object.metadata).generation;
}

/** Applies the site and runs the operator until every declared object is operational; it and the API server stay until `stop`. */
export async function operatorRendered(site: Site): Promise<OperatorRendered> {
  const server = await startApiServer();
  let operator: RunningEngine | undefined;
  try {
    await registerOperatorCrds(server);
    const leftOut = await applySite(server, site);
    operator = await startOperator(server);
    const cluster = clusterStandIn(server);
    const declaredNow = async () => (await listGroup(server, "operator.victoriametrics.com")).filter((object) => !isMadeByOperator(object));
    let declared: readonly KubernetesObject[] = [];
    let failure: unknown;
    await waitUntil(
      async () => {
        // A mistake of the stand-in would be waited for, as if the operator were slow.
        await cluster.settle().catch((error) => {
          failure = error;
        });
        if (failure !== undefined) return true;
        declared = await declaredNow();
        return declared.every(isOperational);
      },
      () => `the operator isn't done with ${describeUnfinished(declared)}:\n${operator?.output().split("\n").slice(-15).join("\n")}`,
      RECONCILED_MILLISECONDS,
    );
    if (failure !== undefined) throw failure;
    await cluster.settle();
    const complaints = [...(await warnings(server)), ...errorLines(operator.output())];
    const running = operator;
    return {
      objects: (await listEverything(server)).filter(isMadeByOperator),
      declared: await declaredNow(),
      complaints,
      refusals: cluster.refusals,
      leftOut,
      server,
      cluster,
      stop: async () => {
        await running.stop();
        await server.stop();
      },
    };
  } catch (error) {
    await operator?.stop();
    await server.stop();
    throw error;
  }
}

function describeUnfinished(declared: readonly KubernetesObject[]): string {
  const unfinished = declared.filter((object) => !isOperational(object));
  return unfinished
    .map(({ kind, metadata, status: now }) => `${kind} ${metadata.name} (${JSON.stringify(status.parse(now ?? {}))})`)
    .join(", ");
}

/** Namespaces first, workloads before what scrapes them: the order of a cluster that has been there for a while. */
async function applySite(server: ApiServer, site: Site): Promise<string[]> {
  const { manifests, credentials } = platformOf(site);
  const objects = manifests.map(({ object }) => object);
  const rank = ({ apiVersion, kind }: KubernetesObject) => (kind === "Namespace" ? 0 : isOperatorGroup(apiVersion) ? 2 : 1);
  const leftOut = new Set<string>();
  if (site.priority_class !== undefined) {
    const given = {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: site.priority_class },
      value: GIVEN_PRIORITY,
    };
    await applyOrThrow(server, given);
  }
  for (const namespace of new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))) await server.ensureNamespace(namespace);
  // what External Secrets would have pulled: the operator makes no job of a scrape whose token is not there
  for (const { name, namespace, type, keys } of credentials) {
    if (type !== undefined) continue;
    const stringData = Object.fromEntries(Object.keys(keys).map((key) => [key, "pulled"]));
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name, namespace }, stringData };
    await applyOrThrow(server, secret);
  }
  for (const object of objects.toSorted((a, b) => rank(a) - rank(b))) {
    const { status: code, message } = await server.apply(object);
    if (code === 404 && message.startsWith("the server has no resource")) leftOut.add(`${object.apiVersion} ${object.kind}`);
    else if (code >= 300) throw new Error(`the API server refused ${object.kind} ${object.metadata.name} with ${code}: ${message}`);
  }
  return [...leftOut].sort();
}

const OWNER = z.array(z.object({ apiVersion: z.string() }));

function isMadeByOperator({ metadata }: KubernetesObject): boolean {
  const owners = OWNER.parse((metadata as { ownerReferences?: unknown }).ownerReferences ?? []);
  return metadata.labels?.["managed-by"] === "vm-operator" || owners.some(({ apiVersion }) => isOperatorGroup(apiVersion));
}

const resources = z.object({
  groupVersion: z.string(),
  resources: z.array(z.object({ name: z.string(), kind: z.string(), verbs: z.array(z.string()) })),
});
const items = z.object({ items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })) });

/** Every object of a group version. */
async function listVersion(server: ApiServer, path: string): Promise<KubernetesObject[]> {
  const { groupVersion, resources: kinds } = resources.parse((await server.request("GET", path)).body);
  const lists = kinds.filter(({ name, verbs }) => verbs.includes("list") && !name.includes("/"));
  const found = await Promise.all(
    lists.map(async ({ name, kind }) => {
      const { body } = await server.request("GET", `${path}/${name}`);
      return items.parse(body).items.map((item) => ({ ...item, apiVersion: groupVersion, kind }) as KubernetesObject);
    }),
  );
  return found.flat();
}

const versions = z.object({ versions: z.array(z.object({ groupVersion: z.string() })) });

async function listGroup(server: ApiServer, group: string): Promise<KubernetesObject[]> {
  const { body } = await server.request("GET", `/apis/${group}`);
  const found = await Promise.all(versions.parse(body).versions.map(({ groupVersion }) => listVersion(server, `/apis/${groupVersion}`)));
  return found.flat();
}

async function listEverything(server: ApiServer): Promise<KubernetesObject[]> {
  const groups = ["apps", "policy", "rbac.authorization.k8s.io", "operator.victoriametrics.com"];
  return [...(await listVersion(server, "/api/v1")), ...(await Promise.all(groups.map((group) => listGroup(server, group)))).flat()];
}

const events = z.object({
  items: z.array(
    z.object({
      type: z.string().optional(),
      reason: z.string().optional(),
      message: z.string().optional(),
      involvedObject: z.object({ apiVersion: z.string().optional(), kind: z.string().optional(), name: z.string().optional() }),
    }),
  ),
});

/** About the operator's resources only: the API server has its own worries when it starts. */
async function warnings(server: ApiServer): Promise<string[]> {
  const { items: all } = events.parse((await server.request("GET", "/api/v1/events")).body);
  return all
    .filter(({ type, involvedObject }) => type === "Warning" && isOperatorGroup(involvedObject.apiVersion ?? ""))
    .map(({ involvedObject, reason, message }) => `${involvedObject.kind} ${involvedObject.name}: ${reason}: ${message}`);
}

/** The operator logs JSON lines. Two writers of one object at the same time are no error: the second one reads it again. */
function errorLines(output: string): string[] {
  return output
    .split("\n")
    .filter((line) => line.includes('"level":"error"') || line.startsWith("panic:"))
    .filter((line) => !line.includes("the object has been modified"));
}
