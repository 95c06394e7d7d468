import { type Family, parseAddress, parseCidr } from "../address";
import type { Flaw } from "./field";
import { isDnsName } from "./name";
import { hostOf, hostPortFlaw, urlFlaw } from "./url";

/** What a site says of whom a probe asks, beside its host. */
export interface ProbeEnd {
  /** A host with its port. */
  readonly host: string;
  readonly family?: "ipv4" | "ipv6" | undefined;
  readonly addresses?: readonly (string | undefined)[] | undefined;
}

/** What keeps a text from being a page to ask for: unlike a base URL it may end with a slash and hold a query. */
export function pageFlaw(text: string): Flaw | undefined {
  const hash = text.indexOf("#");
  if (hash !== -1) return { wrong: "holds a fragment, which no server is sent", remedy: `use ${text.slice(0, hash)}` };
  const [base = "", ...query] = text.split("?");
  const bare = base.replace(/\/+$/, "");
  const flaw = urlFlaw(bare);
  if (flaw !== undefined) return flaw;
  const isPlain = new URL(text).href.endsWith(`${query.length === 0 ? "" : "?"}${query.join("?")}`) && /^[!-~]*$/.test(text);
  return isPlain ? undefined : { wrong: "holds characters that a URL has to escape (%20 for a blank)" };
}

/** As a host with a port, which says all that a network policy has to know. */
export function hostOfPage(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** The family of addresses by which a probe asks: never the other one. Without a word about it the one that the site's pods have, IPv4 of both. */
export function familyOf({ host, family, addresses = [] }: ProbeEnd, podRanges: readonly (string | undefined)[]): Family {
  const literal = parseAddress(hostOf(host) ?? "");
  if (literal !== undefined) return literal.family;
  if (family !== undefined) return family === "ipv6" ? 6 : 4;
  const [only, ...others] = familiesOf(addresses);
  return only !== undefined && others.length === 0 ? only : usualFamily(podRanges);
}

export function usualFamily(podRanges: readonly (string | undefined)[]): Family {
  return familiesOf(podRanges).includes(4) ? 4 : 6;
}

export function familiesOf(ranges: readonly (string | undefined)[]): Family[] {
  return [...new Set(ranges.flatMap((text = "") => parseCidr(text)?.family ?? []))];
}

/** What keeps a text from being a host of the IPv4 internet with its port. */
export function nat64HostFlaw(text: string): Flaw | undefined {
  const flaw = hostPortFlaw(text);
  if (flaw !== undefined) return flaw;
  const host = hostOf(text) ?? "";
  const isFit = parseAddress(host)?.family === 4 || (isDnsName(host) && host.includes("."));
  return isFit ? undefined : { wrong: "is not <host>:<port> with an IPv4 address, or with a name that has one" };
}

/** What keeps a text from being a prefix in which the last 32 bits are an IPv4 address. */
export function nat64PrefixFlaw(text: string): Flaw | undefined {
  const range = parseCidr(text);
  return range?.family === 6 && range.prefixLength === 96 ? undefined : { wrong: "is not an IPv6 prefix of 96 bits" };
}
