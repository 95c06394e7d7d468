import type { Construct } from "constructs";
import { Logging } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { TEXT_KEY } from "../../lib/logs/text-key";
import { hasIPv6 } from "../../lib/metrics/ip-families";
import type { Site } from "../../lib/site/schema";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { AGGREGATOR_PORTS, CONFINED, IMAGES, NAME, shippingOf } from "./operator";
import { loggingSizes } from "./sizes";

/** The user of the image, and the group of the volume (logging-operator, FluentdSpec.SetDefaults). */
const USER = { runAsUser: 100, runAsGroup: 101, runAsNonRoot: true } as const;

/** Where the operator mounts the volume: all buffers are there. */
const BUFFERS = "/buffers";

/**
 * The aggregator (fluentd). Its state is on a volume: the buffers, and below `rootDir` the chunks that a receiver refused for good, which
 * would otherwise lie in the container and end with it. What an event raises an error with goes to `errorOutput`; by default it is thrown away.
 */
export function aggregator(scope: Construct, site: Site, { errorOutput }: { readonly errorOutput: string }): Logging {
  const { logging: controlNamespace } = site.namespaces;
  const { aggregator: resources, little } = loggingSizes(site);
  return new Logging(scope, "logging", {
    metadata: { name: NAME, labels: labelsOf(NAME, "log-aggregator") },
    spec: {
      controlNamespace,
      // the shipper is told the aggregator's whole name, which is looked up as it stands
      clusterDomain: `${site.cluster.dns_domain}.`,
      enableDockerParserCompatibilityForCRI: TEXT_KEY === "log",
      errorOutputRef: errorOutput,
      fluentd: {
        image: { ...IMAGES.fluentd, pullPolicy: "IfNotPresent" },
        configReloaderImage: { ...IMAGES.reloader, pullPolicy: "IfNotPresent" },
        resources,
        configReloaderResources: little,
        podPriorityClassName: alertPathPriority(site),
        security: {
          podSecurityContext: { ...USER, fsGroup: USER.runAsGroup, seccompProfile: { type: "RuntimeDefault" } },
          securityContext: { ...USER, ...CONFINED },
        },
        bufferStorageVolume: { pvc: { spec: volume(site), source: { claimName: "buffers" } } },
        rootDir: `${BUFFERS}/root`,
        metrics: { port: AGGREGATOR_PORTS["http-metrics"] },
        // one process reads and writes for all flows; a second pod shares the shippers under scale: cluster, each with a volume of its own
        workers: 1,
        scaling: { replicas: aggregatorReplicas(site) },
        ...(site.scale === "cluster" && { pdb: { minAvailable: 1 }, topologySpreadConstraints: [SPREAD] }),
        // the metrics alone follow `enabledIPv6`; the forward input listens where it is told
        ...(hasIPv6(site) && { enabledIPv6: true, forwardInputConfig: { port: String(AGGREGATOR_PORTS.forward), bind: "::" } }),
      },
    },
  });
}

export const aggregatorReplicas = ({ scale }: Pick<Site, "scale">): number => (scale === "cluster" ? 2 : 1);

const SPREAD = {
  maxSkew: 1,
  topologyKey: "kubernetes.io/hostname",
  whenUnsatisfiable: "ScheduleAnyway",
  labelSelector: { matchLabels: { "app.kubernetes.io/name": "fluentd", "app.kubernetes.io/component": "fluentd" } },
} as const;

function volume(site: Site) {
  return {
    accessModes: ["ReadWriteOnce"],
    storageClassName: site.storage_class,
    resources: { requests: { storage: shippingOf(site).aggregator_volume } },
  };
}
