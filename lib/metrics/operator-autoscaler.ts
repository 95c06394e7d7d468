import type { Construct } from "constructs";
import type { Autoscaling } from "../autoscaling/autoscaling";
import { KINDS } from "../kubernetes/kinds";
import { type Target, verticalPodAutoscaler } from "../kubernetes/vertical-pod-autoscaler";
import { OPERATOR_OBJECTS, type OperatorKind, operatorName } from "../site/operator-name";

/** What the operator makes of each kind here (factory/<kind>; an agent is stateful because we say so). */
const MADE: Readonly<Record<OperatorKind, "Deployment" | "StatefulSet">> = {
  vmsingle: "Deployment",
  vmagent: "StatefulSet",
  vmalert: "Deployment",
  vmalertmanager: "StatefulSet",
  vmauth: "Deployment",
  vminsert: "Deployment",
  vmselect: "StatefulSet",
  vmstorage: "StatefulSet",
};

export interface OperatorAutoscalerProps {
  readonly kind: OperatorKind;
  /** Of the object. */
  readonly name: string;
  readonly namespace: string;
  /** Of an agent: the pods among which its targets are shared. @default 1 */
  readonly members?: number;
  /** Why nothing of it is changed. */
  readonly because: string;
}

const UNRESOLVED =
  "a VMAgent has the scale subresource, so an autoscaler has to name it and not its stateful set; without spec.shardCount, which would rename that and its volume, the subresource answers nobody";

/**
 * What the autoscaler does with a workload of the operator's: it recommends. Nobody would fight: the operator keeps the template as its
 * object says, the autoscaler would change the pods made from it, and neither looks at the other's. But these burst, and keep what a
 * restart costs. `spec.vpa` of the operator's objects stays unset: it would make a second autoscaler for the same pods.
 *
 * @returns what the object is annotated with
 */
export function operatorAutoscaler(scope: Construct, { kind, name, namespace, members = 1, because }: OperatorAutoscalerProps) {
  const autoscaling: Autoscaling =
    kind === "vmagent" && members === 1 ? { mode: "excluded", because: UNRESOLVED } : { mode: "Off", because };
  const target = operatorTarget(kind, name);
  return verticalPodAutoscaler(scope, { name: operatorName(kind, name), namespace, target, replicas: members, autoscaling });
}

/** Whom an autoscaler of such a workload names: the topmost of its owners that can be scaled, or else the workload (autoscaler, controller_fetcher.go). */
export function operatorTarget(kind: OperatorKind, name: string): Target {
  if (kind !== "vmagent") return { apiVersion: "apps/v1", kind: MADE[kind], name: operatorName(kind, name) };
  const { group, version } = KINDS.VMAgent;
  return { apiVersion: `${group}/${version}`, kind: OPERATOR_OBJECTS.vmagent, name };
}
