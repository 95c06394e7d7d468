// Prevents a single replica that the autoscaler evicts, a limit that it lets grow far above its request, and a workload that nobody told it of.
import { amountOf } from "../autoscaling/amount";
import { AUTOSCALING_REASON, CLOSE, changesPods } from "../autoscaling/autoscaling";
import type { Manifest } from "../gitops/manifest";
import { groupOf } from "../kubernetes/object";
import { podTemplates } from "../kubernetes/pod-templates";
import type { Target } from "../kubernetes/vertical-pod-autoscaler";
import { operatorTarget } from "../metrics/operator-autoscaler";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";
import { operatorParts } from "./operator-parts";

export const autoscaling: Check = {
  name: "autoscaling",
  run: (platform) => {
    const scalers = scalersOf(platform.manifests);
    if (platform.site.autoscaling === undefined) return scalers.map(needless);
    const ours = [...ownWorkloads(platform), ...operatorWorkloads(platform)];
    const scaled = [...ours, ...listedWorkloads(platform)];
    return [...scalers.flatMap((scaler) => scalerFindings(scaler, scaled, scalers)), ...ours.flatMap((one) => untold(one, scalers))];
  },
};

/** The fields of a VerticalPodAutoscaler that matter here. */
interface Spec {
  readonly targetRef: Target;
  readonly updatePolicy?: { readonly updateMode?: string; readonly minReplicas?: number };
  readonly resourcePolicy?: { readonly containerPolicies?: readonly { readonly containerName?: string; readonly mode?: string }[] };
}

interface Scaler {
  readonly manifest: Manifest;
  readonly spec: Spec;
  /** The API's own default evicts. */
  readonly mode: string;
}

interface Amounts {
  readonly cpu?: string | number;
  readonly memory?: string | number;
}

interface ContainerAmounts {
  readonly name: string;
  readonly resources?: { readonly requests?: Amounts; readonly limits?: Amounts };
}

/** What an autoscaler may be told of. */
interface Scaled {
  readonly where: string;
  readonly namespace: string | undefined;
  readonly target: Target;
  readonly replicas: number;
  /** Those whose resources stand in our output. */
  readonly containers: readonly ContainerAmounts[];
  /** Why nobody tells it. @default - somebody has to */
  readonly because?: string;
}

const SCALED = ["Deployment", "StatefulSet", "DaemonSet"];

function scalersOf(manifests: readonly Manifest[]): Scaler[] {
  return manifests
    .filter(({ object }) => object.kind === "VerticalPodAutoscaler")
    .map((manifest) => {
      const spec = manifest.object.spec as Spec;
      return { manifest, spec, mode: spec.updatePolicy?.updateMode ?? "Recreate" };
    });
}

function ownWorkloads({ manifests, site }: Platform): Scaled[] {
  return podTemplates(manifests).flatMap(({ manifest, template }) => {
    const { apiVersion, kind, metadata, spec } = manifest.object;
    if (!SCALED.includes(kind)) return [];
    const { replicas = 1 } = spec as { readonly replicas?: number };
    return [
      {
        where: objectPlace(manifest),
        namespace: metadata.namespace,
        target: { apiVersion, kind, name: metadata.name },
        replicas: kind === "DaemonSet" ? site.cluster.nodes : replicas,
        containers: (template.spec.containers ?? []) as readonly ContainerAmounts[],
        because: metadata.annotations?.[AUTOSCALING_REASON],
      },
    ];
  });
}

function operatorWorkloads({ manifests }: Platform): Scaled[] {
  return operatorParts(manifests).map(({ manifest, kind, path, spec }) => {
    const { name, namespace, annotations } = manifest.object.metadata;
    const {
      replicaCount = 1,
      shardCount = 1,
      resources,
    } = spec as {
      readonly replicaCount?: number;
      readonly shardCount?: number;
      readonly resources?: ContainerAmounts["resources"];
    };
    return {
      where: `${objectPlace(manifest)} ${path}`,
      namespace,
      target: operatorTarget(kind, name),
      replicas: replicaCount * shardCount,
      containers: [{ name: kind, ...(resources && { resources }) }],
      because: annotations?.[AUTOSCALING_REASON],
    };
  });
}

