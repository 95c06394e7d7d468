import type { Construct } from "constructs";
import { IntOrString, Service } from "../../lib/kubernetes/core";
import { VMAuth, VMCluster, VMSingle } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { allow, type Peer } from "../../lib/kubernetes/network-policy";
import { VM_PORTS, vmPods, vmWorkload } from "../../lib/metrics/vm-workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { agentPods, apiServer, dashboardPods, evaluatorPods, METRICS_NAME as NAME } from "../neighbours";
import { DEDUPLICATION } from "./deduplication";

/**
 * The metrics store, reached at `metrics_url` whatever the scale: one node by default; under
 * `scale: cluster` a replicated cluster behind a proxy that gives it the single node's paths.
 */
export function metricsStore(scope: Construct, site: Site): void {
  const address = inClusterService(site.urls.metrics_url);
  const { namespace } = address;
  const dnsNamespace = site.namespaces.orchestrator;
  const front = site.scale === "single" ? single(scope, site) : cluster(scope, site, dnsNamespace);

  new Service(scope, "address", {
    metadata: { name: address.name, namespace, labels: labelsOf(address.name, "metrics-store") },
    spec: {
      selector: vmPods(front.kind, NAME),
      ports: [{ name: "http", port: address.port, targetPort: IntOrString.fromNumber(front.port) }],
    },
  });
  allow(scope, {
    name: `${front.kind}-${NAME}`,
    namespace,
    pods: vmPods(front.kind, NAME),
    from: [agentPods(site, [front.port]), { pods: evaluatorPods, ports: [front.port] }, dashboardPods(site, [front.port])],
    to: front.to,
    dnsNamespace,
  });
}

interface Front {
  readonly kind: string;
  readonly port: number;
  readonly to: readonly Peer[];
}

/** Retention is a bare number: the operator's schema reads it as months and refuses `13M`. */
const retentionPeriod = (site: Site): string => String(site.metrics.retention_months);

function volume(site: Site) {
  return {
    accessModes: ["ReadWriteOnce"],
    storageClassName: site.storage_class,
    resources: { requests: { storage: site.metrics.volume } },
  };
}

function single(scope: Construct, site: Site): Front {
  new VMSingle(scope, "store", {
    metadata: { name: NAME, namespace: site.namespaces.monitoring, labels: labelsOf(NAME, "metrics-store") },
    spec: {
      ...vmWorkload({ cpu: { request: "500m", limit: "2" }, memory: "4Gi" }),
      port: String(VM_PORTS.vmsingle),
      retentionPeriod: retentionPeriod(site),
      storage: volume(site),
      removePvcAfterDelete: false,
    },
  });
  return { kind: "vmsingle", port: VM_PORTS.vmsingle, to: [] };
}

function cluster(scope: Construct, site: Site, dnsNamespace: string): Front {
  const namespace = site.namespaces.monitoring;
  const resources = vmWorkload({ cpu: { request: "500m", limit: "2" }, memory: "4Gi" });
  const small = vmWorkload({ cpu: { request: "200m", limit: "1" }, memory: "1Gi" });
  new VMCluster(scope, "store", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "metrics-store") },
    spec: {
      retentionPeriod: retentionPeriod(site),
      replicationFactor: 2,
      vmstorage: { ...resources, replicaCount: 3, storage: { volumeClaimTemplate: { spec: volume(site) } }, extraArgs: DEDUPLICATION },
      vmselect: { ...small, replicaCount: 2, extraArgs: DEDUPLICATION },
      vminsert: { ...small, replicaCount: 2 },
    },
  });

  const part = (kind: "vmselect" | "vminsert") => `http://${kind}-${NAME}.${namespace}.svc:${VM_PORTS[kind]}`;
  new VMAuth(scope, "front", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "metrics-store") },
    spec: {
      ...small,
      replicaCount: 2,
      port: String(VM_PORTS.vmauth),
      unauthorizedUserAccessSpec: {
        url_map: [
          { src_paths: ["/api/v1/write", "/api/v1/import.*"], url_prefix: [`${part("vminsert")}/insert/0/prometheus`] },
          { src_paths: ["/.*"], url_prefix: [`${part("vmselect")}/select/0/prometheus`] },
        ],
      },
    },
  });

  const pods = (kind: string, ports: readonly number[]): Peer => ({ pods: vmPods(kind, NAME), ports });
  allow(scope, {
    name: "vmstorage-belfry",
    namespace,
    pods: vmPods("vmstorage", NAME),
    from: [pods("vminsert", [8400]), pods("vmselect", [8401]), pods("vmagent", [VM_PORTS.vmstorage])],
    dnsNamespace,
  });
  for (const [kind, port] of [
    ["vminsert", 8400],
    ["vmselect", 8401],
  ] as const) {
    allow(scope, {
      name: `${kind}-${NAME}`,
      namespace,
      pods: vmPods(kind, NAME),
      from: [pods("vmauth", [VM_PORTS[kind]]), pods("vmagent", [VM_PORTS[kind]])],
      to: [pods("vmstorage", [port])],
      dnsNamespace,
    });
  }
  return {
    kind: "vmauth",
    port: VM_PORTS.vmauth,
    // the proxy's configuration reloader reads the Secret that the operator made
    to: [pods("vminsert", [VM_PORTS.vminsert]), pods("vmselect", [VM_PORTS.vmselect]), apiServer(site)],
  };
}
