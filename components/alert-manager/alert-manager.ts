import type { Construct } from "constructs";
import { alertManagerAddress } from "../../lib/alerts/alert-manager-address";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import type { Routing } from "../../lib/alerts/routing";
import { VMAlertmanager } from "../../lib/kubernetes/custom-resources";
import { argumentsAt } from "../../lib/metrics/ip-families";
import { operatorPod, reloaderResources } from "../../lib/metrics/operator";
import { operatorAutoscaler } from "../../lib/metrics/operator-autoscaler";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { pushProducts } from "./push/products";

/** The alert manager; its configuration holds file paths where a secret would stand. */
export function alertManager(scope: Construct, site: Site, routing: Routing): void {
  const { name, namespace, port, replicas, labels } = alertManagerAddress(site);
  const secrets = pushProducts(site).flatMap(({ credential }) => credential?.name ?? []);
  operatorAutoscaler(scope, {
    kind: "vmalertmanager",
    name,
    namespace,
    because: "it rests until a storm of alerts, which is when it must neither be restarted nor wait",
  });
  new VMAlertmanager(scope, "alert-manager", {
    metadata: { name, namespace, labels: { ...labels } },
    spec: {
      ...operatorPod({
        kind: "vmalertmanager",
        name,
        resources: bySize(site, "alerting", {
          default: { cpu: { request: "50m", limit: "200m" }, memory: "128Mi" },
          // 88 MiB with 3'000 alerts at once, which is when it must not end
          small: { cpu: { request: "20m", limit: "200m" }, memory: { request: "64Mi", limit: "128Mi" } },
        }),
        reloader: reloaderResources(site, "alerting"),
        priorityClass: alertPathPriority(site),
        replicas,
      }),
      ...argumentsAt(site, "vmalertmanager"),
      port: String(port),
      // inline and alone: `configSecret` beside it would win, and selected objects would get a namespace matcher
      configRawYaml: alertmanagerConfig(routing),
      selectAllByDefault: false,
      ...(secrets.length > 0 && { secrets }),
      retention: "120h",
      // silences and the notification log: without a volume every restart tells everything again
      storage: {
        volumeClaimTemplate: {
          spec: { accessModes: ["ReadWriteOnce"], storageClassName: site.storage_class, resources: { requests: { storage: "1Gi" } } },
        },
      },
    },
  });
}