/** Those of others, whose resources are not ours to see. */
function listedWorkloads({ site }: Platform): Scaled[] {
  return (site.autoscaling?.workloads ?? []).map(({ namespace, kind = "Deployment", name, replicas = 1 }) => ({
    where: `autoscaling.workloads ${kind} "${name}"`,
    namespace,
    target: { apiVersion: "apps/v1", kind, name },
    replicas: kind === "DaemonSet" ? site.cluster.nodes : replicas,
    containers: [],
  }));
}

function isOf({ manifest, spec: { targetRef } }: Scaler, { namespace, target }: Scaled): boolean {
  return (
    manifest.object.metadata.namespace === namespace &&
    targetRef.kind === target.kind &&
    targetRef.name === target.name &&
    groupOf(targetRef.apiVersion) === groupOf(target.apiVersion)
  );
}

function needless({ manifest }: Scaler): Finding {
  return {
    where: objectPlace(manifest),
    what: "it is for an autoscaler, and the site has none",
    fix: "make it with verticalPodAutoscaler, which asks the site, or write the section autoscaling",
  };
}

function scalerFindings(scaler: Scaler, scaled: readonly Scaled[], scalers: readonly Scaler[]): Finding[] {
  const { manifest, spec, mode } = scaler;
  const where = objectPlace(manifest);
  const workload = scaled.find((one) => isOf(scaler, one));
  if (workload === undefined) {
    const { kind, name } = spec.targetRef;
    return [
      {
        where,
        what: `it is about ${kind} "${name}", which is neither in the output nor in autoscaling.workloads`,
        fix: "name a workload of its own namespace, as an operator makes it where one does (operatorTarget)",
      },
    ];
  }
  const others = scalers.filter((other) => isOf(other, workload) && other !== scaler);
  return [
    ...(others.length === 0
      ? []
      : [{ where, what: `another autoscaler is about ${workload.target.kind} "${workload.target.name}" too`, fix: "keep one of them" }]),
    ...replicaFindings(where, scaler, workload),
    ...(changesPods({ mode }) ? workload.containers.flatMap((container) => apart(where, container, spec)) : []),
  ];
}

function replicaFindings(where: string, { spec, mode }: Scaler, { replicas }: Scaled): Finding[] {
  if (!changesPods({ mode }) || replicas > 1) return [];
  const resizes = mode === "InPlaceOrRecreate" || mode === "InPlace";
  if (!resizes) {
    return [
      {
        where,
        what: `in mode "${mode}" it evicts the only replica`,
        fix: "write InPlaceOrRecreate where it bears a restart, else Off with the reason (restartTolerant decides by the number of replicas)",
      },
    ];
  }
  if (spec.updatePolicy?.minReplicas === 1) return [];
  return [
    {
      where,
      what: "the updater leaves a single replica alone, and nothing is ever changed",
      fix: "write minReplicas: 1 (verticalPodAutoscaler does)",
    },
  ];
}

function apart(where: string, { name, resources }: ContainerAmounts, { resourcePolicy }: Spec): Finding[] {
  const policies = resourcePolicy?.containerPolicies ?? [];
  const policy =
    policies.find(({ containerName }) => containerName === name) ?? policies.find(({ containerName }) => containerName === "*");
  if (policy?.mode === "Off") return [];
  return (["cpu", "memory"] as const).flatMap((resource) => {
    const [request, limit] = [resources?.requests?.[resource], resources?.limits?.[resource]];
    const fix = `write ${resource} request and limit alike, or mode Off with the reason: what bursts keeps an explicit limit`;
    if (request === undefined || limit === undefined)
      return [
        { where, what: `container "${name}" says no ${resource} ${request === undefined ? "request" : "limit"} for it to change`, fix },
      ];
    const [least, most] = [amountOf(request), amountOf(limit)];
    if (least !== undefined && most !== undefined && most <= CLOSE * least) return [];
    return [
      { where, what: `it raises the ${resource} limit of container "${name}" along with the request: ${limit} with ${request}`, fix },
    ];
  });
}

function untold(one: Scaled, scalers: readonly Scaler[]): Finding[] {
  const isTold = scalers.some((scaler) => isOf(scaler, one));
  if (isTold === (one.because === undefined)) return [];
  if (isTold) return [{ where: one.where, what: `it says why no autoscaler looks at it, and one does`, fix: "take one of the two out" }];
  return [
    {
      where: one.where,
      what: "nobody tells the autoscaler of it",
      fix: `make it with restrictedWorkload or operatorAutoscaler, which take \`autoscaling\`, or say why not in the annotation ${AUTOSCALING_REASON}`,
    },
  ];
}
