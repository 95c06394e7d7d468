import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

const RACK = "  servers:\n    - address: 192.168.10.40\n      ups: [rack]\n";

test.each([
  ["nothing", "", undefined],
  ["a server with its only UPS", "ups: { servers: [{ address: 192.168.10.40 }] }\n", { servers: [{ address: "192.168.10.40" }] }],
  ["a server on IPv6", 'ups: { servers: [{ address: "fd00::5" }] }\n', { servers: [{ address: "fd00::5" }] }],
  [
    "everything",
    `ups:\n${RACK}  port: 3494\n  username: monitor\n  component: Smart Home\n`,
    { servers: [{ address: "192.168.10.40", ups: ["rack"] }], port: 3494, username: "monitor", component: "Smart Home" },
  ],
])("%s may be said of the UPSes", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").ups).toEqual(expected);
});

test.each([
  ["a section without a value", "ups:\n", "0:1 ups: is empty; it holds the keys servers, port, username, component"],
  ["no servers", "  port: 3493\n", "0:1 ups.servers: is missing; write for example - { address: 192.168.10.40, ups: [rack] }"],
  [
    "an empty list of servers",
    "  servers: []\n",
    "1:12 ups.servers: is an empty list; write for example - { address: 192.168.10.40, ups: [rack] }",
  ],
  [
    "a host's name",
    "  servers: [{ address: nas.lan }]\n",
    '1:24 ups.servers[0].address: "nas.lan" is not an IP address; use for example 192.168.10.40',
  ],
  [
    "an address with a port",
    "  servers: [{ address: 192.168.10.40:3493 }]\n",
    '1:24 ups.servers[0].address: "192.168.10.40:3493" is not an IP address; use for example 192.168.10.40',
  ],
  [
    "an address of the pod itself",
    '  servers: [{ address: "::1" }]\n',
    '1:24 ups.servers[0].address: "::1" is loopback, link-local, multicast or unspecified, which to a pod is none but itself or its neighbours; write an address that is reached from elsewhere',
  ],
  [
    "the address of a Service",
    "  servers: [{ address: 10.42.0.9 }]\n",
    '1:24 ups.servers[0].address: "10.42.0.9" lies in cluster.address_ranges (10.42.0.0/16), but no policy opens a pod or a Service by its address; write an address outside the cluster',
  ],
  [
    "a server twice, spelled in two ways",
    '  servers: [{ address: "fd00::5" }, { address: "fd00:0::0005" }]\n',
    '1:48 ups.servers[1].address: "fd00:0::0005" is listed twice; list the server once, with all its UPSes',
  ],
  [
    "a UPS's name as a person would write it",
    "  servers: [{ address: 192.168.10.40, ups: [the rack] }]\n",
    '1:45 ups.servers[0].ups[0]: "the rack" is not the name of a UPS in ups.conf (letters, digits, ., - and _); use for example rack',
  ],
  [
    "a UPS twice",
    "  servers: [{ address: 192.168.10.40, ups: [rack, rack] }]\n",
    '1:51 ups.servers[0].ups[1]: "rack" is in the list twice; keep one',
  ],
  ["no UPS", "  servers: [{ address: 192.168.10.40, ups: [] }]\n", "1:44 ups.servers[0].ups: is an empty list; write for example [rack]"],
  ["a port too high", `${RACK}  port: 65536\n`, "4:9 ups.port: 65536 is not a whole number from 1 to 65535; use for example 3493"],
  [
    "a port beside an address",
    "  servers: [{ address: 192.168.10.40, port: 3494 }]\n",
    "1:39 ups.servers[0].port: is not a known key; allowed are: address, ups",
  ],
  [
    "a user with a blank",
    `${RACK}  username: ups monitor\n`,
    '4:13 ups.username: "ups monitor" is not a user of upsd.users (printable ASCII without blanks, quotes and backslashes, 64 at most); use for example monitor',
  ],
  ["the password", `${RACK}  password: secret\n`, "4:3 ups.password: is not a known key; allowed are: servers, port, username, component"],
  [
    "a component that is none",
    `${RACK}  component: Platfrom\n`,
    '4:14 ups.component: "Platfrom" is not an allowed value; did you mean "Platform"?',
  ],
])("%s is refused", (_, text, message) => {
  const section = text.startsWith("ups") ? text : `ups:\n${text}`;
  const found = mistakesOf(PLAIN_SITE + section).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)));
  expect(found).toEqual([message]);
});
