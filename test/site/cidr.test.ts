import { cidrFlaw, ipv4Flaw } from "../../lib/site/cidr";

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
  ["::ffff:10.0.0.5/104", "10.0.0.0/8"],
])("%s has address bits behind its prefix", (text, network) => {
  expect(cidrFlaw(text)).toEqual({ wrong: "has address bits behind its prefix", remedy: `did you mean ${network}?` });
});

test.each([
  ["10.0.0.5", "10.0.0.5/32"],
  ["FD00::1", "FD00::1/128"],
  ["::ffff:10.0.0.5", "::ffff:10.0.0.5/128"],
])("%s has no prefix length", (text, range) => {
  expect(cidrFlaw(text)).toEqual({ wrong: "has no prefix length", remedy: `for this one address write ${range}` });
  expect(cidrFlaw(range)).toBeUndefined();
});

test.each(["::1", "192.168.1", "192.168.1.256", "192.168.1.1/32", "010.0.0.1", "127.1", "::ffff:10.0.0.1", ""])(
  "%j is not an IPv4 address",
  (text) => {
    expect(ipv4Flaw(text)).toEqual({ wrong: "is not an IPv4 address" });
  },
);
