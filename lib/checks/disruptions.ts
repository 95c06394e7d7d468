// Prevents replicas that one drained or lost node ends all at once, and a budget under which no node can be drained.
import type { Manifest } from "../gitops/manifest";
import { type PodTemplate, podTemplates } from "../kubernetes/pod-templates";
import { type LabelSelector, selects } from "../kubernetes/selector";
import { operatorPods } from "../metrics/operator";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { operatorParts } from "./operator-parts";

export const disruptions: Check = {
  name: "disruptions",
  run: (platform) => [...ownWorkloads(platform), ...operatorWorkloads(platform)].flatMap(findingsOf),
};

/** An integer, or a share of the replicas such as "50%". */
type Amount = number | string;

interface Budget {
  readonly minAvailable?: Amount;
  readonly maxUnavailable?: Amount;
}

interface Replicated {
  readonly where: string;
  readonly replicas: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly budgets: readonly Budget[];
  readonly placing: Placing;
  /** Whom a spread without a selector is about. @default - nobody */
  readonly unselected?: LabelSelector;
  readonly maker: string;
}

type Placing = Pick<PodTemplate["spec"], "affinity" | "topologySpreadConstraints">;

/** How many run at once is the nodes' number for a DaemonSet, and of no interest for what ends by itself. */
const REPLICATED = ["Deployment", "StatefulSet"];

function ownWorkloads({ manifests }: Platform): Replicated[] {
  return podTemplates(manifests).flatMap(({ manifest, template }) => {
    const { kind, metadata, spec } = manifest.object;
    if (!REPLICATED.includes(kind)) return [];
    const labels = template.metadata?.labels ?? {};
    const budgets = budgetsOf(labels, metadata.namespace, manifests);
    const { replicas = 1 } = spec as { readonly replicas?: number };
    const where = objectPlace(manifest);
    return [{ where, replicas, labels, budgets, placing: template.spec, maker: "use ServiceWorkload, which makes" }];
  });
}

function operatorWorkloads({ manifests }: Platform): Replicated[] {
  return operatorParts(manifests).map(({ manifest, kind, path, spec }) => {
    const {
      replicaCount = 1,
      shardCount = 1,
      podDisruptionBudget,
      ...placing
    } = spec as Placing & { readonly replicaCount?: number; readonly shardCount?: number; readonly podDisruptionBudget?: Budget };
    const { name, namespace } = manifest.object.metadata;
    const labels = operatorPods(kind, name);
    // the operator makes a budget for each shard, under which all shards may go together
    const own = podDisruptionBudget === undefined || shardCount > 1 ? [] : [podDisruptionBudget];
    return {
      where: `${objectPlace(manifest)} ${path}`,
      replicas: replicaCount * shardCount,
      labels,
      budgets: [...own, ...budgetsOf(labels, namespace, manifests)],
      placing,
      // the operator puts the object's own labels (factory/vmagent and its like)
      unselected: { matchLabels: labels },
      maker: shardCount > 1 ? "use operatorPod and membersBudget, which make" : "take the object's fields from operatorPod, which sets",
    };
  });
}

function budgetsOf(labels: Readonly<Record<string, string>>, namespace: string | undefined, manifests: readonly Manifest[]): Budget[] {
  return manifests
    .filter(({ object }) => object.kind === "PodDisruptionBudget" && object.metadata.namespace === namespace)
    .map(({ object }) => object.spec as Budget & { readonly selector?: LabelSelector })
    .filter(({ selector }) => selector !== undefined && selects(selector, labels));
}

function findingsOf({ where, replicas, labels, budgets, placing, unselected, maker }: Replicated): Finding[] {
  const findings: Finding[] = [];
  if (budgets.some((budget) => isStuck(budget, replicas))) {
    findings.push({
      where,
      what: "its disruption budget lets no pod go, and no node that it runs on can be drained",
      fix: replicas > 1 ? "use maxUnavailable: 1" : "leave the budget out: a single replica is gone for a moment whenever its node is",
    });
  }
  if (replicas === 1) return findings;
  if (budgets.length === 0) {
    findings.push({
      where,
      what: `its ${replicas} replicas have no disruption budget: whoever drains nodes may end all of them at once`,
      fix: `${maker} one with maxUnavailable: 1`,
    });
  }
  const kept = selectorsApart(placing)
    .map((selector) => selector ?? unselected)
    .filter((selector) => selector !== undefined && selects(selector, labels));
  if (kept.length === 0) {
    findings.push({ where, what: `its ${replicas} replicas may all be on one node, and end with it`, fix: `${maker} a spread over nodes` });
  }
  return findings;
}

/** Whether a budget refuses even the first pod, with all of them healthy. A share that may be missing is rounded up. */
function isStuck({ minAvailable, maxUnavailable }: Budget, replicas: number): boolean {
  if (maxUnavailable !== undefined && Number.parseInt(String(maxUnavailable), 10) === 0) return true;
  if (minAvailable === undefined) return false;
  const amount = Number.parseInt(String(minAvailable), 10);
  return (String(minAvailable).endsWith("%") ? Math.ceil((amount * replicas) / 100) : amount) >= replicas;
}

const NODE = "kubernetes.io/hostname";

/** The selectors of the pods that are kept on different nodes, rather or in any case. */
function selectorsApart({ affinity, topologySpreadConstraints = [] }: Placing): (LabelSelector | undefined)[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required = [], preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } =
    affinity?.podAntiAffinity ?? {};
  return [...topologySpreadConstraints, ...required, ...preferred.map(({ podAffinityTerm }) => podAffinityTerm)]
    .filter(({ topologyKey }) => topologyKey === NODE)
    .map(({ labelSelector }) => labelSelector);
}
