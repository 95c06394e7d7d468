import { BlockList, isIP } from "node:net";
import * as fc from "fast-check";
import { type Address, contains, formatAddress, formatCidr, isAddress, parseAddress, parseCidr, parseHostCidr } from "../lib/address";
import { runs } from "./wide";

/** The same addresses every time: a run that fails only sometimes teaches nobody. */
const cases = (all: number) => ({ numRuns: runs(all) });

/** Zeros are what the notations of IPv6 shorten. */
const group = fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat({ max: 0xffff }));
const ipv4 = fc.tuple(...Array.from({ length: 4 }, () => fc.nat({ max: 255 }))).map((octets) => octets.join("."));
const ipv6 = fc.oneof(
  fc.tuple(...Array.from({ length: 8 }, () => group)).map((groups) => groups.map((one) => one.toString(16)).join(":")),
  fc.ipV6(),
  ipv4.map((tail) => `::ffff:${tail}`),
);

const families = [
  ["ipv4", ipv4, 32],
  ["ipv6", ipv6, 128],
] as const;

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`no address: ${text}`);
  return parsed;
}

function rangeOf(text: string) {
  const parsed = parseHostCidr(text);
  if (parsed === undefined) throw new Error(`no range: ${text}`);
  return parsed.range;
}

/** An address just inside or just outside of a range: two random ones of IPv6 share no range worth testing. */
function nearby(text: string, prefixLength: number, step: number): string {
  const { family, value } = address(text);
  const bits = family === 4 ? 32 : 128;
  const position = Math.min(bits - 1, Math.max(0, bits - prefixLength + step));
  return formatAddress({ family, value: value ^ (1n << BigInt(position)) });
}

describe.each(families)("%s", (family, anyAddress, bits) => {
  test("a range holds what node:net's BlockList finds in it", () => {
    const property = fc.property(
      anyAddress,
      fc.nat({ max: bits }),
      fc.integer({ min: -2, max: 2 }),
      anyAddress,
      (host, length, step, other) => {
        const range = rangeOf(`${host}/${length}`);
        const list = new BlockList();
        list.addSubnet(host, length, family);
        for (const text of [host, other, nearby(host, length, step)]) {
          // to node:net an IPv6 range that is wider than the mapped addresses holds these too; to us they are IPv4
          if (range.family !== address(text).family) continue;
          const isInside = contains(range, address(text));
          if (isInside !== list.check(text, isIP(text) === 4 ? "ipv4" : "ipv6"))
            throw new Error(`${text} in ${host}/${length}: ${isInside}`);
        }
      },
    );
    fc.assert(property, cases(500));
  });

  test("what is written is read back", () => {
    const property = fc.property(anyAddress, fc.nat({ max: bits }), (host, length) => {
      const range = rangeOf(`${host}/${length}`);
      expect(parseAddress(formatAddress(address(host)))).toEqual(address(host));
      expect(parseCidr(formatCidr(range))).toEqual(range);
    });
    fc.assert(property, cases(300));
  });

  test("an address has one spelling, the URL parser's", () => {
    const property = fc.property(anyAddress, (text) => {
      const written = formatAddress(address(text));
      const host = written.includes(":") ? `[${written}]` : written;
      return new URL(`http://${host}`).hostname === host;
    });
    fc.assert(property, cases(300));
  });
});

test("what is an address is one to node:net, and the other way round", () => {
  const piece = fc.oneof(
    fc.constantFrom("0", "1", "255", "256", "010", "0x7f", "ffff", "10000", "::", ":", ".", "%eth0", "/", " "),
    ipv4,
    ipv6,
  );
  const almost = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
    fc.array(fc.constantFrom("0", "1", "ff", "::", ":", ":", ":", "1.2.3.4"), { maxLength: 17 }).map((pieces) => pieces.join("")),
  );
  const property = fc.property(almost, (text) => {
    if (isAddress(text) !== (isIP(text) !== 0 && !text.includes("%"))) throw new Error(`${JSON.stringify(text)}: ${isAddress(text)}`);
  });
  fc.assert(property, cases(5000));
});
