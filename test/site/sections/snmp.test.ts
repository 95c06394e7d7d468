import { parseSite } from "../../../lib/site/load";
import { DEVICE_CLASSES } from "../../../lib/site/sections/snmp";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

const SWITCH = '  switches: ["fd00::5"]\n';
const silent = (point: string) => `${SWITCH}  silent_access_points: [${point}]\n`;

test.each([
  ["nothing", "", undefined],
  ["servers alone", "snmp: { servers: [192.168.10.41] }\n", { servers: ["192.168.10.41"] }],
  [
    "everything",
    "snmp:\n  switches: [192.168.10.2]\n  instant_access_points: [192.168.10.3]\n  access_points: [192.168.10.6]\n  servers: [192.168.10.41]\n" +
      '  silent_access_points: [{ name: attic, switch: 192.168.10.2, port: "7" }]\n',
    {
      switches: ["192.168.10.2"],
      instant_access_points: ["192.168.10.3"],
      access_points: ["192.168.10.6"],
      servers: ["192.168.10.41"],
      silent_access_points: [{ name: "attic", switch: "192.168.10.2", port: "7" }],
    },
  ],
  [
    "a switch on IPv6 in two spellings, which are one",
    'snmp:\n  switches: ["FD00:0::0005"]\n  silent_access_points: [{ name: attic, switch: "fd00:0:0::5", port: Gi1/0/7 }]\n',
    { switches: ["fd00::5"], silent_access_points: [{ name: "attic", switch: "fd00::5", port: "Gi1/0/7" }] },
  ],
])("%s may be said of the devices", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").snmp).toEqual(expected);
});

test.each([
  ["no device", "snmp: {}\n", `0:7 snmp: lists no device; write one of ${DEVICE_CLASSES.join(", ")}, or leave the section out`],
  ["an empty list", "  switches: []\n", "1:13 snmp.switches: is an empty list; write for example [192.168.10.2]"],
  ["a host's name", "  switches: [sw.lan]\n", '1:14 snmp.switches[0]: "sw.lan" is not an IP address; use for example 192.168.10.2'],
  [
    "an address with a port",
    "  servers: [192.168.10.41:161]\n",
    '1:13 snmp.servers[0]: "192.168.10.41:161" is not an IP address; use for example 192.168.10.21',
  ],
  [
    "the address of a pod",
    "  switches: [10.42.0.9]\n",
    '1:14 snmp.switches[0]: "10.42.0.9" lies in cluster.address_ranges (10.42.0.0/16), but no policy opens a pod or a Service by its address; write an address outside the cluster',
  ],
  [
    "a device twice, spelled in two ways",
    '  switches: ["fd00::5", "fd00:0::5"]\n',
    '1:25 snmp.switches[1]: "fd00::5" is in the list twice; keep one',
  ],
  [
    "a device in two lists",
    `${SWITCH}  access_points: ["fd00:0::5"]\n`,
    '2:19 snmp.access_points[0]: "fd00::5" is in snmp.switches too; list each device where it belongs, once',
  ],
  [
    "an access point on a switch that nobody asks",
    silent("{ name: attic, switch: 192.168.10.9, port: Gi1/0/7 }"),
    '2:49 snmp.silent_access_points[0].switch: "192.168.10.9" is not in snmp.switches, so nobody asks it; add it there, or name the switch that the access point hangs on',
  ],
  [
    "two access points of one name",
    silent('{ name: attic, switch: "fd00::5", port: "1" }, { name: attic, switch: "fd00::5", port: "2" }'),
    '2:81 snmp.silent_access_points[1].name: "attic" is the name of two; give each its own',
  ],
  [
    "a port as a number",
    silent('{ name: attic, switch: "fd00::5", port: 7 }'),
    '2:66 snmp.silent_access_points[0].port: 7 is a number, not text; put it in quotes: "7"',
  ],
  [
    "an access point without a port",
    silent('{ name: attic, switch: "fd00::5" }'),
    "2:26 snmp.silent_access_points[0].port: is missing; write for example Gi1/0/7",
  ],
  [
    "the password",
    "  servers: [192.168.10.41]\n  password: secret\n",
    `2:3 snmp.password: is not a known key; allowed are: ${DEVICE_CLASSES.join(", ")}, silent_access_points`,
  ],
])("%s is refused", (_, text, message) => {
  const section = text.startsWith("snmp") ? text : `snmp:\n${text}`;
  const found = mistakesOf(PLAIN_SITE + section).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)));
  expect(found).toEqual([message]);
});
