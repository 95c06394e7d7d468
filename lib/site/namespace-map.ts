import type { Component, NamespaceMap } from "./component";
import type { Site } from "./schema";

/** namespace -> component, in the order of the site. */
export function namespaceMap(site: Site): NamespaceMap {
  return Object.fromEntries(site.components.flatMap(({ name, namespaces }) => namespaces.map((namespace) => [namespace, name])));
}

/**
 * The namespaces that the site lists for a component. Those outside the map belong to Platform
 * as well, but nobody can list them: to select Platform's workloads, exclude everyone else's.
 */
export function namespacesOf(site: Site, component: Component): readonly string[] {
  return site.components.find(({ name }) => name === component)?.namespaces ?? [];
}
