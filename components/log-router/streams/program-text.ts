import { readSource } from "../../../lib/images/inputs";
import type { Site } from "../../../lib/site/schema";

/** A device that sends syslog, as the site lists it. */
export interface Sender {
  readonly kind: string;
  readonly address: string;
}

/**
 * A program as this site's router runs it: what the site knows stands where the file has a name in capitals. The bare files compile too
 * and know nothing, because no namespace and no address has capitals. The path is from the repository's root on.
 */
export function programText(program: string, site: NamespacesOf, senders: readonly Sender[] = []): string {
  const devices = senders.map(({ address, kind }) => `${JSON.stringify(address)}: ${JSON.stringify(kind)}`);
  return readSource(program)
    .replaceAll("KNOWN_NAMESPACES", knownNamespaces(site).join("|"))
    .replaceAll("TAILER_NAMESPACE", site.namespaces.logging)
    .replaceAll('"KNOWN_DEVICES": ""', devices.join(", "));
}

type NamespacesOf = Pick<Site, "components" | "namespaces" | "boiler">;

/** Every namespace that the site names, the longest first: of an alternation, the first branch that leaves a service is taken. */
export function knownNamespaces({ components, namespaces, boiler }: NamespacesOf): readonly string[] {
  const named = [
    ...components.flatMap((component) => component.namespaces),
    ...Object.values(namespaces),
    ...(boiler === undefined ? [] : [boiler.namespace]),
  ];
  return [...new Set(named)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}
