/** The scheduler and the controllers of Kubernetes beside a real API server, with objects that give them work. */

import { freePort } from "../../free-port";
import { type ApiServer, startApiServer } from "../api-server";
import { type EngineName, startProcess, temporaryFolder, waitUntil } from "../engine";
import { fillCluster } from "./cluster-objects";
import { plainFront } from "./plain-front";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

type Component = "kube-scheduler" | "kube-controller-manager";

function component(name: Component, args: readonly string[], hasWorked: RegExp): RealExporter {
  return {
    scrape: name,
    start: async () => {
      const server = await startApiServer();
      await fillCluster(server);
      const running = await startComponent(server, name, args);
      const front = await plainFront({ port: running.port, token: server.token });
      const metrics = async () => (await fetch(`http://127.0.0.1:${front.port}/metrics`)).text();
      await waitUntil(
        async () => hasWorked.test(await metrics()),
        () => `${name} has done nothing`,
        90_000,
      );
      return { port: front.port, stop: stopAll(server, running, front) };
    },
  };
}

async function startComponent({ kubeconfigFile }: ApiServer, name: EngineName & Component, args: readonly string[]) {
  const port = await freePort();
  const running = await startProcess(
    name,
    [
      `--kubeconfig=${kubeconfigFile}`,
      `--authentication-kubeconfig=${kubeconfigFile}`,
      `--authorization-kubeconfig=${kubeconfigFile}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--cert-dir=${temporaryFolder()}`,
      ...args,
    ],
    { ready: /Serving securely|successfully acquired lease/i },
  );
  return { ...running, port };
}

export const kubeScheduler = component("kube-scheduler", [], /scheduler_schedule_attempts_total\{[^}]*result="scheduled"/);

export const kubeControllerManager = component(
  "kube-controller-manager",
  // a node that nobody reports for is found out at once
  ["--node-monitor-grace-period=5s", "--node-monitor-period=1s"],
  /node_collector_unhealthy_nodes_in_zone\S* [1-9]/,
);
