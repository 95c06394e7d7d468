import { formatAddress, parseCidr } from "../address";
import { GIB } from "../bytes";
import type { Manifest } from "../gitops/manifest";
import type { Probe } from "../metrics/probe";
import type { Scrape } from "../metrics/scrape";
import type { Workload } from "../network/workload";
import { type Component, componentOfNamespace } from "../site/component";
import { namespaceMap, namespacesOf } from "../site/namespace-map";
import type { Site } from "../site/schema";
import { type Amounts, type Autoscaler, autoscaledPlans, autoscalersOf, USUAL } from "./autoscalers";
import { type BatchJob, batchJobsOf } from "./batch-jobs";
import { digits, luckOf, pick } from "./luck";
import { replicasOf } from "./replicas";

export interface Node {
  readonly index: number;
  readonly name: string;
  readonly address: string;
  readonly uid: string;
  readonly processors: number;
  readonly memoryBytes: number;
}

export interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly address: string;
  readonly node: Node;
  /** Its only one. */
  readonly container: string;
  readonly app: App;
}

/** What makes pods. */
export interface App {
  readonly kind: "Deployment" | "StatefulSet" | "DaemonSet";
  readonly namespace: string;
  readonly name: string;
  readonly component: Component;
  /** A deployment's. */
  readonly replicaSet: string;
  /** Name of its pod's claim. @default - of a stateful set, what Kubernetes makes of a template's */
  readonly claim?: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly pods: readonly Pod[];
}

/** A claim, the volume behind it, and who mounts it. */
export interface Claim {
  readonly namespace: string;
  readonly name: string;
  readonly volume: string;
  readonly bytes: number;
  readonly pod: Pod;
}

export interface Host {
  readonly host: string;
  readonly namespace: string;
  readonly service: string;
}

export type Database = Pick<App, "namespace" | "name" | "pods">;

/** What an installation consists of: of everything at least two, where there is not one by its nature. */
export interface Cluster {
  readonly site: Site;
  readonly seed: number;
  readonly nodes: readonly Node[];
  readonly apps: readonly App[];
  readonly pods: readonly Pod[];
  readonly claims: readonly Claim[];
  readonly jobs: readonly BatchJob[];
  /** What is asked from outside. */
  readonly probes: readonly Probe[];
  readonly hosts: readonly Host[];
  readonly databases: readonly Database[];
  readonly autoscalers: readonly Autoscaler[];
  readonly namespaces: readonly string[];
}

/** What a cluster is made of beside the site: whom the platform itself runs and asks. */
export interface Making {
  readonly site: Site;
  readonly scrapes: readonly Scrape[];
  readonly manifests: readonly Manifest[];
}

export function clusterOf({ site, scrapes, manifests }: Making, seed: number): Cluster {
  const nodes = nodesOf(site, seed);
  const plans = [...homes(site), ...platformPlans(site), ...autoscaledPlans(site), ...ownPlans(site, scrapes, manifests)];
  const apps = distinct(plans).map((plan, index) => appOf(plan, index, site, nodes, seed));
  const pods = apps.flatMap((app) => app.pods);
  const served = site.components.flatMap(({ name: component }) => {
    const [namespace] = namespacesOf(site, component);
    return namespace === undefined ? [] : [{ component, namespace }];
  });
  const byComponent = site.components.map(({ name }, index) => ({ component: name, host: `service-${index + 1}.${site.domain}` }));
  return {
    site,
    seed,
    nodes,
    apps,
    pods,
    claims: pods.filter(({ app: { kind } }) => kind === "StatefulSet").map((pod) => claimOf(pod, seed)),
    jobs: batchJobsOf(manifests, site),
    probes: scrapes.flatMap(({ from }) => (from.kind === "probes" ? from.probes : [])),
    hosts: served.map(({ component, namespace }) => ({
      host: byComponent.find((one) => one.component === component)?.host ?? site.domain,
      namespace,
      service: WEB,
    })),
    databases: apps.filter(({ kind, name }) => kind === "StatefulSet" && name === DATABASE),
    autoscalers: autoscalersOf(manifests, apps),
    namespaces: [...new Set(apps.map(({ namespace }) => namespace))].sort(),
  };
}

const [WEB, DATABASE] = ["web", "database"];
/** Of an app that is to be made. */
export type Plan = Pick<App, "kind" | "namespace" | "name" | "claim"> &
  Partial<Pick<App, "requests" | "limits">> & { readonly replicas: number; readonly container?: string };

/** Two workloads with two pods for each component that has a namespace. */
function homes(site: Site): Plan[] {
  return site.components.flatMap(({ namespaces }): Plan[] => {
    const [first, last] = [namespaces[0], namespaces.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      { kind: "Deployment", namespace: first, name: WEB, replicas: 2 },
      { kind: "StatefulSet", namespace: last, name: DATABASE, replicas: 2 },
    ];
  });
}

/** What every cluster runs, in namespaces that no component need claim. */
function platformPlans({ namespaces: { orchestrator, logging, exporters }, cluster: { nodes } }: Site): Plan[] {
  return [
    { kind: "Deployment", namespace: orchestrator, name: "coredns", replicas: 2 },
    { kind: "DaemonSet", namespace: orchestrator, name: "kube-proxy", replicas: nodes },
    { kind: "DaemonSet", namespace: logging, name: "log-shipper", replicas: nodes },
    { kind: "DaemonSet", namespace: exporters, name: "node-exporter", replicas: nodes },
  ];
}

