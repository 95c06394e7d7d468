import { IPv6 } from "ipaddr.js";

/** An IP address. An IPv4-mapped IPv6 address (`::ffff:10.0.0.5`) is its IPv4 address: the same host behind a dual-stack socket. */
export interface Address {
  readonly family: Family;
  readonly value: bigint;
}

/** The addresses of a CIDR, both ends included. It holds addresses of its own family only: `::/0` is not the whole internet. */
export interface AddressRange {
  readonly family: Family;
  readonly prefixLength: number;
  readonly first: bigint;
  readonly last: bigint;
}

export type Family = 4 | 6;

const BITS = { 4: 32, 6: 128 } as const;

/** What an IPv4-mapped address has in front of its IPv4 address. */
const MAPPED = { prefixLength: 96, value: 0xffffn } as const;

/** 39 for eight groups of four digits; six of them and a dotted tail are the longest. No text longer than that is worth a parser's time. */
const LONGEST = 45;

/** An address in one of its usual notations. No zone (`fe80::1%eth0`): it means something on one machine only. */
export function parseAddress(text: string): Address | undefined {
  const written = readAddress(text);
  return written && unmapped(written);
}

export function isAddress(text: string): boolean {
  return readAddress(text) !== undefined;
}

export function isIPv4Address(text: string): boolean {
  return readAddress(text)?.family === 4;
}

/** A CIDR without address bits behind its prefix; an IPv4-mapped one is the IPv4 range. */
export function parseCidr(text: string): AddressRange | undefined {
  const { host, range } = parseHostCidr(text) ?? {};
  return host?.value === range?.first ? range : undefined;
}

export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

/** An address with a prefix length, and the range that it lies in: `192.168.1.5/16` lies in 192.168.0.0/16. */
export function parseHostCidr(text: string): { readonly host: Address; readonly range: AddressRange } | undefined {
  const [address = "", digits = "", ...rest] = text.split("/");
  const written = readAddress(address);
  if (written === undefined || rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(digits)) return undefined;
  const prefixLength = Number(digits);
  if (prefixLength > BITS[written.family]) return undefined;
  const host = prefixLength >= MAPPED.prefixLength ? unmapped(written) : written;
  return { host, range: rangeAround(host, host.family === written.family ? prefixLength : prefixLength - MAPPED.prefixLength) };
}

/** A CIDR, or a single address as the range that holds nothing else. */
export function parseRange(text: string): AddressRange | undefined {
  const address = parseAddress(text);
  return address === undefined ? parseCidr(text) : rangeOf(address);
}

/** The range that holds one address only. */
export function rangeOf(address: Address): AddressRange {
  return rangeAround(address, BITS[address.family]);
}

export function contains(range: AddressRange, { family, value }: Address): boolean {
  return range.family === family && range.first <= value && value <= range.last;
}

/** Whether every address of `inner` is in `outer`. */
export function holds(outer: AddressRange, inner: AddressRange): boolean {
  return outer.prefixLength <= inner.prefixLength && contains(outer, { family: inner.family, value: inner.first });
}

/** Whether ranges hold all of another, together if not one alone. */
export function isCovered(range: AddressRange, ranges: readonly AddressRange[]): boolean {
  const around = ranges.find((one) => contains(one, { family: range.family, value: range.first }));
  if (around === undefined) return false;
  return around.last >= range.last || isCovered({ ...range, first: around.last + 1n }, ranges);
}

/** The last address below a range; undefined for a range that begins with the first of its family. */
export function addressBefore({ family, first }: AddressRange): Address | undefined {
  return first === 0n ? undefined : { family, value: first - 1n };
}

/** The first address above a range; undefined for a range that ends with the last of its family. */
export function addressAfter({ family, last }: AddressRange): Address | undefined {
  return last === lowBits(BITS[family]) ? undefined : { family, value: last + 1n };
}

/** The one spelling of an address (RFC 5952). */
export function formatAddress({ family, value }: Address): string {
  if (family === 6) return new IPv6(parts(value, 8, 16)).toRFC5952String();
  return parts(value, 4, 8).join(".");
}

/** The highest first. */
function parts(value: bigint, count: number, bits: number): number[] {
  return Array.from({ length: count }, (_, index) => Number(BigInt.asUintN(bits, value >> BigInt(bits * (count - 1 - index)))));
}

/** As it stands before a colon and a port. */
export function formatHost(address: Address): string {
  return address.family === 6 ? `[${formatAddress(address)}]` : formatAddress(address);
}

export function formatCidr({ family, first, prefixLength }: AddressRange): string {
  return `${formatAddress({ family, value: first })}/${prefixLength}`;
}

function readAddress(text: string): Address | undefined {
  if (text.length > LONGEST || !/^[\da-f:.]+$/i.test(text)) return undefined;
  if (!text.includes(".")) return readIPv6(text);
  const tail = text.slice(text.lastIndexOf(":") + 1);
  const embedded = readIPv4(tail);
  if (embedded === undefined) return undefined;
  if (tail === text) return { family: 4, value: BigInt(embedded) };
  // ipaddr.js takes the deprecated ::10.0.0.5 (RFC 4291, 2.5.5.1) for ::ffff:10.0.0.5, which is another host: give it no dots
  const groups = `${(embedded >>> 16).toString(16)}:${(embedded & 0xffff).toString(16)}`;
  return readIPv6(text.slice(0, -tail.length) + groups);
}

/** Of four plain decimals: ipaddr.js reads `127.1`, `0x7f.1` and `1` as well, which nobody writes who means an address. */
function readIPv4(text: string): number | undefined {
  const bytes = text.split(".");
  if (bytes.length !== 4 || !bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) <= 255)) return undefined;
  return bytes.reduce((value, byte) => value * 256 + Number(byte), 0);
}

function readIPv6(text: string): Address | undefined {
  if (!IPv6.isValid(text)) return undefined;
  return { family: 6, value: IPv6.parse(text).parts.reduce((value, group) => (value << 16n) | BigInt(group), 0n) };
}

function unmapped(address: Address): Address {
  const isMapped = address.family === 6 && address.value >> BigInt(BITS[4]) === MAPPED.value;
  return isMapped ? { family: 4, value: address.value & lowBits(BITS[4]) } : address;
}

function rangeAround({ family, value }: Address, prefixLength: number): AddressRange {
  const hostBits = lowBits(BITS[family] - prefixLength);
  const first = value & ~hostBits;
  return { family, prefixLength, first, last: first | hostBits };
}

function lowBits(count: number): bigint {
  return (1n << BigInt(count)) - 1n;
}
