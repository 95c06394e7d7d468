import { parseSite } from "../../../lib/site/load";
import { addressOf, EXPORTERS, keyOf, splitTarget } from "../../../lib/site/sections/scrapes";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE, plainSiteWith } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

test.each([
  ["nothing", "", undefined],
  ["an exporter that is not here", "scrapes: { off: [kube_scheduler] }\n", { off: ["kube_scheduler"] }],
  ["an exporter of the chart that is not here", "scrapes: { off: [coredns] }\n", { off: ["coredns"] }],
  ["an exporter that is not here, by the name of its job", "scrapes: { off: [kube-scheduler] }\n", { off: ["kube-scheduler"] }],
  [
    "TLS, with the name of the certificate",
    "scrapes: { home_assistant: { targets: [192.168.10.20], scheme: https, tls_server_name: ha.example.org } }\n",
    { home_assistant: { targets: ["192.168.10.20"], scheme: "https", tls_server_name: "ha.example.org" } },
  ],
  [
    "the namespaces of one, and the addresses of others",
    "scrapes:\n  mail_smtp: { namespaces: [mail, post] }\n  chrony: { targets: [192.168.10.5, 192.168.10.6:9123] }\n",
    { mail_smtp: { namespaces: ["mail", "post"] }, chrony: { targets: ["192.168.10.5", "192.168.10.6:9123"] } },
  ],
  [
    "IPv6 with and without brackets and a port",
    'scrapes: { chrony: { targets: ["fd00::5", "[fd00::6]", "[fd00::7]:9123"] } }\n',
    { chrony: { targets: ["fd00::5", "[fd00::6]", "[fd00::7]:9123"] } },
  ],
  [
    "two exporters on one address, and one exporter on two ports of it",
    "scrapes:\n  mqtt: { targets: [192.168.10.20] }\n  chrony: { targets: [192.168.10.20:9123, 192.168.10.20:9124] }\n",
    { mqtt: { targets: ["192.168.10.20"] }, chrony: { targets: ["192.168.10.20:9123", "192.168.10.20:9124"] } },
  ],
])("%s may be said of the exporters", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").scrapes).toEqual(expected);
});

test("each exporter has a key in the section, with underscores for dashes", () => {
  for (const name of EXPORTERS) {
    const text = `scrapes: { ${keyOf(name)}: { targets: [192.168.10.5] } }\n`;
    expect(parseSite(PLAIN_SITE + text, "site.yaml").scrapes).toEqual({ [name.replace(/-/g, "_")]: { targets: ["192.168.10.5"] } });
  }
});

test.each([
  ["192.168.10.5", { host: "192.168.10.5" }],
  ["192.168.10.5:9123", { host: "192.168.10.5", port: 9123 }],
  ["fd00::5", { host: "fd00::5" }],
  ["fd00::5:9123", { host: "fd00::5:9123" }],
  ["[fd00::5]", { host: "fd00::5" }],
  ["[fd00::5]:9123", { host: "fd00::5", port: 9123 }],
])("%s is read as it is meant", (target, expected) => {
  expect(splitTarget(target)).toEqual(expected);
  expect(addressOf(target)).toBeDefined();
});

const EXAMPLE = "use for example 192.168.10.5:9123";

