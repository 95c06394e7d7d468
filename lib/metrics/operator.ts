import { containerResources, type Resources } from "../kubernetes/resources";
import type { Workload } from "../network/workload";
import { ALERT_MANAGER_PORTS, OPERATOR_OBJECTS, type OperatorKind, operatorName } from "../site/operator-name";
import type { Site } from "../site/schema";
import { bySize, type Plane } from "../site/size";
import type { UpstreamRelease } from "./scrape";

/*
 * What the VictoriaMetrics operator makes of our objects: the names, labels and ports of its workloads. The engine tests
 * compare all of it with what the real operator makes (test/engines).
 */

/** The release that imports/ is made from (cdk8s.yaml) and that the engine tests run. */
export const VM_OPERATOR: UpstreamRelease = { chart: "VictoriaMetrics operator", release: "0.74.1" };

/**
 * What whoever installs the operator has to set: variables of its container. It makes a VMServiceScrape of each ServiceMonitor that the
 * exporters' chart brings, and copies its labels and annotations, the CD tool's marks among them (operator, factory/converter/apis.go).
 */
export const OPERATOR_SETTINGS = {
  // where the CD tool tracks by label it takes the copies for its own and prunes them, again and again, unless they say so
  VM_PROMETHEUSCONVERTERADDARGOCDIGNOREANNOTATIONS: "true",
  // a copy goes with its original, which it otherwise outlives; what has an owner is never pruned (Argo CD, controller/cache isRootAppNode)
  VM_ENABLEDPROMETHEUSCONVERTEROWNERREFERENCES: "true",
} as const;

/** The port of each kind's own interface, which also gives its metrics (operator, internal/config). */
export const VM_PORTS: Readonly<Record<OperatorKind, number>> = {
  vmsingle: 8429,
  vmagent: 8429,
  vmalert: 8080,
  vmalertmanager: 9093,
  vmauth: 8427,
  vminsert: 8480,
  vmselect: 8481,
  vmstorage: 8482,
};

/** Kinds that run the operator's configuration reloader beside them, with an interface of its own (operator, factory/build/container.go). */
export const RELOADED: ReadonlySet<OperatorKind> = new Set(["vmagent", "vmalert", "vmalertmanager", "vmauth"]);
/** The objects of these kinds. */
export const RELOADED_OBJECTS: ReadonlySet<string> = new Set([...RELOADED].map((kind) => OPERATOR_OBJECTS[kind]));
export const RELOADER_PORT = "reloader-http";
const RELOADER = { [RELOADER_PORT]: ALERT_MANAGER_PORTS.reloader };

/** Other ports of a kind: the storage's ends for writes and reads (operator, internal/config). */
const MORE_PORTS: Readonly<Partial<Record<OperatorKind, Readonly<Record<string, number>>>>> = {
  vmstorage: { vminsert: 8400, vmselect: 8401 },
};

/** Between the replicas of an alert manager, by TCP and UDP; one alone does not listen there (operator, factory/vmalertmanager). */
const GOSSIP = { mesh: ALERT_MANAGER_PORTS.mesh };

/** Pinned, so that another operator, which would choose other ones, changes nothing until we do. The engine tests run these. */
const IMAGES = { victoriaMetrics: "v1.150.0", alertmanager: "v0.31.0", reloader: `config-reloader-v${VM_OPERATOR.release}` } as const;

/** Where the operator has each kind's image from, unless VM_CONTAINERREGISTRY puts a registry in front (operator, internal/config/config.go). */
export const OPERATOR_REPOSITORIES: Readonly<Record<OperatorKind, string>> = {
  vmsingle: "victoriametrics/victoria-metrics",
  vmagent: "victoriametrics/vmagent",
  vmalert: "victoriametrics/vmalert",
  vmalertmanager: "prom/alertmanager",
  vmauth: "victoriametrics/vmauth",
  vminsert: "victoriametrics/vminsert",
  vmselect: "victoriametrics/vmselect",
  vmstorage: "victoriametrics/vmstorage",
};
/** The reloader is an image of the operator's own, by its tag. */
const OPERATOR_REPOSITORY = "victoriametrics/operator";

const RELOADER_IMAGE = `${OPERATOR_REPOSITORY}:${IMAGES.reloader}`;

/** The repositories of the images in the operator's workloads of these kinds. */
export function operatorImages(kinds: readonly OperatorKind[]): string[] {
  const all = kinds.flatMap((kind) => [OPERATOR_REPOSITORIES[kind], ...(RELOADED.has(kind) ? [OPERATOR_REPOSITORY] : [])]);
  return [...new Set(all)].sort();
}

/** The labels the operator puts on the pods of an object of its kinds (operator, SelectorLabels). */
export function operatorPods(kind: OperatorKind, name: string): Record<string, string> {
  return { "app.kubernetes.io/name": kind, "app.kubernetes.io/instance": name, "managed-by": "vm-operator" };
}

export interface OperatorObject {
  readonly kind: OperatorKind;
  /** Of the object; the operator's workload and Service have the kind in front: `vmagent-belfry`. */
  readonly name: string;
  readonly namespace: string;
  /** @default - the kind's own */
  readonly port?: number;
  /** @default 1 */
  readonly replicas?: number;
}

