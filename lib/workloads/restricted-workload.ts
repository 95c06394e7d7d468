import { createHash } from "node:crypto";
import type { Construct } from "constructs";
import {
  ConfigMap,
  Deployment,
  type EnvVar,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  type Probe,
  Service,
  ServiceAccount,
} from "../kubernetes/core";
import type { Credential, SecretFile } from "../kubernetes/credential";
import { KEPT } from "../kubernetes/kept";
import { labelsOf, selectorOf } from "../kubernetes/labels";
import { POD_SECURITY_REASON } from "../kubernetes/namespace";
import { containerResources, type Resources } from "../kubernetes/resources";

/** A folder that outlives a pod. */
export interface KeptFolder {
  readonly size: string;
  readonly storageClass: string;
}

/** What a pod is let do beyond the restricted profile or with its own files, and why it has to. */
export type PodException = { readonly because: string } & (
  | { readonly capability: string }
  | { readonly runAsRoot: true }
  | { readonly writableRoot: true }
);

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
  /** The one port, of pod and Service alike. */
  readonly port: number;
  readonly probes: Probes;
  /** Number of the user and the group it runs as. */
  readonly user: number;
  /** File name -> content, found below {@link configPath}. A change restarts the pods. */
  readonly config: Readonly<Record<string, string>>;
  /** Mounted read-only: the keys are files, {@link secretFile}. */
  readonly credentials: readonly Credential[];
  /** One pod's: the old pod ends before the new one starts. @default - nothing outlives a pod */
  readonly volume?: KeptFolder & { readonly path: string };
  /** How long the pod may take to end. @default - 30, the API's own */
  readonly graceSeconds?: number;
  /** @default - none */
  readonly exceptions?: readonly PodException[];
  /** @default - that of the cluster's pods */
  readonly priorityClass?: string;
  /** Name of the Secret that its image is pulled with. @default - the registry asks nobody */
  readonly pullSecret?: string;
}

export interface Probes {
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

const SECRETS = "/run/secrets";

/** A key of a credential as a file in a workload that mounts it. */
export function secretFile(credential: Credential, key: string): SecretFile {
  return { credential, key, path: `${SECRETS}/${credential.name}/${key}` };
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
 * configuration with its checksum.
 */
export function restrictedWorkload(scope: Construct, props: RestrictedWorkloadProps): Deployment {
  const { name, namespace, replicas, port, config, volume } = props;
  const labels = labelsOf(name, props.role);
  const selector = selectorOf(name);
  const metadata = { name, namespace, labels };

  new ServiceAccount(scope, "account", { metadata, automountServiceAccountToken: false });
  new Service(scope, "service", {
    metadata,
    spec: { selector, ports: [{ name: "http", port, targetPort: "http" }] },
  });
  if (hasFiles(config)) new ConfigMap(scope, "config", { metadata, data: { ...config } });
  if (volume) {
    new PersistentVolumeClaim(scope, "volume", {
      // a claim takes its data along
      metadata: { ...metadata, annotations: { ...KEPT } },
      spec: {
        accessModes: ["ReadWriteOnce"],
        storageClassName: volume.storageClass,
        resources: { requests: { storage: volume.size } },
      },
    });
  }
  if (replicas > 1) {
    new PodDisruptionBudget(scope, "budget", {
      metadata,
      spec: { maxUnavailable: 1, selector: { matchLabels: selector } },
    });
  }
  return new Deployment(scope, "deployment", { metadata, spec: deploymentSpec(props, labels, selector) });
}

function hasFiles(config: RestrictedWorkloadProps["config"]): boolean {
  return Object.keys(config).length > 0;
}

/** An empty list is an absent field. */
const some = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined);

function deploymentSpec(props: RestrictedWorkloadProps, labels: Record<string, string>, selector: Record<string, string>) {
  const { name, replicas, config, credentials, volume: kept, user, exceptions = [] } = props;
  const asRoot = exceptions.some((one) => "runAsRoot" in one);
  const owner = asRoot ? 0 : user;
  const { requests, limits } = containerResources(props);
  const volumes = [
    ...(hasFiles(config) ? [{ volume: { name: "config", configMap: { name } }, path: configPath(name), readOnly: true }] : []),
    ...credentials.map((credential) => ({
      // no subPath: a rotated secret then reaches the running pod
      volume: { name: credential.name, secret: { secretName: credential.name } },
      path: `${SECRETS}/${credential.name}`,
      readOnly: true,
    })),
    ...(kept ? [{ volume: { name: "data", persistentVolumeClaim: { claimName: name } }, path: kept.path, readOnly: undefined }] : []),
  ];
  return {
    replicas,
    selector: { matchLabels: selector },
    strategy: kept ? { type: "Recreate" } : { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    template: {
      metadata: { labels, annotations: podAnnotations(props) },
      spec: {
        serviceAccountName: name,
        automountServiceAccountToken: false,
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
                  labelSelector: { matchLabels: selector },
                },
              ]
            : undefined,
        containers: [
          {
            name,
            image: props.image,
            args: props.args && [...props.args],
            env: [...props.env],
            ports: [{ name: "http", containerPort: props.port }],
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: !exceptions.some((one) => "writableRoot" in one),
              capabilities: { drop: ["ALL"], add: some(exceptions.flatMap((one) => ("capability" in one ? [one.capability] : []))) },
            },
            resources: { requests: { ...requests }, limits: { ...limits } },
            ...props.probes,
            volumeMounts: some(volumes.map(({ volume, path, readOnly }) => ({ name: volume.name, mountPath: path, readOnly }))),
          },
        ],
        volumes: some(volumes.map(({ volume }) => volume)),
      },
    },
  };
}

function podAnnotations({ name, config, exceptions = [] }: RestrictedWorkloadProps): Record<string, string> | undefined {
  const annotations = {
    ...(hasFiles(config) && { [checksumAnnotation(name)]: checksum(config) }),
    ...(exceptions.length > 0 && { [POD_SECURITY_REASON]: exceptions.map(({ because }) => because).join("; ") }),
  };
  return Object.keys(annotations).length > 0 ? annotations : undefined;
}

/** The pod annotation that changes with a ConfigMap's content, so that a change restarts what reads it. */
export function checksumAnnotation(configMap: string): string {
  return `checksum/${configMap}`;
}

/** Independent of key order. */
export function checksum(data: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}
