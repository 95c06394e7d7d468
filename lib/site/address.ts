import { BlockList, isIP, isIPv4 } from "node:net";
import type { Flaw } from "./field";

/** The IP version of an address, 0 for anything else. A zone (`fe80::1%eth0`) means something on one machine only. */
export function addressVersion(text: string): 0 | 4 | 6 {
  if (text.includes("%")) return 0;
  const version = isIP(text);
  return version === 4 || version === 6 ? version : 0;
}

export function ipv4Flaw(text: string): Flaw | undefined {
  return isIPv4(text) ? undefined : { wrong: "is not an IPv4 address" };
}

export function cidrFlaw(text: string): Flaw | undefined {
  const range = parseCidr(text);
  if (range === undefined) {
    const version = addressVersion(text);
    if (version !== 0) return { wrong: "has no prefix length", remedy: `for this one address write ${text}/${version === 4 ? 32 : 128}` };
    return { wrong: "is not an address range (CIDR)" };
  }
  // Readers differ over 192.168.1.5/16: some take the range, some the host, some refuse it.
  const network = networkAddress(range.address, range.prefix);
  if (canonical(range.address) === network) return undefined;
  return { wrong: "has address bits behind its prefix", remedy: `did you mean ${network}/${range.prefix}?` };
}

export function isRange(text: string): boolean {
  return parseCidr(text) !== undefined;
}

/** Whether an address lies inside a range; false when either is not what it should be. */
export function isInRange(address: string, cidr: string): boolean {
  const range = parseCidr(cidr);
  const version = addressVersion(address);
  if (range === undefined || version === 0 || version !== addressVersion(range.address)) return false;
  const list = new BlockList();
  const family = version === 4 ? "ipv4" : "ipv6";
  list.addSubnet(range.address, range.prefix, family);
  return list.check(address, family);
}

function parseCidr(text: string): { readonly address: string; readonly prefix: number } | undefined {
  const [address = "", digits = "", ...rest] = text.split("/");
  const version = addressVersion(address);
  if (version === 0 || rest.length > 0 || !/^(0|[1-9]\d{0,2})$/.test(digits)) return undefined;
  const prefix = Number(digits);
  return prefix <= (version === 4 ? 32 : 128) ? { address, prefix } : undefined;
}

function networkAddress(address: string, prefix: number): string {
  const isV4 = isIPv4(address);
  const groupBits = isV4 ? 8 : 16;
  const kept = groups(address).map((group, index) => {
    const freeBits = Math.min(groupBits, Math.max(0, (index + 1) * groupBits - prefix));
    return group - (group % 2 ** freeBits);
  });
  return isV4 ? kept.join(".") : canonical(kept.map((group) => group.toString(16)).join(":"));
}

function groups(address: string): number[] {
  if (isIPv4(address)) return address.split(".").map(Number);
  const [left = "", right = ""] = canonical(address).split("::");
  const hex = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [head, tail] = [hex(left), hex(right)];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** The URL parser already writes an IPv6 address in its one shortest form, and an embedded IPv4 part in hex. */
function canonical(address: string): string {
  return isIPv4(address) ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
}
