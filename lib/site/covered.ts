import type { Site } from "./schema";

/** A service that a component covers: as the site calls it, and the name that a probe of it has. */
export interface Covered {
  readonly service: string;
  readonly name: string;
}

/** The longest name that a probe may have. */
export const LONGEST_NAME = 40;

/** The services of a component's `covers`: "File sync, notes and the NAS" are three. What has no letter or digit is none. */
export function coveredServices(covers: string): Covered[] {
  return covers
    .split(/[,;()]|\band\b/i)
    .map((service) => service.trim())
    .map((service) => ({ service, name: nameOf(service) }))
    .filter(({ name }, index, all) => name !== "" && all.findIndex((one) => one.name === name) === index);
}

/** `WAN uplink` -> `wan-uplink`, `the router` -> `router`, `Bücher` -> `bucher`. */
function nameOf(service: string): string {
  return service
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-?(?:(?:the|an?)-)?/, "")
    .slice(0, LONGEST_NAME)
    .replace(/-+$/, "");
}

/** What a component of a site covers, and no probe and no reason is named after. */
export interface Unprobed {
  readonly component: Site["components"][number]["name"];
  readonly services: readonly Covered[];
}

/**
 * Of the components that `probes` names: a service is seen by a probe of its name, or of one that begins with it (`smtp`, `smtp-inside`), and
 * excused by an entry of `not_probed` that is called so.
 */
export function unprobedServices({ components, probes = [] }: Pick<Site, "components" | "probes">): Unprobed[] {
  return components.flatMap(({ name: component, covers }): Unprobed[] => {
    const group = probes.find((one) => one.component === component);
    if (group === undefined) return [];
    const named = Object.values(group).flatMap((list) => (typeof list === "string" ? [] : list.map(({ name }) => name)));
    const services = coveredServices(covers).filter(({ name }) => !named.some((one) => one === name || one.startsWith(`${name}-`)));
    return services.length === 0 ? [] : [{ component, services }];
  });
}
