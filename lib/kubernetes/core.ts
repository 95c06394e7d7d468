/**
 * The Kubernetes 1.30 kinds and their parts, under the names and in the words of the API, for the whole of belfry.
 *
 * Not cdk8s-plus's own `Deployment` and so on: those bring hidden defaults (two replicas, one CPU requested) and a selector that
 * changes when the construct moves, although a Deployment's selector is immutable. Of the generated classes below them only the types
 * are read: to load them takes longer than all of ours, and they drop a field that they don't know in silence.
 *
 * Unlike the custom resources these do not ask for `metadata.name`.
 */

import type * as k8s from "cdk8s-plus-30/lib/imports/k8s";
import type { Construct } from "constructs";
import { PlainObject } from "./plain-object";

/** The oldest release that knows all fields of these kinds. */
export const KUBERNETES = "1.30";

/** Fields whose capitals the generated types lower. */
interface Spelling {
  readonly clientIp: "clientIP";
  readonly clusterIp: "clusterIP";
  readonly datasetUuid: "datasetUUID";
  readonly diskUri: "diskURI";
  readonly downwardApi: "downwardAPI";
  readonly hostIp: "hostIP";
  readonly hostIpc: "hostIPC";
  readonly hostPid: "hostPID";
  readonly loadBalancerIp: "loadBalancerIP";
  readonly nonResourceUrLs: "nonResourceURLs";
  readonly pdId: "pdID";
  readonly scaleIo: "scaleIO";
  readonly setHostnameAsFqdn: "setHostnameAsFQDN";
  readonly storagePolicyId: "storagePolicyID";
  readonly targetWwNs: "targetWWNs";
  readonly volumeId: "volumeID";
}

/** A generated type as the API has it: plain values, its own spelling. Their two classes for values look alike: one is enough. */
type Api<T> = T extends k8s.IntOrString
  ? k8s.IntOrString extends T
    ? number | string
    : ApiObjectOf<T>
  : T extends Date
    ? string
    : T extends (infer Item)[]
      ? Api<Item>[]
      : T extends object
        ? ApiObjectOf<T>
        : T;

type ApiObjectOf<T> = { [Field in keyof T as Field extends keyof Spelling ? Spelling[Field] : Field]: Api<T[Field]> };

export type Affinity = Api<k8s.Affinity>;
export type Container = Api<k8s.Container>;
export type ContainerPort = Api<k8s.ContainerPort>;
export type CronJobSpec = Api<k8s.CronJobSpec>;
export type DaemonSetSpec = Api<k8s.DaemonSetSpec>;
export type DeploymentSpec = Api<k8s.DeploymentSpec>;
export type EnvFromSource = Api<k8s.EnvFromSource>;
export type EnvVar = Api<k8s.EnvVar>;
export type IngressSpec = Api<k8s.IngressSpec>;
export type JobSpec = Api<k8s.JobSpec>;
export type LabelSelector = Api<k8s.LabelSelector>;
export type NetworkPolicyEgressRule = Api<k8s.NetworkPolicyEgressRule>;
export type NetworkPolicyIngressRule = Api<k8s.NetworkPolicyIngressRule>;
export type NetworkPolicyPeer = Api<k8s.NetworkPolicyPeer>;
export type NetworkPolicyPort = Api<k8s.NetworkPolicyPort>;
export type NetworkPolicySpec = Api<k8s.NetworkPolicySpec>;
export type ObjectMeta = Api<k8s.ObjectMeta>;
export type PodSecurityContext = Api<k8s.PodSecurityContext>;
export type PodSpec = Api<k8s.PodSpec>;
export type PodTemplateSpec = Api<k8s.PodTemplateSpec>;
export type PolicyRule = Api<k8s.PolicyRule>;
export type Probe = Api<k8s.Probe>;
export type ResourceRequirements = Api<k8s.ResourceRequirements>;
export type SecurityContext = Api<k8s.SecurityContext>;
export type ServicePort = Api<k8s.ServicePort>;
export type ServiceSpec = Api<k8s.ServiceSpec>;
export type StatefulSetSpec = Api<k8s.StatefulSetSpec>;
export type Toleration = Api<k8s.Toleration>;
export type Volume = Api<k8s.Volume>;
export type VolumeMount = Api<k8s.VolumeMount>;

/** The base class of one kind. */
function coreKind<Props extends object>(apiVersion: string, kind: string) {
  return class extends PlainObject {
    constructor(scope: Construct, id: string, props: ApiObjectOf<Props>) {
      super(scope, id, { ...props, apiVersion, kind });
    }
  };
}

export class ClusterRole extends coreKind<k8s.KubeClusterRoleProps>("rbac.authorization.k8s.io/v1", "ClusterRole") {}
export class ClusterRoleBinding extends coreKind<k8s.KubeClusterRoleBindingProps>("rbac.authorization.k8s.io/v1", "ClusterRoleBinding") {}
export class ConfigMap extends coreKind<k8s.KubeConfigMapProps>("v1", "ConfigMap") {}
export class CronJob extends coreKind<k8s.KubeCronJobProps>("batch/v1", "CronJob") {}
export class DaemonSet extends coreKind<k8s.KubeDaemonSetProps>("apps/v1", "DaemonSet") {}
export class Deployment extends coreKind<k8s.KubeDeploymentProps>("apps/v1", "Deployment") {}
export class Ingress extends coreKind<k8s.KubeIngressProps>("networking.k8s.io/v1", "Ingress") {}
export class Job extends coreKind<k8s.KubeJobProps>("batch/v1", "Job") {}
export class Namespace extends coreKind<k8s.KubeNamespaceProps>("v1", "Namespace") {}
export class NetworkPolicy extends coreKind<k8s.KubeNetworkPolicyProps>("networking.k8s.io/v1", "NetworkPolicy") {}
export class PersistentVolumeClaim extends coreKind<k8s.KubePersistentVolumeClaimProps>("v1", "PersistentVolumeClaim") {}
export class PodDisruptionBudget extends coreKind<k8s.KubePodDisruptionBudgetProps>("policy/v1", "PodDisruptionBudget") {}
export class PriorityClass extends coreKind<k8s.KubePriorityClassProps>("scheduling.k8s.io/v1", "PriorityClass") {}
export class Role extends coreKind<k8s.KubeRoleProps>("rbac.authorization.k8s.io/v1", "Role") {}
export class RoleBinding extends coreKind<k8s.KubeRoleBindingProps>("rbac.authorization.k8s.io/v1", "RoleBinding") {}
export class Service extends coreKind<k8s.KubeServiceProps>("v1", "Service") {}
export class ServiceAccount extends coreKind<k8s.KubeServiceAccountProps>("v1", "ServiceAccount") {}
export class StatefulSet extends coreKind<k8s.KubeStatefulSetProps>("apps/v1", "StatefulSet") {}
