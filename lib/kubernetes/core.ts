/**
 * The Kubernetes 1.30 kinds and their parts, under the names that Kubernetes gives them, for the whole of belfry.
 *
 * These are the generated classes that cdk8s-plus is built on, not cdk8s-plus's own `Deployment` and so on: those bring
 * hidden defaults (two replicas, one CPU requested) and a selector that changes when the construct moves, although a
 * Deployment's selector is immutable.
 *
 * Unlike the custom resources these do not ask for `metadata.name`, and a field outside the type is dropped in silence.
 */

/** The oldest release that knows all fields of these kinds. */
export const KUBERNETES = "1.30";

export type {
  Affinity,
  Container,
  ContainerPort,
  CronJobSpec,
  DaemonSetSpec,
  DeploymentSpec,
  EnvFromSource,
  EnvVar,
  IngressSpec,
  JobSpec,
  LabelSelector,
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
  ObjectMeta,
  PodSecurityContext,
  PodSpec,
  PodTemplateSpec,
  PolicyRule,
  Probe,
  ResourceRequirements,
  SecurityContext,
  ServicePort,
  ServiceSpec,
  StatefulSetSpec,
  Toleration,
  Volume,
  VolumeMount,
} from "cdk8s-plus-30/lib/imports/k8s";
export {
  IntOrString,
  KubeClusterRole as ClusterRole,
  KubeClusterRoleBinding as ClusterRoleBinding,
  KubeConfigMap as ConfigMap,
  KubeCronJob as CronJob,
  KubeDaemonSet as DaemonSet,
  KubeDeployment as Deployment,
  KubeIngress as Ingress,
  KubeJob as Job,
  KubeNamespace as Namespace,
  KubeNetworkPolicy as NetworkPolicy,
  KubePersistentVolumeClaim as PersistentVolumeClaim,
  KubePodDisruptionBudget as PodDisruptionBudget,
  KubePriorityClass as PriorityClass,
  KubeRole as Role,
  KubeRoleBinding as RoleBinding,
  KubeService as Service,
  KubeServiceAccount as ServiceAccount,
  KubeStatefulSet as StatefulSet,
  Quantity,
} from "cdk8s-plus-30/lib/imports/k8s";
