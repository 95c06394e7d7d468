import { rememberedOf } from "../remembered";
import type { KubernetesObject } from "./object";
import type { LabelSelector } from "./selector";

/** A pod template as it is applied: the fields, in the API's own spelling, that checks look at. */
export interface PodTemplate {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly hostNetwork?: boolean;
    readonly hostPID?: boolean;
    readonly hostIPC?: boolean;
    readonly securityContext?: SecurityContext;
    readonly terminationGracePeriodSeconds?: number;
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly volumes?: readonly Volume[];
    readonly priorityClassName?: string;
    readonly imagePullSecrets?: readonly NamedReference[];
    readonly topologySpreadConstraints?: readonly Placed[];
    readonly affinity?: {
      readonly podAntiAffinity?: {
        readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly Placed[];
        readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm: Placed }[];
      };
    };
  };
}

/** Pods that are kept apart by a label of nodes. */
interface Placed {
  readonly topologyKey?: string;
  readonly labelSelector?: LabelSelector;
}

interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly seccompProfile?: { readonly type?: string };
}

export interface Container {
  readonly name: string;
  readonly securityContext?: SecurityContext & {
    readonly privileged?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  };
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort?: number; readonly hostPort?: number }[];
  readonly env?: readonly EnvironmentVariable[];
  readonly envFrom?: readonly { readonly configMapRef?: NamedReference; readonly secretRef?: NamedReference }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly configMapKeyRef?: NamedReference; readonly secretKeyRef?: NamedReference };
}

export interface Probe {
  readonly httpGet?: { readonly path?: string; readonly port?: number | string };
}

interface NamedReference {
  readonly name?: string;
}

export interface Volume {
  readonly name: string;
  readonly configMap?: NamedReference;
  readonly secret?: { readonly secretName?: string };
  readonly persistentVolumeClaim?: { readonly claimName?: string };
  readonly projected?: { readonly sources?: readonly { readonly configMap?: NamedReference; readonly secret?: NamedReference }[] };
}

/** A pod template with the object that holds it. */
export interface HeldTemplate<M> {
  readonly manifest: M;
  readonly template: PodTemplate;
}

/** The pod templates of core workloads. */
export function podTemplates<M extends { readonly object: KubernetesObject }>(manifests: readonly M[]): readonly HeldTemplate<M>[] {
  // what is remembered of a list was found in it
  return templatesIn(manifests) as readonly HeldTemplate<unknown>[] as readonly HeldTemplate<M>[];
}

/** Each check of pods asks, and each command of a runbook. */
const templatesIn = rememberedOf((manifests: readonly { readonly object: KubernetesObject }[]) =>
  manifests.flatMap((manifest) => {
    const template = templateOf(manifest.object);
    return template ? [{ manifest, template }] : [];
  }),
);

/** The pod template of an object that makes pods. */
export function templateOf({ kind, spec, metadata }: KubernetesObject): PodTemplate | undefined {
  switch (kind) {
    case "Pod":
      return { metadata, spec: spec as PodTemplate["spec"] };
    case "Deployment":
    case "StatefulSet":
    case "DaemonSet":
    case "ReplicaSet":
    case "Job":
      return (spec as { template: PodTemplate }).template;
    case "CronJob":
      return (spec as { jobTemplate: { spec: { template: PodTemplate } } }).jobTemplate.spec.template;
    default:
      return undefined;
  }
}

/** ConfigMaps a pod reads: as volumes, projected volumes or environment. */
export function configMapsOf(template: PodTemplate): Set<string> {
  return namesOf([
    ...volumesOf(template).flatMap(({ configMap, projected }) => [
      configMap,
      ...(projected?.sources ?? []).map((source) => source.configMap),
    ]),
    ...containersOf(template).flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ valueFrom }) => valueFrom?.configMapKeyRef),
      ...envFrom.map(({ configMapRef }) => configMapRef),
    ]),
  ]);
}

/** Secrets a pod reads, in the same ways. */
export function secretsOf(template: PodTemplate): Set<string> {
  return namesOf([
    ...volumesOf(template).flatMap(({ secret, projected }) => [
      { name: secret?.secretName },
      ...(projected?.sources ?? []).map((source) => source.secret),
    ]),
    ...containersOf(template).flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef),
      ...envFrom.map(({ secretRef }) => secretRef),
    ]),
  ]);
}

const volumesOf = ({ spec }: PodTemplate): readonly Volume[] => spec.volumes ?? [];
const containersOf = ({ spec }: PodTemplate): Container[] => [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
const namesOf = (references: readonly (NamedReference | undefined)[]): Set<string> =>
  new Set(references.map((reference) => reference?.name).filter((name) => name !== undefined));
