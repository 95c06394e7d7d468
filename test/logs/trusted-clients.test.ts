import { trustedClients } from "../../lib/logs/trusted-clients";

const isTrusted = trustedClients(["192.168.0.0/16", "10.0.0.0/8", "100.64.0.0/10"], ["192.168.164.2"]);

test.each([
  "192.168.164.3",
  "192.168.164.20",
  "192.168.0.0",
  "192.168.255.255",
  "10.0.0.0",
  "10.255.255.255",
  "100.64.0.0",
  "100.127.255.255",
])("%s is trusted", (address) => expect(isTrusted(address)).toBe(true));

test.each(["::ffff:10.0.0.5", "::FFFF:0a00:0005", "0:0:0:0:0:ffff:10.0.0.5", "0000:0000:0000:0000:0000:ffff:0a00:0005"])(
  "%s is 10.0.0.5",
  (address) => expect(isTrusted(address)).toBe(true),
);

test.each([
  "192.168.164.2",
  "::ffff:192.168.164.2",
  "::ffff:c0a8:a402",
  "100.63.255.255",
  "100.128.0.0",
  "172.16.0.1",
  "11.0.0.0",
  "110.0.0.1",
  "2001:db8::1",
  "::10.0.0.5",
  "64:ff9b::10.0.0.5",
  "::ffff:10.0.0.5%eth0",
  "fe80::1%1",
  "010.0.0.5",
  "10.0.0",
  "10.0.0.5 ",
  "10.0.0.5:80",
  "",
  "-",
])("%p is not", (address) => expect(isTrusted(address)).toBe(false));

test("ranges of both families, or a single address", () => {
  const inside = trustedClients(["fd00::/8", "203.0.113.9"], []);
  expect(["fd12::1", "203.0.113.9", "203.0.113.10", "fe00::1"].map(inside)).toEqual([true, true, false, false]);
});

test("an excepted range is as little trusted as an excepted address; what is no range says nothing", () => {
  const inside = trustedClients(["10.0.0.0/8", "192.168/16"], ["10.1.0.0/16", "10.2"]);
  expect(["10.0.0.1", "10.1.0.1", "10.2.0.0", "192.168.0.1"].map(inside)).toEqual([true, false, true, false]);
});

test("an IPv4-mapped range is the IPv4 range", () => {
  expect(["10.0.0.5", "::ffff:10.0.0.5", "::ffff:11.0.0.5"].map(trustedClients(["::ffff:10.0.0.0/104"], []))).toEqual([true, true, false]);
});
