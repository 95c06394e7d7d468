/** kube-state-metrics beside a real API server, with the resources that its chart gives it. */
import { startApiServer } from "../api-server";
import { freePort, startProcess, waitUntil } from "../engine";
import { fillCluster } from "./cluster-objects";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

/** One of each kind. */
const LISTED = [
  "kube_cronjob_spec_suspend",
  "kube_daemonset_status_number_ready",
  "kube_deployment_spec_replicas",
  "kube_horizontalpodautoscaler_spec_max_replicas",
  "kube_job_owner",
  "kube_namespace_status_phase",
  "kube_node_info",
  "kube_persistentvolume_capacity_bytes",
  "kube_persistentvolumeclaim_info",
  "kube_pod_deletion_timestamp",
  "kube_poddisruptionbudget_status_desired_healthy",
  "kube_replicaset_owner",
  "kube_resourcequota",
  "kube_statefulset_replicas",
];

export const kubeStateMetrics: RealExporter = {
  scrape: "kube-state-metrics",
  start: async () => {
    const server = await startApiServer();
    await fillCluster(server);
    const [port, telemetry] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const exporter = await startProcess(
      "kube-state-metrics",
      [
        `--kubeconfig=${server.kubeconfigFile}`,
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
    return { port, stop: stopAll(server, exporter) };
  },
};
