import type { Construct } from "constructs";
import { VMAlert } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { allow } from "../../lib/kubernetes/network-policy";
import { VM_PORTS, vmPods, vmWorkload } from "../../lib/metrics/vm-workload";
import type { Site } from "../../lib/site/schema";
import { agentPods, alertManagerAddress, apiServer, METRICS_NAME as NAME } from "../neighbours";

/** The rule evaluator: every rule resource of the cluster, fired into the alert manager. */
export function ruleEvaluator(scope: Construct, site: Site): void {
  const { monitoring: namespace, orchestrator } = site.namespaces;
  const alertManager = alertManagerAddress(site);
  const store = { url: site.urls.metrics_url };
  new VMAlert(scope, "evaluator", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "evaluator") },
    spec: {
      ...vmWorkload({ cpu: { request: "100m", limit: "500m" }, memory: "256Mi" }),
      replicaCount: site.scale === "cluster" ? 2 : 1,
      port: String(VM_PORTS.vmalert),
      selectAllByDefault: true,
      evaluationInterval: "30s",
      datasource: store,
      remoteWrite: store,
      // restores how long a condition has held, so that a restart does not start every `for` anew
      remoteRead: store,
      // several alert managers do not tell each other of alerts: each must be told
      notifiers:
        site.scale === "cluster"
          ? [{ selector: { namespaceSelector: { matchNames: [namespace] }, labelSelector: { matchLabels: { ...alertManager.labels } } } }]
          : [{ url: site.urls.alertmanager_url }],
    },
  });
  allow(scope, {
    name: `vmalert-${NAME}`,
    namespace,
    pods: vmPods("vmalert", NAME),
    from: [agentPods(site, [VM_PORTS.vmalert])],
    to: [
      { pods: vmPods(site.scale === "single" ? "vmsingle" : "vmauth", NAME), ports: [] },
      { pods: alertManager.pods, ports: [alertManager.port] },
      // the operator's configuration reloader reads the rules it made
      apiServer(site),
    ],
    dnsNamespace: orchestrator,
  });
}
