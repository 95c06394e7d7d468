import { createHash } from "node:crypto";
import { Construct } from "constructs";
import { SERVICE_METADATA } from "../gitops/manifest";
import { IMAGE_USER } from "../images/base";
import { imageReference } from "../images/image";
import {
  ConfigMap,
  Deployment,
  IntOrString,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Quantity,
  Service,
  ServiceAccount,
} from "../kubernetes/core";
import type { Credential, SecretFile } from "../kubernetes/credential";
import { labelsOf, selectorOf } from "../kubernetes/labels";
import { HEALTH_PATH, READINESS_PATH, type ServiceDeclaration } from "../service/declaration";
import type { Variables } from "../service/environment";
import type { Site } from "../site/schema";
import { type ServicePod, type ServiceValues, servicePod } from "./service-values";

export interface ServiceWorkloadProps<V extends Variables> {
  readonly service: ServiceDeclaration<V>;
  /** Of every object: what others call the service by. */
  readonly name: string;
  readonly namespace: string;
  /** The one port: the service's interface, probes and metrics. */
  readonly port: number;
  readonly replicas: number;
  /**
   * The declared variables: credentials are mounted read-only at {@link serviceSecretFile}, files made from the site at
   * {@link configPath}. A kept folder is one pod's: the old pod ends before the new one starts.
   */
  readonly values: ServiceValues<NoInfer<V>>;
  readonly site: Site;
  /** Memory, request and limit alike: the services are small and steady. */
  readonly memory: string;
  readonly cpu: { readonly request: string; readonly limit: string };
}

const SECRETS = "/run/secrets";

/** What a pod gets beyond the longest shutdown: to be signalled, and to leave. */
const SPARE_SECONDS = 5;

/** A key of a credential as a file in a workload that mounts it. */
export function serviceSecretFile(credential: Credential, key: string): SecretFile {
  return { credential, key, path: `${SECRETS}/${credential.name}/${key}` };
}

/** How long the pod may take to end; then it is killed. */
export function gracePeriodSeconds({ shutdownSeconds }: ServiceDeclaration): number {
  return shutdownSeconds + SPARE_SECONDS;
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
export class ServiceWorkload<V extends Variables> extends Construct {
  constructor(scope: Construct, props: ServiceWorkloadProps<V>) {
    super(scope, props.name);
    const { name, namespace, service, values, port, site } = props;
    const paths = { config: configPath(name), secret: ({ credential, key }: SecretFile) => serviceSecretFile(credential, key).path };
    const pod = servicePod(service, { values, port, site, paths });
    const { config, volume } = pod;
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
    if (hasFiles(config)) new ConfigMap(this, "config", { metadata, data: { ...config } });
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
    const deployment = new Deployment(this, "deployment", { metadata, spec: deploymentSpec(props, pod, labels, selector) });
    deployment.node.addMetadata(SERVICE_METADATA, service);
  }
}

function hasFiles(config: ServicePod["config"]): boolean {
  return Object.keys(config).length > 0;
}

function deploymentSpec<V extends Variables>(
  props: ServiceWorkloadProps<V>,
  { env, config, credentials, volume: kept }: ServicePod,
  labels: Record<string, string>,
  selector: Record<string, string>,
) {
  const { name } = props;
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
    replicas: props.replicas,
    selector: { matchLabels: selector },
    strategy: kept
      ? { type: "Recreate" }
      : { rollingUpdate: { maxUnavailable: IntOrString.fromNumber(0), maxSurge: IntOrString.fromNumber(1) } },
    template: {
      metadata: { labels, annotations: hasFiles(config) ? { [checksumAnnotation(name)]: checksum(config) } : undefined },
      spec: {
        serviceAccountName: name,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: gracePeriodSeconds(props.service),
        securityContext: {
          runAsNonRoot: true,
          runAsUser: IMAGE_USER,
          runAsGroup: IMAGE_USER,
          // a fresh volume belongs to root
          ...(kept ? { fsGroup: IMAGE_USER, fsGroupChangePolicy: "OnRootMismatch" } : {}),
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
            image: imageReference(props.site.image_registry, props.service),
            env: [...env],
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
            startupProbe: { httpGet: { path: HEALTH_PATH, port: IntOrString.fromString("http") }, periodSeconds: 1, failureThreshold: 30 },
            livenessProbe: { httpGet: { path: HEALTH_PATH, port: IntOrString.fromString("http") }, periodSeconds: 10, failureThreshold: 3 },
            readinessProbe: {
              httpGet: { path: READINESS_PATH, port: IntOrString.fromString("http") },
              periodSeconds: 5,
              failureThreshold: 2,
            },
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
