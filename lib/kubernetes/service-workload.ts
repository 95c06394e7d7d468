import { createHash } from "node:crypto";
import { Construct } from "constructs";
import { ConfigMap, Deployment, IntOrString, PersistentVolumeClaim, PodDisruptionBudget, Quantity, Service, ServiceAccount } from "./core";
import type { Credential, SecretFile } from "./credential";
import { labelsOf, selectorOf } from "./labels";

export interface ServiceWorkloadProps {
  readonly name: string;
  readonly namespace: string;
  /** Image reference by content. */
  readonly image: string;
  /** The one port: the service's interface, probes and metrics. */
  readonly port: number;
  readonly replicas: number;
  readonly env: Readonly<Record<string, string>>;
  /** File name -> content, mounted read-only at {@link configPath}. @default - no configuration file */
  readonly config?: Readonly<Record<string, string>>;
  /** Credentials of the workload's namespace, mounted read-only at {@link serviceSecretFile}. @default - none */
  readonly credentials?: readonly Credential[];
  /** What outlives a pod. It is one pod's: the old pod ends before the new one starts. @default - nothing is kept */
  readonly volume?: ServiceVolume;
  /** Memory, request and limit alike: the services are small and steady. */
  readonly memory: string;
  readonly cpu: { readonly request: string; readonly limit: string };
  /** How long a shutdown may take to finish what was accepted. */
  readonly shutdownSeconds: number;
}

export interface ServiceVolume {
  readonly size: string;
  /** Where it is mounted, for the service to write. */
  readonly path: string;
  readonly storageClass: string;
}

const SECRETS = "/run/secrets";

/** The user and the group of the images. */
const USER = 65532;

/** A key of a credential as a file in a workload that mounts it. */
export function serviceSecretFile(credential: Credential, key: string): SecretFile {
  return { credential, key, path: `${SECRETS}/${credential.name}/${key}` };
}

/** An empty list is an absent field. */
const some = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined);

/** Where a workload finds its configuration files. */
export function configPath(name: string): string {
  return `/etc/${name}`;
}

/**
 * One of our own small services with everything it needs to run here: account without a token,
 * restricted pod, Service, disruption budget, configuration with its checksum.
 */
export class ServiceWorkload extends Construct {
  constructor(scope: Construct, props: ServiceWorkloadProps) {
    super(scope, props.name);
    const { name, namespace, volume } = props;
    if (volume && props.replicas > 1) {
      throw new Error(`service "${name}" has ${props.replicas} replicas and a volume that one pod can hold; use one replica, or no volume`);
    }
    const labels = labelsOf(name, "service");
    const selector = selectorOf(name);
    const metadata = { name, namespace, labels };

    new ServiceAccount(this, "account", { metadata, automountServiceAccountToken: false });
    new Service(this, "service", {
      metadata,
      spec: { selector, ports: [{ name: "http", port: props.port, targetPort: IntOrString.fromString("http") }] },
    });
    if (props.config) new ConfigMap(this, "config", { metadata, data: { ...props.config } });
    if (volume) {
      new PersistentVolumeClaim(this, "volume", {
        // a claim that is pruned takes its data along: never as a side effect of a sync
        metadata: { ...metadata, annotations: { "argocd.argoproj.io/sync-options": "Prune=false" } },
        spec: {
          accessModes: ["ReadWriteOnce"],
          storageClassName: volume.storageClass,
          resources: { requests: { storage: Quantity.fromString(volume.size) } },
        },
      });
    }
    if (props.replicas > 1) {
      new PodDisruptionBudget(this, "budget", {
        metadata,
        spec: { maxUnavailable: IntOrString.fromNumber(1), selector: { matchLabels: selector } },
      });
    }
    new Deployment(this, "deployment", { metadata, spec: deploymentSpec(props, labels, selector) });
  }
}

function deploymentSpec(props: ServiceWorkloadProps, labels: Record<string, string>, selector: Record<string, string>) {
  const { name, config, credentials = [], volume: kept } = props;
  const volumes = [
    ...(config ? [{ volume: { name: "config", configMap: { name } }, path: configPath(name), readOnly: true }] : []),
    ...credentials.map((credential) => ({
      // no subPath: a rotated secret then reaches the running pod
      volume: { name: credential.name, secret: { secretName: credential.name } },
      path: `${SECRETS}/${credential.name}`,
      readOnly: true,
    })),
    ...(kept ? [{ volume: { name: "data", persistentVolumeClaim: { claimName: name } }, path: kept.path, readOnly: undefined }] : []),
  ];
  return {
    replicas: props.replicas,
    selector: { matchLabels: selector },
    strategy: kept
      ? { type: "Recreate" }
      : { rollingUpdate: { maxUnavailable: IntOrString.fromNumber(0), maxSurge: IntOrString.fromNumber(1) } },
    template: {
      metadata: { labels, annotations: config && { [checksumAnnotation(name)]: checksum(config) } },
      spec: {
        serviceAccountName: name,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: props.shutdownSeconds + 5,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: USER,
          runAsGroup: USER,
          // a fresh volume belongs to root
          ...(kept ? { fsGroup: USER, fsGroupChangePolicy: "OnRootMismatch" } : {}),
          seccompProfile: { type: "RuntimeDefault" },
        },
        topologySpreadConstraints:
          props.replicas > 1
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
            env: Object.entries(props.env).map(([variable, value]) => ({ name: variable, value })),
            ports: [{ name: "http", containerPort: props.port }],
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ["ALL"] },
            },
            resources: {
              requests: { cpu: Quantity.fromString(props.cpu.request), memory: Quantity.fromString(props.memory) },
              limits: { cpu: Quantity.fromString(props.cpu.limit), memory: Quantity.fromString(props.memory) },
            },
            startupProbe: { httpGet: { path: "/healthz", port: IntOrString.fromString("http") }, periodSeconds: 1, failureThreshold: 30 },
            livenessProbe: { httpGet: { path: "/healthz", port: IntOrString.fromString("http") }, periodSeconds: 10, failureThreshold: 3 },
            readinessProbe: { httpGet: { path: "/readyz", port: IntOrString.fromString("http") }, periodSeconds: 5, failureThreshold: 2 },
            volumeMounts: some(volumes.map(({ volume, path, readOnly }) => ({ name: volume.name, mountPath: path, readOnly }))),
          },
        ],
        volumes: some(volumes.map(({ volume }) => volume)),
      },
    },
  };
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
