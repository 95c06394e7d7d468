/**
 * The API server, asked as the pod's service account. Who that is, where the server is and whom it trusts is @kubernetes/client-node's to say;
 * its generated clients would be 2.5 MB of every script for a path or two.
 */
import { existsSync } from "node:fs";
import type { RequestOptions } from "node:https";
import type { HttpCall } from "../../../lib/service/http-call";
import { Refusal } from "./refusal";

export interface ApiServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** What each request brings. The token's file is read here: it is changed every hour. */
  credentials(): Promise<Pick<HttpCall, "agent"> & { readonly headers: Readonly<Record<string, string>> }>;
}

/** The one that a pod is told of, or that of KUBECONFIG where this runs elsewhere. */
export async function apiServer(): Promise<ApiServer> {
  const { KubeConfig } = await import("./kube-config");
  const config = new KubeConfig();
  const { KUBERNETES_SERVICE_HOST: host, KUBECONFIG: file } = process.env;
  if (host) {
    if (!process.env.KUBERNETES_SERVICE_PORT)
      throw new Refusal("KUBERNETES_SERVICE_HOST is set and KUBERNETES_SERVICE_PORT is not; set both");
    config.loadFromCluster();
  } else if (file && existsSync(file)) config.loadFromFile(file);
  else throw new Refusal("KUBERNETES_SERVICE_HOST is not set; run it in a pod with a service account, or set KUBECONFIG");
  const told = host ? "the service account of this pod" : "KUBECONFIG";
  const cluster = config.getCurrentCluster();
  if (!cluster?.server) throw new Refusal("KUBECONFIG names no cluster; set its current context");
  const { name, server } = cluster;
  if (isOnLoopback(server)) {
    // a proxy on this very machine, as kubectl's: no one overhears it
    config.loadFromClusterAndUser({ name, server, skipTLSVerify: true }, config.getCurrentUser() ?? { name });
  }
  return {
    url: server.replace(/\/$/, ""),
    credentials: async () => {
      const options: RequestOptions = {};
      await config.applyToHTTPSOptions(options).catch((error: Error) => {
        throw new Refusal(`${told} can't be used for ${server}: ${error.message}`);
      });
      // a token's file may end with a newline
      const own = Object.entries(options.headers ?? {}).map(([header, value]) => [header, String(value).trim()] as const);
      return {
        agent: typeof options.agent === "object" ? options.agent : undefined,
        headers: { accept: "application/json", ...Object.fromEntries(own) },
      };
    },
  };
}

/** Of `http://` alone: whatever is farther away is not sent a token that others can read. */
function isOnLoopback(server: string): boolean {
  if (!URL.canParse(server)) return false;
  const { protocol, hostname } = new URL(server);
  return protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
