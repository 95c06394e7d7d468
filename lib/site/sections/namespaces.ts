import type { Contradiction, DraftOf } from "../draft";
import { section } from "../field";
import { dnsLabel } from "../name";
import { quote } from "../quote";

const keys = {
  namespaces: section({
    monitoring: dnsLabel("monitoring"),
    exporters: dnsLabel("monitoring-exporters"),
    logging: dnsLabel("logging"),
    orchestrator: dnsLabel("kube-system"),
    gitops: dnsLabel("argocd"),
  }),
};

/** The platform's own namespaces, and those of others that its policies name. */
export const namespaces = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys>;

function contradictions({ namespaces }: SiteDraft): Contradiction[] {
  const first = new Map<string, string>();
  return Object.entries(namespaces).flatMap(([key, namespace]) => {
    if (namespace === undefined) return [];
    const other = first.get(namespace);
    if (other !== undefined) {
      return [{ path: ["namespaces", key], message: `${quote(namespace)} is also namespaces.${other}; give each a namespace of its own` }];
    }
    first.set(namespace, key);
    return [];
  });
}
