import { BlockList, isIP, isIPv4, SocketAddress } from "node:net";

const MAPPED = "::ffff:";

/** One spelling for one address; undefined for what is none. A zone id names a link of another machine, not a client of ours. */
export function canonicalAddress(address: string): string | undefined {
  if (isIPv4(address)) return address;
  if (isIP(address) !== 6 || address.includes("%")) return undefined;
  const canonical = new SocketAddress({ address, family: "ipv6" }).address;
  // An IPv4 client behind a dual-stack socket is the same client.
  const embedded = canonical.startsWith(MAPPED) ? canonical.slice(MAPPED.length) : "";
  return isIPv4(embedded) ? embedded : canonical;
}

const BITS = { ipv4: 32, ipv6: 128 };

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

/** A range as `192.168.0.0/16`, `fd00::/8` or a single address; undefined when it is none of them. */
function parseRange(range: string): { address: string; prefix: number } | undefined {
  const [address = "", prefix, ...rest] = range.split("/");
  const canonical = canonicalAddress(address);
  if (canonical === undefined || rest.length > 0) return undefined;
  const bits = BITS[familyOf(canonical)];
  if (prefix === undefined) return { address: canonical, prefix: bits };
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? { address: canonical, prefix: Number(prefix) } : undefined;
}

export function isRange(range: string): boolean {
  return parseRange(range) !== undefined;
}

/** Whether an address lies in one of the ranges and is none of the excepted addresses. Ranges that are none are ignored: validate them first. */
export function trustedClients(ranges: readonly string[], except: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const range of ranges.map(parseRange)) {
    if (range) trusted.addSubnet(range.address, range.prefix, familyOf(range.address));
  }
  const excepted = new Set(except.map(canonicalAddress));
  return (address) => {
    const canonical = canonicalAddress(address);
    return canonical !== undefined && !excepted.has(canonical) && trusted.check(canonical, familyOf(canonical));
  };
}
