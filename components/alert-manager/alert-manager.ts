import type { Construct } from "constructs";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import type { Routing } from "../../lib/alerts/routing";
import { VMAlertmanager } from "../../lib/kubernetes/custom-resources";
import { allow } from "../../lib/kubernetes/network-policy";
import { vmWorkload } from "../../lib/metrics/vm-workload";
import type { Site } from "../../lib/site/schema";
import { agentPods, alertManagerAddress, apiServer, evaluatorPods, INTERNET, servicePods } from "../neighbours";
import { pushCredential } from "./receivers";

/** Gossip between replicas (Alertmanager, --cluster.listen-address). */
const GOSSIP_PORT = 9094;

/** The alert manager; its configuration holds file paths where a secret would stand. */
export function alertManager(scope: Construct, site: Site, routing: Routing): void {
  const { name, namespace, port, pods, replicas, labels } = alertManagerAddress(site);
  new VMAlertmanager(scope, "alert-manager", {
    metadata: { name, namespace, labels: { ...labels } },
    spec: {
      ...vmWorkload({ cpu: { request: "50m", limit: "200m" }, memory: "128Mi" }),
      replicaCount: replicas,
      port: String(port),
      // inline and alone: `configSecret` beside it would win, and selected objects would get a namespace matcher
      configRawYaml: alertmanagerConfig(routing),
      selectAllByDefault: false,
      secrets: [pushCredential(site).name],
      retention: "120h",
      // silences and the notification log: without a volume every restart tells everything again
      storage: {
        volumeClaimTemplate: {
          spec: { accessModes: ["ReadWriteOnce"], storageClassName: site.storage_class, resources: { requests: { storage: "1Gi" } } },
        },
      },
    },
  });
  allow(scope, {
    name: `vmalertmanager-${name}`,
    namespace,
    pods,
    from: [
      { pods: evaluatorPods, ports: [port] },
      { ...servicePods(site.urls.relay_url), ports: [port] },
      // the status-page adapter reads what fires after a restart
      { ...servicePods(site.urls.status_page_url), ports: [port] },
      agentPods(site, [port]),
      { pods, ports: [GOSSIP_PORT], alsoUdp: true },
    ],
    to: [
      { pods, ports: [GOSSIP_PORT], alsoUdp: true },
      servicePods(site.urls.status_page_url),
      servicePods(site.urls.dead_man_url),
      // the operator's configuration reloader reads the Secret it made before the alert manager starts
      apiServer(site),
      // the push service
      INTERNET,
    ],
    dnsNamespace: site.namespaces.orchestrator,
  });
}
