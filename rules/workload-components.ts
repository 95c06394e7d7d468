import { escapePattern } from "../lib/metrics/promql";
import { type Condition, matches, matchesNot, not } from "../lib/series";
import { type Component, FALLBACK_COMPONENT } from "../lib/site/component";
import { namespaceMap } from "../lib/site/namespace-map";
import type { Site } from "../lib/site/schema";

/** A status-page component seen through the namespaces whose workloads belong to it. */
export interface WorkloadComponent {
  readonly component: Component;
  /** What the component's namespaces meet. */
  readonly namespaces: Condition;
  /** A namespace of the component, for proofs. */
  readonly inside: string;
  /** A namespace of another component, for proofs; none where no other owns one. */
  readonly outside: string | undefined;
}

/**
 * The components that own workloads. Together their matchers pick every namespace exactly once:
 * the fallback component takes what no other claims, namespaces outside the map included.
 */
export function workloadComponents(site: Site): WorkloadComponent[] {
  const owners = Object.entries(namespaceMap(site)).sort(([a], [b]) => (a < b ? -1 : 1));
  const claimed = owners.filter(([, component]) => component !== FALLBACK_COMPONENT).map(([namespace]) => namespace);

  return site.components.flatMap(({ name: component }) => {
    if (component === FALLBACK_COMPONENT) {
      const namespaces = claimed.length > 0 ? matchesNot(anyOf(claimed)) : not("");
      return [{ component, namespaces, inside: "a-namespace-outside-the-map", outside: claimed[0] }];
    }
    const own = owners.filter(([, owner]) => owner === component).map(([namespace]) => namespace);
    const [inside] = own;
    if (inside === undefined) return [];
    return [{ component, namespaces: matches(anyOf(own)), inside, outside: "a-namespace-outside-the-map" }];
  });
}

const anyOf = (namespaces: readonly string[]): string => namespaces.map(escapePattern).join("|");
