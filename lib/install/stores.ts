import type { Platform } from "../platform/platform";
import { blocks, code, shell } from "./markdown";

/** The namespaces that read secrets: a SecretStore serves its own alone. */
export function readingNamespaces({ credentials }: Pick<Platform, "credentials">): string[] {
  return [...new Set(credentials.map(({ namespace }) => namespace))].sort();
}

/** The stores that can't be there before the first apply makes their namespaces; nothing where one store serves the cluster. */
export function storesOfNamespaces(platform: Pick<Platform, "site" | "credentials">): string {
  const { kind, name } = platform.site.secret_store;
  const namespaces = readingNamespaces(platform);
  if (kind !== "SecretStore" || namespaces.length === 0) return "";
  return blocks(
    `### A ${kind} in each namespace`,
    "The namespaces come first of all. Wait for those that read secrets:",
    shell(...namespaces.map((namespace) => `until kubectl get namespace ${namespace}; do sleep 10; done`)),
    `Then make the SecretStore ${code(name)} in each of them, and what it logs in with. Until then no Secret is made, and pods wait for theirs; External Secrets and the pods try again by themselves.`,
    shell(...namespaces.map((namespace) => `kubectl -n ${namespace} get secretstore ${name}`)),
  );
}
