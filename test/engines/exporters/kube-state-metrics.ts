/** kube-state-metrics beside a real API server, with the resources that its chart gives it. */
import { startApiServer } from "../api-server";
import { freePort, startProcess, waitUntil } from "../engine";
import { fillCluster } from "./cluster-objects";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

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
        return ['pod="leaving"', 'resourcequota="quota"', 'job_name="running"', 'node="a"'].every((one) => text.includes(one));
      },
      () => "kube-state-metrics has not seen all objects",
    );
    return { port, stop: stopAll(server, exporter) };
  },
};
