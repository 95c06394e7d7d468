/** The collectors of a program that itself would need a cluster, told of a few objects by a main of ours beside this file. */
import { freePort } from "../../free-port";
import { type EngineName, type StartOptions, startProcess } from "../engine";
import type { RealExporter, RunningExporter } from "./real-exporter";

type Collected = Extract<EngineName, `${string}-collectors`>;

export async function startCollectors(
  name: Collected,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: StartOptions["env"] } = {},
): Promise<RunningExporter> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const { stop } = await startProcess(name, [address, ...args], { ready: `http://${address}/metrics`, env });
  return { port, stop };
}

export const certManager: RealExporter = { scrape: "cert-manager", start: () => startCollectors("cert-manager-collectors") };

export const externalSecrets: RealExporter = { scrape: "external-secrets", start: () => startCollectors("external-secrets-collectors") };

/** Its application controller, its API server and its repository server answer as one. */
export const argocd: RealExporter = { scrape: "argocd", start: () => startCollectors("argocd-collectors") };

export const ingressNginx: RealExporter = {
  scrape: "ingress-nginx",
  start: () =>
    startCollectors("ingress-nginx-collectors", { env: { POD_NAME: "ingress-nginx-controller-0", POD_NAMESPACE: "ingress-nginx" } }),
};

export const trivy: RealExporter = { scrape: "trivy", start: () => startCollectors("trivy-collectors") };
