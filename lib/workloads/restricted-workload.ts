import type { Construct } from "constructs";
import { UNSAID } from "../autoscaling/autoscaling";
import {
  ConfigMap,
  type Container,
  Deployment,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  type Probe,
  Service,
  ServiceAccount,
  StatefulSet,
  type Volume,
} from "../kubernetes/core";
import type { Credential, MountedSecret, SecretFile } from "../kubernetes/credential";
import { KEPT } from "../kubernetes/kept";
import { labelsOf, selectorOf } from "../kubernetes/labels";
import { POD_SECURITY_REASON } from "../kubernetes/namespace";
import { containerResources } from "../kubernetes/resources";
import { verticalPodAutoscaler } from "../kubernetes/vertical-pod-autoscaler";
import { checksum, checksumAnnotation } from "./config-checksum";
import { claimOf } from "./kept-folder";
import type { Probes, RestrictedWorkloadProps, Sidecar } from "./restricted-workload-props";

const SECRETS = "/run/secrets";

/** The folder in which a workload that mounts a credential finds its keys. */
export function secretFolder({ name }: Pick<MountedSecret, "name">): string {
  return `${SECRETS}/${name}`;
}

/** A key of a credential as a file in a workload that mounts it. */
export function secretFile(credential: Credential, key: string): SecretFile {
  return { credential, key, path: `${secretFolder(credential)}/${key}` };
}

/** Where a workload finds its configuration files. */
export function configPath(name: string): string {
  return `/etc/${name}`;
}

/** The probes of a pod that answers on its port: how it is asked whether it lives, and whether it is ready. */
export function probesOf(alive: Probe, ready: Probe = alive): Probes {
  return {
    startupProbe: { ...alive, periodSeconds: 1, failureThreshold: 30 },
    livenessProbe: { ...alive, periodSeconds: 10, failureThreshold: 3 },
    readinessProbe: { ...ready, periodSeconds: 5, failureThreshold: 2 },
  };
}

/**
 * A Deployment with everything it needs to run here: account without a token, restricted pod, Service, disruption budget,
 * configuration with its checksum, and what the cluster's autoscaler does with it.
 */