/** The platform's own workloads, as far as any of them is asked. */
function ownPlans({ cluster }: Site, scrapes: readonly Scrape[], manifests: readonly Manifest[]): Plan[] {
  return scrapes.flatMap((scrape): Plan[] => {
    const { from } = scrape;
    if (from.kind === "observed" && from.at.kind !== "addresses") {
      const { name } = scrape;
      const namespace = observedNamespace(scrape);
      return from.at.onEachNode
        ? [{ kind: "DaemonSet", namespace, name, replicas: cluster.nodes }]
        : [{ kind: "Deployment", namespace, name, replicas: 2 }];
    }
    const workload = workloadAsked(scrape);
    if (workload === undefined) return [];
    const { name, namespace, madeBy } = workload;
    const isStateful = madeBy !== undefined && "kind" in madeBy && /Single|Cluster|Alertmanager/.test(madeBy.kind);
    const isSingle = madeBy !== undefined && "kind" in madeBy && madeBy.kind === "VMSingle";
    return [
      {
        kind: isStateful ? ("StatefulSet" as const) : ("Deployment" as const),
        namespace,
        name,
        // the operator makes this one itself, and names it as the workload
        ...(isSingle && { claim: name }),
        replicas: replicasOf(workload, manifests),
      },
    ];
  });
}

/** Whose pods a scrape asks; nothing where it asks nodes, or what somebody else runs. */
export function workloadAsked({ from }: Scrape): Workload | undefined {
  if (from.kind === "service") return from.workload;
  if (from.kind === "upstream") return "workload" in from.to ? from.to.workload : undefined;
  return from.kind === "pushed" ? from.to.workload : undefined;
}

/** Where an observed exporter runs: where the site says, or in a namespace of its own. */
export function observedNamespace({ name, from }: Scrape): string {
  const namespaces = from.kind === "observed" && from.at.kind !== "addresses" ? from.at.namespaces : undefined;
  return namespaces?.[0] ?? name;
}

function distinct(plans: readonly Plan[]): Plan[] {
  return [...new Map(plans.toReversed().map((plan) => [`${plan.namespace}/${plan.name}`, plan])).values()].toReversed();
}

function appOf({ replicas, container, ...plan }: Plan, index: number, site: Site, nodes: readonly Node[], seed: number): App {
  const id = `${plan.namespace}/${plan.name}`;
  const pods: Pod[] = [];
  const app: App = {
    requests: USUAL,
    limits: USUAL,
    ...plan,
    component: componentOfNamespace(namespaceMap(site), plan.namespace),
    replicaSet: `${plan.name}-${digits(seed, `${id} replica set`, 9)}`,
    pods,
  };
  for (let one = 0; one < replicas; one++) {
    const node = nodes[(plan.kind === "DaemonSet" ? one : index + one) % nodes.length];
    if (node === undefined) throw new Error("a cluster has at least one node");
    const suffix = digits(seed, `${id} pod ${one}`, 5);
    const names = { Deployment: `${app.replicaSet}-${suffix}`, StatefulSet: `${plan.name}-${one}`, DaemonSet: `${plan.name}-${suffix}` };
    pods.push({
      namespace: plan.namespace,
      name: names[plan.kind],
      uid: uid(seed, `${id} pod ${one}`),
      address: addressIn(site.cluster.address_ranges, 256 + index * 64 + one),
      node,
      container: container ?? plan.name,
      app,
    });
  }
  return app;
}

function claimOf(pod: Pod, seed: number): Claim {
  const id = `${pod.namespace}/${pod.name}`;
  return {
    namespace: pod.namespace,
    name: pod.app.claim ?? `data-${pod.name}`,
    volume: `pvc-${uid(seed, `${id} claim`)}`,
    bytes: pick([5, 10, 50], luckOf(seed, `${id} size`).a) * GIB,
    pod,
  };
}

function nodesOf({ cluster }: Site, seed: number): Node[] {
  return Array.from({ length: cluster.nodes }, (_, index) => ({
    index,
    name: `node-${index + 1}`,
    address: addressIn(cluster.node_addresses, 11 + index),
    uid: uid(seed, `node ${index}`),
    // few nodes carry as much as many: what runs there is in its limits no more than twice their size
    processors: pick(cluster.nodes < 3 ? [32, 64] : [8, 16], luckOf(seed, `node ${index}`).a),
    memoryBytes: pick([32, 64], luckOf(seed, `node ${index}`).b) * GIB,
  }));
}

/** The n-th address of the first range that has as many, or of the one after the other where each is small. */
function addressIn(cidrs: readonly string[], n: number): string {
  const ranges = cidrs.flatMap((cidr) => parseCidr(cidr) ?? []);
  const large = ranges.find(({ first, last }) => last - first > BigInt(n));
  const range = large ?? ranges[n % Math.max(1, ranges.length)];
  if (range === undefined) throw new Error(`${cidrs.join(", ")} holds no address; the site should have refused it`);
  return formatAddress({ family: range.family, value: large ? range.first + BigInt(n) : range.first });
}

function uid(seed: number, thing: string): string {
  const text = digits(seed, thing, 32);
  return [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, `9${text.slice(17, 20)}`, text.slice(20)].join("-");
}
