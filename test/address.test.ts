import {
  type Address,
  addressAfter,
  addressBefore,
  contains,
  formatAddress,
  formatCidr,
  isAddress,
  isCidr,
  isIPv4Address,
  parseAddress,
  parseCidr,
  parseHostCidr,
  parseRange,
} from "../lib/address";

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`no address: ${text}`);
  return parsed;
}

function cidr(text: string) {
  const parsed = parseCidr(text);
  if (parsed === undefined) throw new Error(`no range: ${text}`);
  return parsed;
}

const shown = (neighbour: Address | undefined) => neighbour && formatAddress(neighbour);

describe("an address", () => {
  test.each([
    ["10.0.0.5", "10.0.0.5"],
    ["0.0.0.0", "0.0.0.0"],
    ["255.255.255.255", "255.255.255.255"],
    ["::", "::"],
    ["FD00:0:0:42::1", "fd00:0:0:42::1"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["::ffff:10.0.0.5", "10.0.0.5"],
    ["::FFFF:0a00:0005", "10.0.0.5"],
    ["0000:0000:0000:0000:0000:ffff:255.255.255.255", "255.255.255.255"],
    ["::10.0.0.5", "::a00:5"],
    ["64:ff9b::10.0.0.5", "64:ff9b::a00:5"],
  ])("%s is %s", (text, canonical) => {
    expect(formatAddress(address(text))).toBe(canonical);
  });

  test.each([
    "",
    "1",
    "127.1",
    "0x7f.1",
    "0x7f.0.0.1",
    "010.0.0.1",
    "10.0.0.00",
    "::ffff:010.0.0.1",
    "::ffff:10.0.1",
    "::ff1.2.3.4",
    "1.2.3.4::",
    "1.2.3.4:5.6.7.8",
    "::ffff:0x7f.0.0.1",
    "10.0.0.256",
    "10.0.0",
    "10.0.0.5.6",
    " 10.0.0.5",
    "10.0.0.5\n",
    "10.0.0.5/32",
    "10.0.0.5:80",
    "[::1]",
    "fe80::1%eth0",
    "::ffff:10.0.0.5%1",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "12345::",
    "g::",
    `${"0".repeat(5000)}::1`,
  ])("%j is none", (text) => {
    expect([parseAddress(text), isAddress(text), isIPv4Address(text)]).toEqual([undefined, false, false]);
  });

  test("of IPv4 is one that is written so", () => {
    expect(["10.0.0.5", "::ffff:10.0.0.5", "::1"].map(isIPv4Address)).toEqual([true, false, false]);
  });
});

describe("a range", () => {
  test.each([
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["10.0.0.5/32", "10.0.0.5/32"],
    ["FD00::/8", "fd00::/8"],
    ["::/0", "::/0"],
    ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
    ["::ffff:0:0/96", "0.0.0.0/0"],
    ["::ffff:10.0.0.5/128", "10.0.0.5/32"],
    ["::fffe:0:0/95", "::fffe:0:0/95"],
  ])("%s is %s", (text, canonical) => {
    expect([formatCidr(cidr(text)), isCidr(text)]).toEqual([canonical, true]);
  });

  test.each([
    "",
    "/",
    "10.0.0.0",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/08",
    "10.0.0.0/-1",
    "10.0.0.0/8.0",
    "10.0.0.0/8/8",
    "10/8",
    "1/8",
    "010.0.0.0/8",
    "10.0.0.5/8",
    "::/129",
    "::1/64",
    "fe80::%eth0/64",
    "::ffff:10.0.0.5/104",
    "::ffff:10.0.0.0/90",
  ])("%j is none", (text) => {
    expect([parseCidr(text), isCidr(text)]).toEqual([undefined, false]);
  });

  test.each([
    ["192.168.1.5/16", "192.168.0.0/16", true],
    ["192.168.0.0/16", "192.168.0.0/16", false],
    ["::ffff:192.168.1.5/112", "192.168.0.0/16", true],
    ["ffff:ffff::1/20", "ffff:f000::/20", true],
  ])("%s lies in %s, with bits of its own behind the prefix: %p", (text, network, hasHostBits) => {
    const { host, range } = parseHostCidr(text) ?? {};
    expect([range && formatCidr(range), host?.value !== range?.first]).toEqual([network, hasHostBits]);
  });

  test("may be a single address where its reader allows it", () => {
    expect(["10.0.0.5", "::1", "10.0.0.0/8", "10.0.0.5/8"].map((text) => parseRange(text)?.prefixLength)).toEqual([32, 128, 8, undefined]);
  });

  test.each([
    ["10.0.0.0/8", "10.0.0.0", true],
    ["10.0.0.0/8", "10.255.255.255", true],
    ["10.0.0.0/8", "9.255.255.255", false],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "::ffff:10.0.0.5", true],
    ["::ffff:10.0.0.0/104", "10.0.0.5", true],
    ["fd00::/8", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", true],
    ["0.0.0.0/0", "fd00::1", false],
    ["::/0", "10.0.0.1", false],
    ["::/0", "::ffff:10.0.0.1", false],
  ])("%s holds %s: %p", (range, text, isInside) => {
    expect(contains(cidr(range), address(text))).toBe(isInside);
  });

  test.each([
    ["10.0.0.0/8", "9.255.255.255", "11.0.0.0"],
    ["192.168.164.2/32", "192.168.164.1", "192.168.164.3"],
    ["0.0.0.0/1", undefined, "128.0.0.0"],
    ["128.0.0.0/1", "127.255.255.255", undefined],
    ["::/0", undefined, undefined],
    ["fd00::/8", "fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::"],
  ])("%s lies between %s and %s", (range, before, after) => {
    expect([shown(addressBefore(cidr(range))), shown(addressAfter(cidr(range)))]).toEqual([before, after]);
  });
});
