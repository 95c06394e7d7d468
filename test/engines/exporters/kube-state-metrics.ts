/** kube-state-metrics beside a real API server, with the resources that its chart gives it. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { AUTOSCALER_STATES } from "../../../components/exporters/custom-resource-states";
import { freePort } from "../../free-port";
import { type ApiServer, startApiServer } from "../api-server";
import { startProcess, temporaryFolder, waitUntil } from "../engine";
import { applyAutoscaler, recommend, registerAutoscalers } from "./autoscaler-objects";
import { fillCluster } from "./cluster-objects";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

/** One of each kind. */
const LISTED = [
  "kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_target",
  "kube_cronjob_spec_suspend",
  "kube_daemonset_status_number_ready",
  "kube_deployment_spec_replicas",
  "kube_horizontalpodautoscaler_spec_max_replicas",
  "kube_job_owner",
  "kube_namespace_status_phase",
  "kube_networkpolicy_created",
  "kube_node_info",
  "kube_persistentvolume_capacity_bytes",
  "kube_persistentvolumeclaim_info",
  "kube_pod_deletion_timestamp",
  "kube_poddisruptionbudget_status_desired_healthy",
  "kube_replicaset_owner",
  "kube_resourcequota",
  "kube_statefulset_replicas",
];

/** Either of its ports is a scrape. */
const started = (asked: "objects" | "itself") => async () => {
  const server = await startApiServer();
  await fillCluster(server);
  await fillAutoscalers(server);
  const states = join(temporaryFolder(), "states.yaml");
  writeFileSync(states, stringify(AUTOSCALER_STATES));
  const [port, telemetry] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const exporter = await startProcess(
    "kube-state-metrics",
    [
      `--kubeconfig=${server.kubeconfigFile}`,
      `--custom-resource-state-config-file=${states}`,
      "--host=127.0.0.1",
      `--port=${port}`,
      "--telemetry-host=127.0.0.1",
      `--telemetry-port=${telemetry}`,
    ],
    { ready: `${url}/healthz` },
  );
  // it lists each kind by itself
  await waitUntil(
    async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return LISTED.every((name) => text.includes(`\n${name}{`));
    },
    () => "kube-state-metrics has not seen an object of every kind",
  );
  return { port: asked === "objects" ? port : telemetry, stop: stopAll(server, exporter) };
};

export const kubeStateMetrics: RealExporter = { scrape: "kube-state-metrics", start: started("objects") };
export const kubeStateMetricsItself: RealExporter = { scrape: "kube-state-metrics-telemetry", start: started("itself") };

/** One with a recommendation, and one whose target says no group. */
async function fillAutoscalers(server: ApiServer): Promise<void> {
  await registerAutoscalers(server);
  const amounts = { cpu: "100m", memory: "64Mi" };
  for (const [name, targetRef] of [
    ["web", { apiVersion: "apps/v1", kind: "Deployment", name: "web" }],
    ["db", { kind: "StatefulSet", name: "db" }],
  ] as const) {
    await applyAutoscaler(server, {
      apiVersion: "autoscaling.k8s.io/v1",
      kind: "VerticalPodAutoscaler",
      metadata: { name, namespace: "work" },
      ...{ spec: { targetRef, updatePolicy: { updateMode: "Off" } } },
    });
    const all = { target: amounts, lowerBound: amounts, upperBound: amounts };
    await recommend(server, { namespace: "work", name }, { RecommendationProvided: "True" }, [{ containerName: "a", ...all }]);
  }
}
