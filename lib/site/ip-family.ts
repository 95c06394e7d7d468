import { type Family, parseCidr } from "../address";

/** Ranges of a site's draft. */
type Texts = readonly (string | undefined)[];

/** Whether all of some ranges are of one family; not where there is none, nor where one can't be read and may be the other. */
export function areAll(family: Family, texts: Texts = []): boolean {
  return texts.length > 0 && texts.every((text = "") => parseCidr(text)?.family === family);
}

/** Why an IPv4 address is no use to pods that have an IPv6 address alone. */
export const NO_POD_REACHES = "which no pod reaches: cluster.address_ranges is IPv6 alone";

/** What is wrong with ranges that pods call, in the light of the pods' own; the end of a sentence that begins with the list. */
export function unreachedList(texts: Texts | undefined, podRanges: Texts | undefined): string | undefined {
  if (!areAll(6, podRanges) || !areAll(4, texts)) return undefined;
  return `holds IPv4 addresses alone, ${NO_POD_REACHES}; list IPv6 ones (through NAT64 they are in 64:ff9b::/96)`;
}
