import type { Construct } from "constructs";
import { Service } from "../../lib/kubernetes/core";
import { VMAuth, VMCluster, VMSingle } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { argumentsAt } from "../../lib/metrics/ip-families";
import { operatorPod, reloaderResources, VM_PORTS } from "../../lib/metrics/operator";
import { operatorAutoscaler } from "../../lib/metrics/operator-autoscaler";
import { portOf, type Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { DEDUPLICATION } from "./deduplication";
import { metricsSizes } from "./sizes";
import { NAME, partUrl } from "./workloads";

/**
 * The metrics store, reached at `metrics_url` whatever the scale: one node by default; under
 * `scale: cluster` a replicated cluster behind a proxy that gives it the single node's paths.
 */
export function metricsStore(scope: Construct, site: Site, front: Workload): void {
  if (site.scale === "single") single(scope, site);
  else cluster(scope, site);

  const { name, namespace, port } = inClusterService(site.urls.metrics_url);
  new Service(scope, "address", {
    metadata: { name, namespace, labels: labelsOf(name, "metrics-store") },
    spec: {
      selector: { ...front.pods },
      ports: [{ name: "http", port, targetPort: portOf(front, "http") }],
    },
  });
}

/** Under `scale: cluster`: where samples are, and on how many of them each is. */
export const STORAGE = { nodes: 3, copies: 2 } as const;

/** Retention is a bare number: the operator's schema reads it as months and refuses `13M`. */
const retentionPeriod = (site: Site): string => String(site.metrics.retention_months);

function volume(site: Site) {
  return {
    accessModes: ["ReadWriteOnce"],
    storageClassName: site.storage_class,
    resources: { requests: { storage: site.metrics.volume } },
  };
}

/** Why the autoscaler leaves the store's parts alone. */
const KEEPS = "a database: no rule is evaluated while it starts, and a query takes many times what it takes else";

function single(scope: Construct, site: Site): void {
  operatorAutoscaler(scope, { kind: "vmsingle", name: NAME, namespace: site.namespaces.monitoring, because: KEEPS });
  new VMSingle(scope, "store", {
    metadata: { name: NAME, namespace: site.namespaces.monitoring, labels: labelsOf(NAME, "metrics-store") },
    spec: {
      ...operatorPod({ kind: "vmsingle", name: NAME, resources: metricsSizes(site).store, priorityClass: alertPathPriority(site) }),
      ...argumentsAt(site, "vmsingle"),
      port: String(VM_PORTS.vmsingle),
      retentionPeriod: retentionPeriod(site),
      storage: volume(site),
      removePvcAfterDelete: false,
    },
  });
}

function cluster(scope: Construct, site: Site): void {
  const namespace = site.namespaces.monitoring;
  const { store, end, front } = metricsSizes(site);
  const each = { name: NAME, priorityClass: alertPathPriority(site) };
  for (const kind of ["vmstorage", "vmselect", "vminsert"] as const) {
    operatorAutoscaler(scope, { kind, name: NAME, namespace, because: KEEPS });
  }
  new VMCluster(scope, "store", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "metrics-store") },
    spec: {
      retentionPeriod: retentionPeriod(site),
      replicationFactor: STORAGE.copies,
      vmstorage: {
        ...operatorPod({ ...each, kind: "vmstorage", resources: store, replicas: STORAGE.nodes }),
        storage: { volumeClaimTemplate: { spec: volume(site) } },
        ...argumentsAt(site, "vmstorage", DEDUPLICATION),
      },
      vmselect: {
        ...operatorPod({ ...each, kind: "vmselect", resources: end, replicas: 2 }),
        ...argumentsAt(site, "vmselect", DEDUPLICATION),
      },
      vminsert: { ...operatorPod({ ...each, kind: "vminsert", resources: end, replicas: 2 }), ...argumentsAt(site, "vminsert") },
    },
  });

  operatorAutoscaler(scope, { kind: "vmauth", name: NAME, namespace, because: "it carries what the store's parts take in bursts" });
  new VMAuth(scope, "front", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "metrics-store") },
    spec: {
      ...operatorPod({ ...each, kind: "vmauth", resources: front, reloader: reloaderResources(site, "metrics"), replicas: 2 }),
      ...argumentsAt(site, "vmauth"),
      port: String(VM_PORTS.vmauth),
      unauthorizedUserAccessSpec: {
        url_map: [
          { src_paths: ["/api/v1/write", "/api/v1/import.*"], url_prefix: [`${partUrl(site, "vminsert")}/insert/0/prometheus`] },
          { src_paths: ["/.*"], url_prefix: [`${partUrl(site, "vmselect")}/select/0/prometheus`] },
        ],
      },
    },
  });
}
