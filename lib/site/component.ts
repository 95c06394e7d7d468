/**
 * The status-page components: the closed set of values of the `component` label
 * (observability specification, part 2: ten, flat, no groups).
 */
export const COMPONENTS = [
  "Mail",
  "Sign-in (SSO)",
  "Platform",
  "Files & Documents",
  "Backups",
  "Websites",
  "DNS",
  "Smart Home",
  "Internet",
  "NTP",
] as const;

export type Component = (typeof COMPONENTS)[number];

/**
 * Where a namespace outside the site's namespace map belongs, and where an event that names no
 * namespace (`?`) belongs. This is the one place that says so; `?` itself is never a component.
 */
export const FALLBACK_COMPONENT: Component = "Platform";

/** As part of a name: `files-documents`. */
export function componentSlug(component: Component): string {
  return component
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "");
}

export function isComponent(value: unknown): value is Component {
  return (COMPONENTS as readonly unknown[]).includes(value);
}

/** namespace -> component, as the site declares it. */
export type NamespaceMap = Readonly<Record<string, Component>>;

/** The component of a namespace; {@link FALLBACK_COMPONENT} for one outside the map. */
export function componentOfNamespace(map: NamespaceMap, namespace: string): Component {
  return Object.hasOwn(map, namespace) ? (map[namespace] ?? FALLBACK_COMPONENT) : FALLBACK_COMPONENT;
}
