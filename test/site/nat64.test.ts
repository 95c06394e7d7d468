import { formatCidr, parseCidr } from "../../lib/address";
import { behindNat64, translated } from "../../lib/site/nat64";

const range = (text: string) => {
  const parsed = parseCidr(text);
  if (parsed === undefined) throw new Error(`${text} is no range`);
  return parsed;
};

test.each([
  ["an address", "64:ff9b::192.168.10.9/128", "192.168.10.9/32"],
  ["some", "64:ff9b::169.254.0.0/112", "169.254.0.0/16"],
  ["many", "64:ff9b::a00:0/104", "10.0.0.0/8"],
  ["all", "64:ff9b::/96", "0.0.0.0/0"],
])("behind NAT64 %s is what it stands for, from the first to the last", (_, six, four) => {
  expect(translated(range(six))).toEqual(range(four));
  expect(behindNat64(four)).toBe(formatCidr(range(six)));
});

test.each([
  ["wider than the prefix", "64:ff9b::/95"],
  ["wider than all", "::/0"],
  ["beside it", "64:ff9b:1::c0a8:a09/128"],
  ["of a NAT64 of one's own", "2001:db8:64::c0a8:a09/128"],
  ["of IPv4", "192.168.10.0/24"],
])("a range %s is what it is", (_, text) => {
  expect(translated(range(text))).toEqual(range(text));
});

test("what is no IPv4 range has no place behind NAT64", () => {
  expect(() => behindNat64("fd00::/8")).toThrow("fd00::/8 is no IPv4 range; write it as 10.0.0.0/8");
});