test.each([
  ["a section without a value", "scrapes:\n", `0:1 scrapes: is empty; it holds the keys off, ${EXPORTERS.map(keyOf).join(", ")}`],
  ["a list that names none", "  off: []\n", "1:8 scrapes.off: is an empty list; write for example [mysql]"],
  ["an exporter that nobody knows", "  off: [mysqld]\n", '1:9 scrapes.off[0]: "mysqld" is not an allowed value; did you mean "mysql"?'],
  [
    "an exporter that is like none",
    "  off: [clickhouse]\n",
    `1:9 scrapes.off[0]: "clickhouse" is not an allowed value; use one of: ${[...EXPORTERS.map(keyOf), "apiserver", "coredns"].join(", ")}`,
  ],
  ...["node_exporter", "node-exporter", "kube_state_metrics", "kubelet"].map((name): [string, string, string] => [
    `${name}, which every cluster has,`,
    `  off: [${name}]\n`,
    `1:9 scrapes.off[0]: "${name}" is never off: the rules on nodes, pods and volumes, and the recordings, stand on it`,
  ]),
  [
    "an exporter that is off by its key and by its name",
    "  off: [mail_smtp, mail-smtp]\n",
    '1:20 scrapes.off[1]: "mail-smtp" is in the list twice, spelled in two ways; keep one',
  ],
  [
    "an exporter that is off by its name, and here",
    "  off: [mail-smtp]\n  mail_smtp: { namespaces: [mail] }\n",
    "2:14 scrapes.mail_smtp: stands here and in scrapes.off; take it out of one of the two",
  ],
  [
    "a scheme that nobody speaks",
    "  chrony: { targets: [192.168.10.5], scheme: ftp }\n",
    '1:46 scrapes.chrony.scheme: "ftp" is not an allowed value; use one of: http, https',
  ],
  [
    "how, and not where",
    "  chrony: { scheme: https }\n",
    "1:11 scrapes.chrony: says how the exporter is asked, and not where; write its namespaces or its targets beside it",
  ],
  [
    "a certificate's name without TLS",
    "  chrony: { targets: [192.168.10.5], scheme: http, tls_server_name: clock.lan }\n",
    "1:69 scrapes.chrony.tls_server_name: stands beside scheme: http, which has no certificate; take one of the two out",
  ],
  [
    "a certificate's name that is none",
    "  chrony: { targets: [192.168.10.5], scheme: https, tls_server_name: https://clock.lan }\n",
    '1:70 scrapes.chrony.tls_server_name: "https://clock.lan" is not a DNS name (lower-case labels with dots between them); use for example ha.example.org',
  ],
  ["an exporter that is off twice", "  off: [mysql, mysql]\n", '1:16 scrapes.off[1]: "mysql" is in the list twice; keep one'],
  [
    "an exporter that is off, and here",
    "  off: [chrony]\n  chrony: { targets: [192.168.10.5] }\n",
    "2:11 scrapes.chrony: stands here and in scrapes.off; take it out of one of the two",
  ],
  [
    "an exporter of which nothing is said",
    "  mail_smtp: {}\n",
    "1:14 scrapes.mail_smtp: says nothing; write the namespaces or the targets of the exporter, or leave the key out",
  ],
  [
    "a router of which nothing is said",
    "  router: {}\n",
    "1:11 scrapes.router: says nothing; write the targets of the exporter, or leave the key out",
  ],
  [
    "an exporter without a value",
    "  chrony:\n",
    "1:3 scrapes.chrony: is empty; it holds the keys namespaces, targets, scheme, tls_server_name",
  ],
  [
    "an exporter inside and outside",
    "  chrony: { namespaces: [ntp], targets: [192.168.10.5] }\n",
    "1:41 scrapes.chrony.targets: stands beside namespaces; an exporter is in the cluster or at addresses outside of it",
  ],
  [
    "a router in the cluster",
    "  router: { namespaces: [network] }\n",
    "1:13 scrapes.router.namespaces: is not a known key; allowed are: targets, scheme, tls_server_name",
  ],
  ["no namespace", "  mysql: { namespaces: [] }\n", "1:24 scrapes.mysql.namespaces: is an empty list; write for example [databases]"],
  [
    "a namespace that is none",
    "  mysql: { namespaces: [My Databases] }\n",
    '1:25 scrapes.mysql.namespaces[0]: "My Databases" is not a DNS label (lower-case letters, digits and inner dashes, 63 at most); use for example databases',
  ],
  [
    "a namespace twice",
    "  mysql: { namespaces: [rows, rows] }\n",
    '1:31 scrapes.mysql.namespaces[1]: "rows" is in the list twice; keep one',
  ],
  ["no address", "  chrony: { targets: [] }\n", "1:22 scrapes.chrony.targets: is an empty list; write for example [192.168.10.5:9123]"],
  [
    "a name",
    "  chrony: { targets: [clock.lan:9123] }\n",
    `1:23 scrapes.chrony.targets[0]: "clock.lan:9123" is not an IP address with or without a port; ${EXAMPLE}`,
  ],
  [
    "a URL",
    '  chrony: { targets: ["http://192.168.10.5:9123"] }\n',
    `1:23 scrapes.chrony.targets[0]: "http://192.168.10.5:9123" is not an IP address with or without a port; ${EXAMPLE}`,
  ],
  [
    "a range",
    "  chrony: { targets: [192.168.10.5/32] }\n",
    `1:23 scrapes.chrony.targets[0]: "192.168.10.5/32" is not an IP address with or without a port; ${EXAMPLE}`,
  ],
  [
    "brackets around a name",
    '  chrony: { targets: ["[clock]:9123"] }\n',
    `1:23 scrapes.chrony.targets[0]: "[clock]:9123" is not an IP address with or without a port; ${EXAMPLE}`,
  ],
  [
    "a port that is none",
    "  chrony: { targets: [192.168.10.5:65536] }\n",
    `1:23 scrapes.chrony.targets[0]: "192.168.10.5:65536" has the port 65536, which is none; ${EXAMPLE}`,
  ],
  [
    "the port 0",
    '  chrony: { targets: ["[fd00::5]:0"] }\n',
    `1:23 scrapes.chrony.targets[0]: "[fd00::5]:0" has the port 0, which is none; ${EXAMPLE}`,
  ],
  [
    "an address twice",
    "  chrony: { targets: [192.168.10.5, 192.168.10.5] }\n",
    '1:37 scrapes.chrony.targets[1]: "192.168.10.5" is in the list twice; keep one',
  ],
  [
    "an address twice, spelled in two ways",
    '  chrony: { targets: ["fd00::5", "[fd00:0::0005]"] }\n',
    '1:34 scrapes.chrony.targets[1]: "[fd00:0::0005]" is in the list twice, spelled in two ways; keep one',
  ],
  [
    "the address of a pod",
    "  chrony: { targets: [10.42.0.9:9123] }\n",
    '1:23 scrapes.chrony.targets[0]: "10.42.0.9" lies in cluster.address_ranges (10.42.0.0/16), but no policy opens a pod or a Service by its address; write an address outside the cluster',
  ],
  [
    "the address of a pod over IPv6",
    '  chrony: { targets: ["[fd00:42::9]:9123"] }\n',
    '1:23 scrapes.chrony.targets[0]: "fd00:42::9" lies in cluster.address_ranges (fd00:42::/48), but no policy opens a pod or a Service by its address; write an address outside the cluster',
  ],
  [
    "an address of the agent's pod itself",
    "  chrony: { targets: [127.0.0.1] }\n",
    '1:23 scrapes.chrony.targets[0]: "127.0.0.1" is loopback, link-local, multicast or unspecified, which to a pod is none but itself or its neighbours; write an address that is reached from elsewhere',
  ],
])("%s is refused", (_, text, message) => {
  const section = text.startsWith("scrapes") ? text : `scrapes:\n${text}`;
  const found = mistakesOf(PLAIN_SITE + section).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)));
  expect(found).toEqual([message]);
});

test("an IPv4 address is refused where no pod has one", () => {
  const text = `${plainSiteWith(["10.42.0.0/16, ", ""])}scrapes: { chrony: { targets: [192.168.10.5] } }\n`;
  expect(mistakesOf(text).filter((line) => line.includes("scrapes"))).toEqual([
    expect.stringContaining('"192.168.10.5" is an IPv4 address, which no pod reaches'),
  ]);
});
