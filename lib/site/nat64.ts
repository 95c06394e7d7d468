import { type AddressRange, formatCidr, holds, parseCidr } from "../address";

/** Behind it lies the whole IPv4 internet (RFC 6052), and where a translator does not keep to its section 3.1, private addresses. */
export const NAT64_PREFIX = "64:ff9b::/96";

const OWN = parseCidr(NAT64_PREFIX);

/** The IPv4 range that a range of NAT64's own prefix stands for; any other as it is. */
export function translated(range: AddressRange): AddressRange {
  if (OWN === undefined || !holds(OWN, range)) return range;
  const { first, last, prefixLength } = range;
  return { family: 4, first: first - OWN.first, last: last - OWN.first, prefixLength: prefixLength - OWN.prefixLength };
}

/** An IPv4 range as it is behind NAT64: `10.0.0.0/8` is 64:ff9b::a00:0/104. */
export function behindNat64(ipv4: string): string {
  const [range, prefix] = [parseCidr(ipv4), OWN];
  if (range?.family !== 4 || prefix === undefined) throw new Error(`${ipv4} is no IPv4 range; write it as 10.0.0.0/8`);
  const [first, last] = [prefix.first + range.first, prefix.first + range.last];
  return formatCidr({ family: 6, first, last, prefixLength: prefix.prefixLength + range.prefixLength });
}
