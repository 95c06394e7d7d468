import { type Component, FALLBACK_COMPONENT, type NamespaceMap } from "../site/component";

type NonEmpty<T> = readonly [T, ...T[]];

/**
 * Records chosen by their namespace. There is no form for "from none": a flow whose list of namespaces
 * is empty selects every namespace.
 */
export type NamespaceChoice =
  /** Every record, be it one that names no namespace. */
  "any" | { readonly only: NonEmpty<string> } | { readonly except: readonly string[] };

/**
 * The namespaces of a component, sorted; undefined where it has none. Those of the fallback component
 * nobody can list, so they are all but everyone else's.
 */
export function namespacesOfComponent(map: NamespaceMap, component: Component): NamespaceChoice | undefined {
  const namespaces = Object.keys(map).sort();
  if (component === FALLBACK_COMPONENT) return { except: namespaces.filter((namespace) => map[namespace] !== component) };
  const [first, ...others] = namespaces.filter((namespace) => map[namespace] === component);
  return first === undefined ? undefined : { only: [first, ...others] };
}

/** Whether a record is chosen; without a namespace only where every record is. */
export function isChosen(choice: NamespaceChoice, namespace: string | undefined): boolean {
  if (choice === "any") return true;
  if (namespace === undefined) return false;
  return "only" in choice ? choice.only.includes(namespace) : !choice.except.includes(namespace);
}

/** The choice in words. */
export function nameOfChoice(choice: NamespaceChoice): string {
  if (choice === "any") return "all";
  if ("only" in choice) return choice.only.join(", ");
  return choice.except.length === 0 ? "all" : `all but ${choice.except.join(", ")}`;
}
