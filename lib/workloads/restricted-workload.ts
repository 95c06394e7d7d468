import type { Construct } from "constructs";
import { type Autoscaling, UNSAID } from "../autoscaling/autoscaling";
import {
  ConfigMap,
  type Container,
  Deployment,
  type EnvVar,
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
import { containerResources, type Resources } from "../kubernetes/resources";
import { verticalPodAutoscaler } from "../kubernetes/vertical-pod-autoscaler";
import { checksum, checksumAnnotation } from "./config-checksum";
import { claimOf, type KeptFolder } from "./kept-folder";
import type { PodException } from "./pod-exception";

export interface RestrictedWorkloadProps extends Resources {
  /** Of every object: what others call the workload by. */
  readonly name: string;
  readonly namespace: string;
  /** Its label app.kubernetes.io/component. */
  readonly role: string;
  readonly replicas: number;
  readonly image: string;
  /** @default - what the image starts with */
  readonly args?: readonly string[];
  readonly env: readonly EnvVar[];
  /** The port that is called `http`, of pod and Service alike. */
  readonly port: number;
  /** Others, by their names. @default - it is the only one */
  readonly morePorts?: Readonly<Record<string, number>>;
  readonly probes: Probes;
  /** Number of the user and the group it runs as. */
  readonly user: number;
  /** File name -> content, found below {@link configPath}. A change restarts the pods. */
  readonly config: Readonly<Record<string, string>>;
  /** Mounted read-only: the keys are files, {@link secretFile}. */
  readonly credentials: readonly MountedSecret[];
  /** One pod's: the old pod ends before the new one starts. @default - nothing outlives a pod */
  readonly volume?: KeptFolder & { readonly path: string };
  /** A folder that goes with the pod, which ends when it takes more. @default - none */
  readonly scratch?: { readonly path: string; readonly size: string };
  /** Beside these: its content may change while the pods run, and restarts none. @default - none */
  readonly folders?: readonly MountedFolder[];
  /** ConfigMaps that a folder holds and that are read once, when a pod starts: name -> content. A change restarts the pods. @default - none */
  readonly readOnce?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What runs to its end, before it starts: arguments of the same image, or another one. @default - nothing */
  readonly before?: readonly string[] | { readonly image: string; readonly args?: readonly string[] };
  /** Of a stateful set: its pods find each other by their names, before they are ready too, at the Service {@link peersService}. @default - they don't */
  readonly hasPeers?: true;
  /** How long the pod may take to end. @default - 30, the API's own */
  readonly graceSeconds?: number;
  /** @default - none */
  readonly exceptions?: readonly PodException[];
  /** @default - that of the cluster's pods */
  readonly priorityClass?: string;
  /** @default - it recommends and does nothing, because nobody has said that the pods may be restarted */
  readonly autoscaling?: Autoscaling;
  /** Beside it in the pod, with what it mounts. Their resources stay as they are. @default - none */
  readonly sidecars?: readonly Sidecar[];
  /** Never two pods at a time: the old one ends before the new one starts. @default - only with a volume */
  readonly isAlone?: boolean;
  /** Its pods get the token of their service account, and may do at the API server what somebody gave that. @default - they have none */
  readonly callsApi?: boolean;
  /** Name of the Secret that its image is pulled with. @default - the registry asks nobody */
  readonly pullSecret?: string;
}

/** Another container of a pod, which sees the same files. */
export interface Sidecar extends Resources {
  readonly name: string;
  readonly image: string;
  /** @default - what the image starts with */
  readonly args?: readonly string[];
  /** @default - none */
  readonly env?: readonly EnvVar[];
}

/** A folder that all containers of a pod find at a path. */
export interface MountedFolder {
  /** Of the volume. */
  readonly name: string;
  readonly path: string;
  readonly source: Omit<Volume, "name">;
  /** Their containers may write to it. @default - read-only */
  readonly isWritten?: true;
}

export interface Probes {
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

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
  const { name, replicas, config, credentials, volume: kept, user, exceptions = [], sidecars = [], folders = [] } = props;
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
      initContainers: props.before && [{ name: `${name}-before`, ...preparing(props), securityContext, resources, volumeMounts }],
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
        ...sidecars.map((sidecar) => ({
          name: sidecar.name,
          image: sidecar.image,
          args: sidecar.args && [...sidecar.args],
          env: sidecar.env && [...sidecar.env],
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
          resources: containerResources(sidecar),
          volumeMounts,
        })),
      ],
      volumes: some(declared),
    },
  };
}

/** Another image gets none of the variables, some of which are secrets. */
function preparing({ before = [], image, env }: RestrictedWorkloadProps): Pick<Container, "image" | "args" | "env"> {
  if ("image" in before) return { image: before.image, args: before.args && [...before.args] };
  return { image, args: [...before], env: some([...env]) };
}

function podAnnotations({ name, config, exceptions = [], readOnce = {} }: RestrictedWorkloadProps): Record<string, string> | undefined {
  const annotations = {
    ...(hasFiles(config) && { [checksumAnnotation(name)]: checksum(config) }),
    ...Object.fromEntries(Object.entries(readOnce).map(([map, content]) => [checksumAnnotation(map), checksum(content)])),
    ...(exceptions.length > 0 && { [POD_SECURITY_REASON]: exceptions.map(({ because }) => because).join("; ") }),
  };
  return Object.keys(annotations).length > 0 ? annotations : undefined;
}
