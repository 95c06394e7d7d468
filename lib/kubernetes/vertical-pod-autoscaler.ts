import type { Construct } from "constructs";
import { times } from "../autoscaling/amount";
import { AUTOSCALING_REASON, type Autoscaling, changesPods, hasAutoscaler } from "../autoscaling/autoscaling";
import { VerticalPodAutoscaler } from "./custom-resources";
import { labelsOf } from "./labels";
import { containerResources, type Resources } from "./resources";

/** What an autoscaler is about. */
export interface Target {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

export interface AutoscalerProps {
  /** Of its object. @default - the target's */
  readonly name?: string;
  readonly namespace: string;
  readonly target: Target;
  readonly replicas: number;
  readonly autoscaling: Autoscaling;
  /** What is set aside for each container, by its name: it never gets less. The other containers are left as they are. @default - any container, any amount */
  readonly containers?: Readonly<Record<string, Resources>>;
}

/** A container never gets more than this many times what is set aside for it: a leak is an alert, and no reason to fill the node. */
const MOST = 4;

const CONTROLLED = ["cpu", "memory"] as const;

/**
 * The object that tells the cluster's autoscaler of a workload; none where there is no autoscaler, or for what it does not look at.
 *
 * @returns what the workload's own object is annotated with: why the autoscaler does not look at it
 */
export function verticalPodAutoscaler(scope: Construct, props: AutoscalerProps): Readonly<Record<string, string>> | undefined {
  const { target, namespace, autoscaling, name = target.name } = props;
  if (!hasAutoscaler(scope)) return undefined;
  if (autoscaling.mode === "excluded") return { [AUTOSCALING_REASON]: autoscaling.because };
  new VerticalPodAutoscaler(scope, `${name}-autoscaler`, {
    metadata: {
      name,
      namespace,
      labels: labelsOf(name, "autoscaler"),
      ...("because" in autoscaling && { annotations: { [AUTOSCALING_REASON]: autoscaling.because } }),
    },
    spec: {
      targetRef: { ...target },
      updatePolicy: { updateMode: autoscaling.mode, ...(changesPods(autoscaling) && { minReplicas: fewest(props) }) },
      ...(changesPods(autoscaling) && { resourcePolicy: { containerPolicies: policies(props) } }),
    },
  });
  return undefined;
}

/** Running replicas below which nothing is changed: said, because the updater's own flag (--min-replicas) may say another number. */
function fewest({ autoscaling, replicas }: AutoscalerProps): number {
  return autoscaling.mode === "InPlaceOrRecreate" && replicas === 1 ? 1 : 2;
}

function policies({ containers }: AutoscalerProps) {
  const controlled = { controlledResources: CONTROLLED, controlledValues: "RequestsAndLimits" as const };
  if (containers === undefined) return [{ containerName: "*", ...controlled }];
  return [
    ...Object.entries(containers).map(([containerName, resources]) => {
      const { requests } = containerResources(resources);
      return {
        containerName,
        ...controlled,
        // what it starts with, and what a storm takes, was measured: a quiet month must not take that away
        minAllowed: requests,
        maxAllowed: { cpu: times(requests.cpu, MOST), memory: times(requests.memory, MOST) },
      };
    }),
    { containerName: "*", mode: "Off" as const },
  ];
}
