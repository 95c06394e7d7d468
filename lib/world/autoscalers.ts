import { amountOf } from "../autoscaling/amount";
import type { Manifest } from "../gitops/manifest";
import type { Site } from "../site/schema";
import type { App, Plan } from "./cluster";

/** Processors, and bytes. */
export interface Amounts {
  readonly cpu: number;
  readonly memory: number;
}

/** What each container asks for, and may have, where nobody says it: so much that all find a place with a node less. */
export const USUAL: Amounts = { cpu: 0.15, memory: 256 * 2 ** 20 };

/** What the cluster's autoscaler is told of a workload. */
export interface Autoscaler {
  readonly namespace: string;
  readonly name: string;
  readonly mode: string;
  readonly about: { readonly apiVersion: string; readonly kind: string; readonly name: string };
  /** The only one of the workload's pods. */
  readonly container: string;
  /** What is recommended for it: what it runs with. */
  readonly target: Amounts;
  readonly upperBound: Amounts;
}

/** Those that the site tells the autoscaler of. */
export function autoscaledPlans({ autoscaling, cluster: { nodes } }: Site): Plan[] {
  return (autoscaling?.workloads ?? []).map(({ kind = "Deployment", namespace, name, replicas = 1, containers: [recorded] = [] }) => {
    const plan = { kind, namespace, name, replicas: kind === "DaemonSet" ? nodes : replicas };
    if (recorded === undefined) return plan;
    return { ...plan, container: recorded.name, requests: amounts(recorded.target), limits: amounts(recorded.upper_bound) };
  });
}

function amounts({ cpu, memory }: { readonly cpu: string; readonly memory: string }): Amounts {
  return { cpu: amountOf(cpu) ?? USUAL.cpu, memory: amountOf(memory) ?? USUAL.memory };
}

export function autoscalersOf(manifests: readonly Manifest[], apps: readonly App[]): Autoscaler[] {
  return manifests
    .filter(({ object }) => object.kind === "VerticalPodAutoscaler")
    .map(({ object: { metadata, spec } }) => {
      const { name, namespace = "" } = metadata;
      const { targetRef: about, updatePolicy } = spec as { targetRef: Autoscaler["about"]; updatePolicy: { updateMode: string } };
      const app = apps.find((one) => one.namespace === namespace && one.name === about.name);
      return {
        namespace,
        name,
        mode: updatePolicy.updateMode,
        about,
        container: app?.pods[0]?.container ?? about.name,
        target: app?.requests ?? USUAL,
        upperBound: app?.limits ?? USUAL,
      };
    });
}