export function restrictedWorkload(scope: Construct, props: RestrictedWorkloadProps): Deployment {
  const { name, replicas, volume } = props;
  const { metadata, annotations } = beside(scope, props, "Deployment");
  if (volume) {
    new PersistentVolumeClaim(scope, "volume", {
      // a claim takes its data along
      metadata: { ...metadata, annotations: { ...KEPT } },
      spec: claimOf(volume),
    });
  }
  return new Deployment(scope, "deployment", {
    metadata: { ...metadata, ...(annotations && { annotations }) },
    spec: {
      replicas,
      selector: { matchLabels: selectorOf(name) },
      strategy: volume || props.isAlone ? { type: "Recreate" } : { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: podTemplate(props, volume && { persistentVolumeClaim: { claimName: name } }),
    },
  });
}

/** As {@link restrictedWorkload}, where each pod has a volume and a name of its own: the claim is made for it, and stays when it goes. */
export function restrictedStatefulSet(
  scope: Construct,
  props: RestrictedWorkloadProps & Required<Pick<RestrictedWorkloadProps, "volume">>,
): StatefulSet {
  const { name, replicas, volume, hasPeers } = props;
  const { metadata, annotations } = beside(scope, props, "StatefulSet");
  if (hasPeers) {
    new Service(scope, "peers", {
      // by the others' labels the scrape would find each pod twice
      metadata: { ...metadata, name: peersService(name), labels: labelsOf(peersService(name), props.role) },
      spec: { clusterIP: "None", publishNotReadyAddresses: true, selector: selectorOf(name), ports: servicePorts(props) },
    });
  }
  return new StatefulSet(scope, "stateful-set", {
    metadata: { ...metadata, ...(annotations && { annotations }) },
    spec: {
      serviceName: hasPeers ? peersService(name) : name,
      replicas,
      selector: { matchLabels: selectorOf(name) },
      template: podTemplate(props),
      volumeClaimTemplates: [{ metadata: { name: DATA, labels: metadata.labels }, spec: claimOf(volume) }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
    },
  });
}

/** What stands beside a controller of pods: all but the controller and its claims. */
function beside(scope: Construct, props: RestrictedWorkloadProps, kind: "Deployment" | "StatefulSet") {
  const { name, namespace, replicas, config, autoscaling = UNSAID } = props;
  const selector = selectorOf(name);
  const metadata = { name, namespace, labels: labelsOf(name, props.role) };
  new ServiceAccount(scope, "account", { metadata, automountServiceAccountToken: false });
  new Service(scope, "service", {
    metadata,
    spec: { selector, ports: servicePorts(props) },
  });
  if (hasFiles(config)) new ConfigMap(scope, "config", { metadata, data: { ...config } });
  if (replicas > 1) {
    new PodDisruptionBudget(scope, "budget", {
      metadata,
      spec: { maxUnavailable: 1, selector: { matchLabels: selector } },
    });
  }
  const target = { apiVersion: "apps/v1", kind, name };
  return {
    metadata,
    annotations: verticalPodAutoscaler(scope, { namespace, target, replicas, autoscaling, containers: { [name]: props } }),
  };
}

/** By name, the first of them `http`. */
const portsOf = ({ port, morePorts = {} }: RestrictedWorkloadProps): [string, number][] => Object.entries({ http: port, ...morePorts });

const servicePorts = (props: RestrictedWorkloadProps) =>
  portsOf(props).map(([port, number]) => ({ name: port, port: number, targetPort: port }));

/** The Service by which a stateful set's pods find each other: `<pod>.<service>.<namespace>.svc`. */
export const peersService = (name: string): string => `${name}-peers`;

/** The volumes of what outlives a pod, and of what goes with it. */
const [DATA, SCRATCH] = ["data", "scratch"];

function hasFiles(config: RestrictedWorkloadProps["config"]): boolean {
  return Object.keys(config).length > 0;
}

/** An empty list is an absent field. */
const some = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined);

/** `data` is the source of the volume that outlives the pod. @default - a claim of the pod's own, which its controller makes */
function podTemplate(props: RestrictedWorkloadProps, data?: Pick<Volume, "persistentVolumeClaim">) {
  const { name, replicas, config, credentials, volume: kept, user, exceptions = [], before, sidecars = [], folders = [] } = props;
  const asRoot = exceptions.some((one) => "runAsRoot" in one);
  const owner = asRoot ? 0 : user;
  const volumes = [
    ...(hasFiles(config) ? [{ volume: { name: "config", configMap: { name } }, path: configPath(name), readOnly: true }] : []),
    ...credentials.map((credential) => ({
      // no subPath: a rotated secret then reaches the running pod
      volume: { name: credential.name, secret: { secretName: credential.name } },
      path: secretFolder(credential),
      readOnly: true,
    })),
    ...(kept ? [{ volume: { name: DATA, ...data }, path: kept.path, readOnly: undefined }] : []),
    ...(props.scratch === undefined
      ? []
      : [{ volume: { name: SCRATCH, emptyDir: { sizeLimit: props.scratch.size } }, path: props.scratch.path, readOnly: undefined }]),
    ...folders.map(({ name, path, source, isWritten }) => ({ volume: { name, ...source }, path, readOnly: isWritten ? undefined : true })),
  ];
  // a claim of the pod's own is no volume of the template
  const declared = volumes.map(({ volume }) => volume).filter(({ name }) => name !== DATA || data !== undefined);
  const volumeMounts = some(volumes.map(({ volume, path, readOnly }) => ({ name: volume.name, mountPath: path, readOnly })));
  const env = some([...props.env]);
  const securityContext = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: !exceptions.some((one) => "writableRoot" in one),
    capabilities: { drop: ["ALL"], add: some(exceptions.flatMap((one) => ("capability" in one ? [one.capability] : []))) },
  };
  const resources = containerResources(props);
  return {
    metadata: { labels: labelsOf(name, props.role), annotations: podAnnotations(props) },
    spec: {
      serviceAccountName: name,
      automountServiceAccountToken: props.callsApi ?? false,
      enableServiceLinks: false,
      priorityClassName: props.priorityClass,
      imagePullSecrets: props.pullSecret === undefined ? undefined : [{ name: props.pullSecret }],
      terminationGracePeriodSeconds: props.graceSeconds,
      securityContext: {
        runAsNonRoot: !asRoot,
        runAsUser: owner,
        runAsGroup: owner,
        // a fresh volume belongs to root
        ...(kept ? { fsGroup: owner, fsGroupChangePolicy: "OnRootMismatch" } : {}),
        seccompProfile: { type: "RuntimeDefault" },
      },
      topologySpreadConstraints:
        replicas > 1
          ? [
              {
                maxSkew: 1,
                topologyKey: "kubernetes.io/hostname",
                whenUnsatisfiable: "ScheduleAnyway",
                labelSelector: { matchLabels: selectorOf(name) },
              },
            ]
          : undefined,
      initContainers: before && [
        ...(isOfItself(before)
          ? [{ name: `${name}-before`, image: props.image, args: [...before], env, securityContext, resources, volumeMounts }]
          : before.map((one) => otherContainer(one, volumeMounts))),
      ],
      containers: [
        {
          name,
          image: props.image,
          args: props.args && [...props.args],
          env,
          ports: portsOf(props).map(([port, containerPort]) => ({ name: port, containerPort })),
          securityContext,
          resources,
          ...props.probes,
          volumeMounts,
        },
        ...sidecars.map((sidecar) => otherContainer(sidecar, volumeMounts)),
      ],
      volumes: some(declared),
    },
  };
}

/** Whether it is the same image that prepares, by its arguments. */
const isOfItself = (before: readonly string[] | readonly Sidecar[]): before is readonly string[] => typeof before[0] === "string";

/** One with an image of its own: it gets none of the pod's variables, some of which are secrets. */
const otherContainer = (one: Sidecar, volumeMounts: Container["volumeMounts"]) => ({
  name: one.name,
  image: one.image,
  args: one.args && [...one.args],
  env: one.env && [...one.env],
  securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
  resources: containerResources(one),
  volumeMounts,
});

function podAnnotations({ name, config, exceptions = [], readOnce = {} }: RestrictedWorkloadProps): Record<string, string> | undefined {
  const annotations = {
    ...(hasFiles(config) && { [checksumAnnotation(name)]: checksum(config) }),
    ...Object.fromEntries(Object.entries(readOnce).map(([map, content]) => [checksumAnnotation(map), checksum(content)])),
    ...(exceptions.length > 0 && { [POD_SECURITY_REASON]: exceptions.map(({ because }) => because).join("; ") }),
  };
  return Object.keys(annotations).length > 0 ? annotations : undefined;
}
