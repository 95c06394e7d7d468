import { escapePattern } from "../lib/metrics/promql";
import { quote } from "../lib/series";
import { type Component, FALLBACK_COMPONENT } from "../lib/site/component";
import { namespaceMap } from "../lib/site/namespace-map";
import type { Site } from "../lib/site/schema";

/** A status-page component seen through the namespaces whose workloads belong to it. */
export interface WorkloadComponent {
  readonly component: Component;
  /** Label matcher that picks the component's namespaces. */
  readonly namespaces: string;
  /** A namespace of the component, for proofs. */
  readonly inside: string;
  /** A namespace of another component, for proofs. */
  readonly outside: string;
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
      const namespaces = claimed.length > 0 ? `namespace!~${pattern(claimed)}` : `namespace!=""`;
      return [{ component, namespaces, inside: "a-namespace-outside-the-map", outside: claimed[0] ?? "" }];
    }
    const own = owners.filter(([, owner]) => owner === component).map(([namespace]) => namespace);
    const [inside] = own;
    if (inside === undefined) return [];
    return [{ component, namespaces: `namespace=~${pattern(own)}`, inside, outside: "a-namespace-outside-the-map" }];
  });
}

const pattern = (namespaces: readonly string[]): string => quote(namespaces.map(escapePattern).join("|"));
