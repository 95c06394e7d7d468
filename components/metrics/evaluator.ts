import type { Construct } from "constructs";
import { alertManagerAddress } from "../../lib/alerts/alert-manager-address";
import { toPrometheus } from "../../lib/duration";
import { VMAlert } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { EVALUATION_INTERVAL } from "../../lib/metrics/intervals";
import { argumentsAt } from "../../lib/metrics/ip-families";
import { operatorPod, reloaderResources, VM_PORTS } from "../../lib/metrics/operator";
import { operatorAutoscaler } from "../../lib/metrics/operator-autoscaler";
import type { Site } from "../../lib/site/schema";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { metricsSizes } from "./sizes";
import { NAME } from "./workloads";

/** The rule evaluator: every rule resource of the cluster, fired into the alert manager. */
export function ruleEvaluator(scope: Construct, site: Site): void {
  const namespace = site.namespaces.monitoring;
  const alertManager = alertManagerAddress(site);
  const store = { url: site.urls.metrics_url };
  operatorAutoscaler(scope, {
    kind: "vmalert",
    name: NAME,
    namespace,
    because: "it evaluates all rules of a group at once, and rests in between",
  });
  new VMAlert(scope, "evaluator", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "evaluator") },
    spec: {
      ...operatorPod({
        kind: "vmalert",
        name: NAME,
        resources: metricsSizes(site).evaluator,
        reloader: reloaderResources(site, "metrics"),
        priorityClass: alertPathPriority(site),
        replicas: site.scale === "cluster" ? 2 : 1,
      }),
      ...argumentsAt(site, "vmalert"),
      port: String(VM_PORTS.vmalert),
      selectAllByDefault: true,
      evaluationInterval: toPrometheus(EVALUATION_INTERVAL),
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
}
