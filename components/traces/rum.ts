import type { Credential } from "../../lib/kubernetes/credential";
import type { Connection } from "../../lib/network/connection";
import type { Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { secretFile } from "../../lib/workloads/restricted-workload";

const KEY = "token";

/** What a page shows with each request. Whoever opens the page can read it: it keeps out who never did. */
export function browserToken({ namespaces }: Pick<Site, "namespaces">): Credential {
  return {
    name: "rum",
    namespace: namespaces.logging,
    keys: {
      [KEY]: {
        key: "rum",
        property: "token",
        holds:
          "a token of your making that pages show when they send what browsers measured: letters and digits, known to whoever opens a page",
      },
    },
  };
}

export const browserTokenFile = (site: Pick<Site, "namespaces">): string => secretFile(browserToken(site), KEY).path;

/** What leads browsers in: the pods of the ingress controller. */
export function browserConnections({ rum }: Pick<Site, "rum">, collector: Workload): Connection[] {
  const { browsers } = collector.ports;
  if (rum === undefined || browsers === undefined) return [];
  const ingress: Workload = { name: "ingress", namespace: rum.ingress_namespace, pods: {}, ports: {}, elsewhere: "what leads browsers in" };
  return [{ from: ingress, to: collector, ports: [browsers] }];
}
