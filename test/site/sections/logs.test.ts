import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

test.each([
  ["nothing", "", undefined],
  ["nothing but that it is there", "logs: {}\n", {}],
  [
    "a device, in the one spelling of its address",
    'logs: { syslog: { switches: ["fd00:0::0005"] } }\n',
    { syslog: { switches: ["fd00::5"] } },
  ],
  [
    "everything",
    "logs:\n  organisation: mine_2\n  buffer_volume: 20Gi\n  retention_days: { pod_logs: 3, modsec: 3650 }\n  syslog:\n    port: 5140\n    router: [192.168.10.1]\n    switches: [192.168.10.2]\n    access_points: [192.168.10.3]\n    nat64: [192.168.10.4]\n",
    {
      organisation: "mine_2",
      buffer_volume: "20Gi",
      retention_days: { pod_logs: 3, modsec: 3650 },
      syslog: {
        port: 5140,
        router: ["192.168.10.1"],
        switches: ["192.168.10.2"],
        access_points: ["192.168.10.3"],
        nat64: ["192.168.10.4"],
      },
    },
  ],
])("%s may be said of the logs", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").logs).toEqual(expected);
});

test.each([
  [
    "a stream's name misspelt",
    "  retention_days: { pod_log: 30 }\n",
    "1:21 logs.retention_days.pod_log: is not a known key; did you mean pod_logs?",
  ],
  [
    "two days, which the store refuses",
    "  retention_days: { pod_logs: 2 }\n",
    "1:31 logs.retention_days.pod_logs: 2 is not a whole number from 3 to 3650; use for example 30",
  ],
  [
    "an organisation with a slash",
    "  organisation: a/b\n",
    '1:17 logs.organisation: "a/b" is not the name of an organisation (letters, digits and _, 64 at most); use for example default',
  ],
  [
    "a volume that can't hold the smallest buffers",
    "  buffer_volume: 4Gi\n",
    '1:18 logs.buffer_volume: "4Gi" is too small for the router\'s 15 buffers (256Mi each); use 16Gi',
  ],
  [
    "no device",
    "  syslog: {}\n",
    "1:11 logs.syslog: lists no device; write one of router, switches, access_points, nat64, or leave the section out",
  ],
  [
    "a host's name",
    "  syslog: { router: [router.lan] }\n",
    '1:22 logs.syslog.router[0]: "router.lan" is not an IP address; use for example 192.168.10.1',
  ],
  [
    "a device twice, spelled in two ways",
    '  syslog: { router: ["fd00::5"], nat64: ["fd00:0::0005"] }\n',
    '1:42 logs.syslog.nat64[0]: "fd00::5" is in logs.syslog.router too; list each device where it belongs, once',
  ],
  [
    "a pod",
    "  syslog: { router: [10.42.0.9] }\n",
    '1:22 logs.syslog.router[0]: "10.42.0.9" lies in cluster.address_ranges (10.42.0.0/16), but no policy opens a pod or a Service by its address; write an address outside the cluster',
  ],
  [
    "an address of nobody",
    "  syslog: { router: [127.0.0.1] }\n",
    '1:22 logs.syslog.router[0]: "127.0.0.1" is loopback, link-local, multicast or unspecified, which to a pod is none but itself or its neighbours; write an address that is reached from elsewhere',
  ],
])("%s is refused", (_, text, message) => {
  const mistakes = mistakesOf(`${PLAIN_SITE}logs:\n${text}`).map((line) =>
    line.replace(/^(\d+)/, (number) => String(Number(number) - FIRST_LINE)),
  );
  expect(mistakes).toEqual([message]);
});
