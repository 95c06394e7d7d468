import { type Component, FALLBACK_COMPONENT, type NamespaceMap } from "../site/component";
import { namespaceMap } from "../site/namespace-map";
import type { Site } from "../site/schema";

/** The component that an alert belongs to: always the same, that of the namespace it tells of, or what its target says. */
export type Owner = Component | ByNamespace | ByTarget;

export interface ByNamespace {
  readonly byNamespace: NamespaceMap;
}

export interface ByTarget {
  /** Those that a target may say. */
  readonly byTarget: readonly Component[];
}

/** For what is probed or asked in another's stead: the alert's label `component` decides, which its target was given. */
export const byTarget = (...components: readonly Component[]): ByTarget => ({ byTarget: components });

/** For what any namespace can have, such as a pod that does not start: the alert's label `namespace` decides. */
export const byNamespace = (site: Site): ByNamespace => ({ byNamespace: namespaceMap(site) });

/** Every component that it may be, each once. */
export function componentsOf(owner: Owner): readonly Component[] {
  if (typeof owner === "string") return [owner];
  if ("byTarget" in owner) return owner.byTarget;
  return [...new Set([...Object.values(owner.byNamespace), FALLBACK_COMPONENT])];
}

/** The label `component` on the wire: a name, or a template from which the evaluator makes one for each alert. */
export function componentLabel(owner: Owner): string {
  if (typeof owner === "string") return owner;
  if ("byTarget" in owner) return `{{ or $labels.component "${FALLBACK_COMPONENT}" }}`;
  const cases = componentsOf(owner)
    .filter((component) => component !== FALLBACK_COMPONENT)
    .map((component) => {
      const namespaces = Object.keys(owner.byNamespace).filter((namespace) => owner.byNamespace[namespace] === component);
      return `if eq $labels.namespace ${namespaces
        .sort()
        .map((namespace) => JSON.stringify(namespace))
        .join(" ")} }}${component}`;
    });
  return cases.length === 0 ? FALLBACK_COMPONENT : `{{ ${cases.join("{{ else ")}{{ else }}${FALLBACK_COMPONENT}{{ end }}`;
}

/** For people: whose an alert of any namespace is. */
export const OF_NAMESPACE = "the namespace's";

export function ownerText(owner: Owner): string {
  if (typeof owner === "string") return owner;
  return "byTarget" in owner ? "the target's" : OF_NAMESPACE;
}