/** The workload that the operator makes of an object. */
export function operatorWorkload({ kind, name, namespace, port = VM_PORTS[kind], replicas = 1 }: OperatorObject): Workload {
  const workload = operatorName(kind, name);
  const isMeshed = kind === "vmalertmanager" && replicas > 1;
  return {
    name: workload,
    namespace,
    pods: operatorPods(kind, name),
    labels: { "app.kubernetes.io/component": "monitoring" },
    ports: { http: port, ...(RELOADED.has(kind) && RELOADER), ...MORE_PORTS[kind], ...(isMeshed && GOSSIP) },
    serves: [{ service: workload, port, to: "http" }],
    madeBy: { kind: OPERATOR_OBJECTS[kind], name },
  };
}

/** The address of the Service that the operator makes of an object. */
export function operatorUrl({ kind, name, namespace, port = VM_PORTS[kind] }: OperatorObject): string {
  return `http://${operatorName(kind, name)}.${namespace}.svc:${port}`;
}

/**
 * The addresses of a stateful workload's replicas, one by one: the pods have these names because the operator makes a
 * StatefulSet governed by the Service that `url` names (VictoriaMetrics/operator, --cluster.peer).
 */
export function replicaUrls(url: string, replicas: number): string[] {
  if (replicas === 1) return [url];
  const service = new URL(url).hostname.split(".")[0] ?? "";
  return Array.from({ length: replicas }, (_, index) => url.replace("://", `://${service}-${index}.`));
}

export interface OperatorPodProps {
  readonly kind: OperatorKind;
  /** Of the object. */
  readonly name: string;
  readonly resources: Resources;
  /** Of the configuration reloader, for a kind that runs one. @default - the operator's: 25Mi and 10m requested, no limit */
  readonly reloader?: Resources;
  /** @default - one, which the operator takes without being told */
  readonly replicas?: number;
  /** Of an agent: those that share its targets, each a shard of one pod to the operator. @default - one has them all */
  readonly members?: number;
  /** @default - that of the cluster's pods */
  readonly priorityClass?: string;
}

/**
 * What every workload of the operator has here: pinned images, the restricted pod profile, explicit resources, and where there
 * are several replicas, a budget and nodes of their own. The budget of an agent's members is {@link membersBudget}.
 */
export function operatorPod({ kind, name, resources, reloader, replicas, members = 1, priorityClass }: OperatorPodProps) {
  const pods = operatorPods(kind, name);
  return {
    image: { tag: tagOf(kind) },
    ...(RELOADED.has(kind) && { configReloaderImage: RELOADER_IMAGE }),
    ...(RELOADED.has(kind) && reloader && { configReloaderResources: containerResources(reloader) }),
    useStrictSecurity: true,
    priorityClassName: priorityClass,
    resources: containerResources(resources),
    ...(replicas !== undefined && { replicaCount: replicas }),
    ...(replicas !== undefined && replicas > 1 && { podDisruptionBudget: ONE_AT_A_TIME, topologySpreadConstraints: spread(pods) }),
    ...(members > 1 && { shardCount: members, affinity: apart(pods) }),
  };
}

/**
 * The budget of all members of an agent. The operator would make one for each, under which nothing keeps them from going together: it
 * updates all shards at once, evicts their pods as whoever drains a node does, and waits where a budget refuses (operator,
 * factory/vmagent and factory/reconcile/statefulset.go).
 */
export function membersBudget(name: string) {
  return { ...ONE_AT_A_TIME, selector: { matchLabels: operatorPods("vmagent", name) } };
}

const ONE_AT_A_TIME = { maxUnavailable: 1 };

const NODE = "kubernetes.io/hostname";

/** Several replicas don't all end with one node. Not refused: on what nodes are left, two on one are better than one that waits. */
function spread(pods: Readonly<Record<string, string>>) {
  return [{ maxSkew: 1, topologyKey: NODE, whenUnsatisfiable: "ScheduleAnyway", labelSelector: { matchLabels: { ...pods } } }];
}

/** Two members on one node would end with it, and what they alone scrape is lost: one of them rather waits for a node. */
function apart(pods: Readonly<Record<string, string>>) {
  return {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: NODE, labelSelector: { matchLabels: { ...pods } } }],
    },
  };
}

/** What the small profile gives a configuration reloader, whose default has no limit. */
const SMALL_RELOADER: Resources = { cpu: { request: "5m", limit: "50m" }, memory: { request: "25Mi", limit: "64Mi" } };

/** What the reloader beside a plane's workloads gets. */
export function reloaderResources(site: Pick<Site, "sizes">, plane: Plane): Resources | undefined {
  return bySize(site, plane, { default: undefined, small: SMALL_RELOADER });
}

/** The reloader beside a program of ours, which looks for nothing but changed files: it posts to the URL when one in the folders does. */
export function reloader(
  url: string,
  folders: readonly string[],
): Resources & { readonly name: string; readonly image: string; readonly args: readonly string[] } {
  return {
    name: "config-reloader",
    image: RELOADER_IMAGE,
    args: [
      ...folders.map((folder) => `--watched-dir=${folder}`),
      `--reload-url=${url}`,
      "--webhook-method=POST",
      // of what it tells nobody asks
      `--http.listenAddr=127.0.0.1:${ALERT_MANAGER_PORTS.reloader}`,
    ],
    ...SMALL_RELOADER,
  };
}

function tagOf(kind: OperatorKind): string {
  if (kind === "vmalertmanager") return IMAGES.alertmanager;
  // the parts of a clustered store are builds of their own
  return OPERATOR_OBJECTS[kind] === "VMCluster" ? `${IMAGES.victoriaMetrics}-cluster` : IMAGES.victoriaMetrics;
}
