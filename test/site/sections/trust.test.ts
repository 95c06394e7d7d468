import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

test.each([
  [
    "an exception from nothing",
    "192.168.164.2",
    "203.0.113.2",
    '42:15 nat64_egress: "203.0.113.2" lies in none of the trusted_ranges, so making an exception of it does nothing; use an address inside one of them',
  ],
])("%s is named where it stands", (_, from, to, message) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
});

test("a misread range is not taken for one that lies elsewhere", () => {
  expect(mistakesOf(plainSiteWith(["trusted_ranges: [192.168.0.0/16]", "trusted_ranges: [192.168/16]"]))).toEqual([
    '41:18 trusted_ranges[0]: "192.168/16" is not an address range (CIDR); use for example 192.168.0.0/16',
  ]);
});

test.each([["an IPv6 range", "home_lan: [192.168.0.0/16]", 'home_lan: ["fd01::/16"]']])("%s is right", (_, from, to) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([]);
});

test.each(["0.0.0.0/0", "::/0", "::ffff:0:0/96"])(
  "%s is nobody's own: every firewall block would be a false positive, every visitor at home",
  (range) => {
    const text = plainSiteWith(["trusted_ranges: [", `trusted_ranges: ["${range}", `], ["home_lan: [", `home_lan: ["${range}", `]);
    const message = `"${range}" is every address there is, the internet's too; name what is yours, for example 192.168.0.0/16`;
    expect(mistakesOf(text)).toEqual([`41:18 trusted_ranges[0]: ${message}`, `43:12 home_lan[0]: ${message}`]);
  },
);

test("every address there is in two halves is nobody's own either", () => {
  const text = plainSiteWith(["trusted_ranges: [192.168.0.0/16]", "trusted_ranges: [128.0.0.0/1, 0.0.0.0/1]"]);
  expect(mistakesOf(text)).toEqual([
    "41:17 trusted_ranges: is every address there is, taken together, the internet's too; name what is yours, for example [192.168.0.0/16]",
  ]);
  expect(mistakesOf(plainSiteWith(["trusted_ranges: [192.168.0.0/16]", "trusted_ranges: [128.0.0.0/1, 192.168.0.0/16]"]))).toEqual([]);
});

test("a place without NAT64 leaves its egress out", () => {
  expect(mistakesOf(plainSiteWith(["nat64_egress: 192.168.164.2\n", ""]))).toEqual([]);
});
