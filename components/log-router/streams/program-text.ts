import { readSource } from "../../../lib/images/inputs";
import type { Site } from "../../../lib/site/schema";

/** What stands for the site's namespaces in a regular expression of a program: no namespace has capital letters, so that the bare file compiles and knows none. */
const KNOWN_NAMESPACES = "KNOWN_NAMESPACES";

/** A program as this site's router runs it. Its path is from the repository's root on. */
export function programText(program: string, site: Pick<Site, "components" | "namespaces" | "boiler">): string {
  const known = knownNamespaces(site).join("|");
  return readSource(program).replaceAll(KNOWN_NAMESPACES, known);
}

/** Every namespace that the site names, the longest first: of an alternation, the first branch that leaves a service is taken. */
export function knownNamespaces({ components, namespaces, boiler }: Pick<Site, "components" | "namespaces" | "boiler">): readonly string[] {
  const named = [
    ...components.flatMap((component) => component.namespaces),
    ...Object.values(namespaces),
    ...(boiler === undefined ? [] : [boiler.namespace]),
  ];
  return [...new Set(named)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}
