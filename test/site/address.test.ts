import { cidrFlaw, ipv4Flaw, isInRange } from "../../lib/site/address";

test.each([
  "10.0.0.0/8",
  "0.0.0.0/0",
  "192.168.164.2/32",
  "192.168.164.128/25",
  "::/0",
  "fd00:42::/48",
  "FD00::/8",
  "::ffff:10.0.0.0/104",
  "::1/128",
])("%s is a range", (text) => {
  expect(cidrFlaw(text)).toBeUndefined();
});

test.each([
  "",
  "/",
  "10.0.0.0/",
  "10.0.0.0/33",
  "10.0.0.0/08",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "10.0.0/8",
  "010.0.0.0/8",
  "::/129",
  "fe80::%eth0/64",
  "x/8",
  " 10.0.0.0/8",
])("%j is not a range", (text) => {
  expect(cidrFlaw(text)).toEqual({ wrong: "is not an address range (CIDR)" });
});

test.each([
  ["192.168.1.5/16", "192.168.0.0/16"],
  ["192.168.164.129/25", "192.168.164.128/25"],
  ["255.255.255.255/0", "0.0.0.0/0"],
  ["fd00:42:0:1::/48", "fd00:42::/48"],
  ["fd00::1/127", "fd00::/127"],
  ["ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/20", "ffff:f000::/20"],
])("%s has address bits behind its prefix", (text, network) => {
  expect(cidrFlaw(text)).toEqual({ wrong: "has address bits behind its prefix", remedy: `did you mean ${network}?` });
});

test.each([
  ["192.168.164.2", "192.168.0.0/16", true],
  ["192.169.0.0", "192.168.0.0/16", false],
  ["192.168.255.255", "192.168.0.0/16", true],
  ["fd00::1", "fd00::/8", true],
  ["fd00::1", "0.0.0.0/0", false],
  ["10.0.0.1", "::/0", false],
  ["10.0.0.1", "nonsense", false],
  ["nonsense", "10.0.0.0/8", false],
])("%s in %s: %s", (address, range, isInside) => {
  expect(isInRange(address, range)).toBe(isInside);
});

test.each(["::1", "192.168.1", "192.168.1.256", "192.168.1.1/32", ""])("%j is not an IPv4 address", (text) => {
  expect(ipv4Flaw(text)).toEqual({ wrong: "is not an IPv4 address" });
});
