import { Construct } from "constructs";
import type { Autoscaling } from "../autoscaling/autoscaling";
import { SERVICE_METADATA } from "../gitops/manifest";
import { IMAGE_USER } from "../images/base";
import { imageReference } from "../images/tag";
import type { SecretFile } from "../kubernetes/credential";
import type { Resources } from "../kubernetes/resources";
import { HEALTH_PATH, READINESS_PATH, type ServiceDeclaration } from "../service/declaration";
import type { Variables } from "../service/environment";
import type { Site } from "../site/schema";
import { pullSecret } from "./image-pull";
import { configPath, probesOf, restrictedWorkload, secretFile } from "./restricted-workload";
import { type ServiceValues, servicePod } from "./service-values";

export interface ServiceWorkloadProps<V extends Variables> extends Resources {
  readonly service: ServiceDeclaration<V>;
  /** Of every object: what others call the service by. */
  readonly name: string;
  readonly namespace: string;
  /** The one port: the service's interface, probes and metrics. */
  readonly port: number;
  readonly replicas: number;
  /**
   * The declared variables: credentials are mounted read-only at {@link secretFile}, files made from the site at
   * {@link configPath}. A kept folder is one pod's: the old pod ends before the new one starts.
   */
  readonly values: ServiceValues<NoInfer<V>>;
  /** Never two pods at a time. @default - only with a kept folder */
  readonly isAlone?: boolean;
  /** Its pods get the token of the service account of its name. @default false */
  readonly callsApi?: boolean;
  /** @default - that of the cluster's pods */
  readonly priorityClass?: string;
  /** @default - it recommends and does nothing, because nobody has said that the pods may be restarted */
  readonly autoscaling?: Autoscaling;
  readonly site: Site;
}

/** What a pod gets beyond the longest shutdown: to be signalled, and to leave. */
const SPARE_SECONDS = 5;

/** How long the pod may take to end; then it is killed. */
export function gracePeriodSeconds({ shutdownSeconds }: ServiceDeclaration): number {
  return shutdownSeconds + SPARE_SECONDS;
}

/** One of our own small services with everything it needs to run here. */
export class ServiceWorkload<V extends Variables> extends Construct {
  constructor(scope: Construct, props: ServiceWorkloadProps<V>) {
    super(scope, props.name);
    const { name, namespace, service, values, port, site, replicas, cpu, memory, priorityClass, autoscaling, isAlone, callsApi } = props;
    const paths = { config: configPath(name), secret: ({ credential, key }: SecretFile) => secretFile(credential, key).path };
    const pod = servicePod(service, { values, port, site, paths });
    if (pod.volume && replicas > 1) {
      throw new Error(`service "${name}" has ${replicas} replicas and a volume that one pod can hold; use one replica, or no volume`);
    }
    const get = (path: string) => ({ httpGet: { path, port: "http" } });
    const deployment = restrictedWorkload(this, {
      ...pod,
      name,
      namespace,
      role: "service",
      replicas,
      port,
      cpu,
      memory,
      priorityClass,
      autoscaling,
      isAlone,
      callsApi,
      pullSecret: pullSecret(site),
      image: imageReference(site, service),
      user: IMAGE_USER,
      probes: probesOf(get(HEALTH_PATH), get(READINESS_PATH)),
      graceSeconds: gracePeriodSeconds(service),
    });
    deployment.node.addMetadata(SERVICE_METADATA, service);
  }
}
