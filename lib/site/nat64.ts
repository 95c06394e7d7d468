import { type AddressRange, contains, holds, parseCidr } from "../address";
import { PUBLIC_INTERNET } from "./outside";

/** Behind it lies the whole IPv4 internet (RFC 6052). */
export const NAT64_PREFIX = "64:ff9b::/96";

const OWN = parseCidr(NAT64_PREFIX);

/** The IPv4 range that a range of NAT64's own prefix stands for; any other as it is. */
export function translated(range: AddressRange): AddressRange {
  if (OWN === undefined || !holds(OWN, range)) return range;
  const { first, last, prefixLength } = range;
  return { family: 4, first: first - OWN.first, last: last - OWN.first, prefixLength: prefixLength - OWN.prefixLength };
}

/** Whether a range lies among private addresses, of which NAT64's own prefix stands for none (RFC 6052, 3.1). */
export function isPrivate(range: AddressRange): boolean {
  return PRIVATE.some((one) => contains(one, { family: range.family, value: range.first }));
}

const PRIVATE = PUBLIC_INTERNET.except.flatMap((text) => parseCidr(text) ?? []);
