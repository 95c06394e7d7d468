import { parseInCluster } from "./in-cluster";
import { asHttp } from "./url";

/** A namespace that a site names. */
export interface NamedNamespace {
  readonly namespace: string;
  /** Where, from the site's root: `["scrapes", "redis", "namespaces", 0]`. */
  readonly path: readonly (string | number)[];
}

/** Below these keys every text is a namespace, whatever section they are in. */
const KEYS: readonly (string | number | undefined)[] = ["namespace", "namespaces", "except", "excluded"];

/** Each namespace that a site, or a draft or a part of one, names: by a key that says so, or in the URL or the host of a Service. */
export function namedNamespaces(value: unknown, path: NamedNamespace["path"] = [], isBelow = false): NamedNamespace[] {
  if (typeof value === "string") {
    const namespace = isBelow ? value : parseInCluster(asHttp(value))?.namespace;
    return namespace === undefined ? [] : [{ namespace, path }];
  }
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, below]) => namedNamespaces(below, [...path, key], isBelow || KEYS.includes(key)));
}

/** Those that every cluster begins with. */
const INITIAL = ["default", "kube-system", "kube-public", "kube-node-lease"];

/** Whether a namespace is there as far as a site says: it names it somewhere, or each cluster has it. */
export function isKnownNamespace(namespace: string, site: unknown): boolean {
  return INITIAL.includes(namespace) || namedNamespaces(site).some((one) => one.namespace === namespace);
}
