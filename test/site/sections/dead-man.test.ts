import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

test.each([
  ["nothing", "", undefined],
  ["an empty section", "dead_man: {}\n", {}],
  ["a port", "dead_man:\n  ping_port: 8443\n", { ping_port: 8443 }],
  ["addresses", "dead_man:\n  ping_addresses: [192.168.10.30/32]\n", { ping_addresses: ["192.168.10.30/32"] }],
  ["both", "dead_man: { ping_port: 80, ping_addresses: [fd00::/64] }\n", { ping_port: 80, ping_addresses: ["fd00::/64"] }],
])("%s may be said of the ping", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").dead_man).toEqual(expected);
});

test.each([
  ["a section without a value", "dead_man:\n", "0:1 dead_man: is empty; it holds the keys ping_port, ping_addresses"],
  [
    "the ping URL",
    "  ping_url: https://ping.example.org/1\n",
    "1:3 dead_man.ping_url: is not a known key; allowed are: ping_port, ping_addresses",
  ],
  ["a port too high", "  ping_port: 65536\n", "1:14 dead_man.ping_port: 65536 is not a whole number from 1 to 65535; use for example 443"],
  [
    "an address for a range",
    "  ping_addresses: [192.168.10.30]\n",
    '1:20 dead_man.ping_addresses[0]: "192.168.10.30" has no prefix length; for this one address write 192.168.10.30/32',
  ],
  ["no address", "  ping_addresses: []\n", "1:19 dead_man.ping_addresses: is an empty list; write for example [203.0.113.0/24]"],
])("%s is refused", (_, text, message) => {
  const section = text.startsWith("dead_man") ? text : `dead_man:\n${text}`;
  const found = mistakesOf(PLAIN_SITE + section).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)));
  expect(found).toEqual([message]);
});
