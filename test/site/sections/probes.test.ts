import { parseSite } from "../../../lib/site/load";
import { PROBE_KINDS } from "../../../lib/site/sections/probes";
import { mistakesOf } from "../mistakes";
import { PLAIN_BOILER, PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

/** The messages about a section, with its own line numbers. */
const refusals = (section: string) =>
  mistakesOf(PLAIN_SITE + section).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)));

/** One probe of a component, as it stands under its kind. */
const probe = (kind: string, text: string) => `probes:\n  - component: Mail\n    ${kind}:\n      - { name: a, ${text} }\n`;

test.each([
  ["nothing", ""],
  [
    "a page, with and without a path, a slash at its end and a query",
    probe(
      "http",
      "url: https://www.example.org }\n      - { name: b, url: https://www.example.org/v2/ }\n      - { name: c, url: https://www.example.org/ready/?deep=1&all=a%20b",
    ),
  ],
  [
    "a page of a Service, by http and by https",
    probe("http", "url: http://web.shop.svc:8080/ready }\n      - { name: b, url: https://web.shop.svc/, tls_server_name: www.example.org"),
  ],
  ["what is behind the sign-in", probe("http_behind_sign_in", "url: https://cameras.example.org/")],
  [
    "a mail server",
    probe(
      "smtp",
      "host: mail.example.org:25 }\n    smtp_starttls:\n      - { name: b, host: mail.example.org:587 }\n    smtps:\n      - { name: c, host: mail.example.org:465 }\n    imaps:\n      - { name: d, host: mail.example.org:993",
    ),
  ],
  ["an address with a certificate for a name", probe("imaps", "host: 192.168.10.9:993, tls_server_name: mail.example.org")],
  ["an address with a certificate for itself", probe("tls", 'host: "[fd00::9]:993", tls_server_name: "fd00::9"')],
  ["a name at home, and where it is", probe("tcp", "host: nas.lan:445, addresses: [192.168.10.5/32]")],
  [
    "a short name of a Service that is a public host, and where it is",
    probe("tcp", "host: photos.websites:443, addresses: [203.0.113.0/24]"),
  ],
  ["a host in a domain that is no namespace", probe("tcp", "host: photos.example:443")],
  [
    "a public and a private address through NAT64",
    probe("tcp", 'host: "[64:ff9b::cb00:7109]:25" }\n      - { name: b, host: "[64:ff9b::c0a8:a09]:25"'),
  ],
  [
    "a private address behind NAT64, by its own prefix and by one's own",
    probe("nat64", 'host: 10.0.0.5:443 }\n      - { name: b, host: 10.0.0.5:443, prefix: "2001:db8:64::/96"'),
  ],
  ["either family", probe("tcp", "host: www.example.org:443, family: ipv6 }\n      - { name: b, host: www.example.org:443, family: ipv4")],
  ["a name server", probe("dns", "server: ns1.example.org:53, query: www.example.org, answer: 192.0.2.80, transport: tcp")],
  [
    "what is behind NAT64",
    probe("nat64", 'host: 192.0.2.1:443 }\n      - { name: b, host: only.example.org:443, prefix: "2001:db8:64::/96"'),
  ],
  [
    "that something is not probed",
    probe("not_probed", "because: it answers no stranger }\n    tcp:\n      - { name: b, host: mail.example.org:25"),
  ],
])("%s may be said of probes", (_, section) => {
  expect(refusals(section)).toEqual([]);
});

test("a port may be left out of a URL, and is what it says", () => {
  expect(parseSite(PLAIN_SITE + probe("http", "url: https://www.example.org/"), "site.yaml").probes).toEqual([
    { component: "Mail", http: [{ name: "a", url: "https://www.example.org/" }] },
  ]);
});

const KINDS = PROBE_KINDS.join(", ");

test.each([
  [
    "a section without probes",
    "probes: []\n",
    "0:9 probes: is an empty list; write for example - { component: Websites, http: [{ name: home-page, url: https://www.example.org/ }] }",
  ],
  [
    "reasons alone",
    probe("not_probed", "because: it answers no stranger"),
    "0:1 probes: asks nothing; name one target at least, or leave the section out",
  ],
  [
    "a component without anything",
    `${probe("tcp", "host: mail.example.org:25")}  - component: DNS\n`,
    `4:5 probes[1]: asks nothing; name a target (${KINDS}), or say in not_probed why there is none`,
  ],
  [
    "a component twice",
    `${probe("tcp", "host: mail.example.org:25")}  - { component: Mail, tcp: [{ name: b, host: mail.example.org:993 }] }\n`,
    '4:18 probes[1].component: "Mail" is listed twice; put its probes together',
  ],
  [
    "a name twice",
    probe("tcp", "host: mail.example.org:25 }\n    not_probed:\n      - { name: a, because: it answers no stranger"),
    '5:17 probes[0].not_probed[0].name: "a" is another probe\'s too; give each of a component a name of its own',
  ],
  [
    "a name as a person would write it",
    probe("tcp", "host: mail.example.org:25").replace("name: a", "name: Web mail"),
    '3:17 probes[0].tcp[0].name: "Web mail" is not a name of lower-case letters, digits and inner dashes, 40 at most; use for example webmail',
  ],
  [
    "a page's fragment",
    probe("http", "url: https://www.example.org/#top"),
    '3:25 probes[0].http[0].url: "https://www.example.org/#***" holds a fragment, which no server is sent; use https://www.example.org/',
  ],
  [
    "a certificate by address that names nobody",
    probe("imaps", "host: 192.168.10.9:993"),
    '3:9 probes[0].imaps[0].tls_server_name: is missing, and "192.168.10.9:993" is an address: write the name in its certificate, or the address itself where the certificate holds that',
  ],
  [
    "a page by address that names nobody",
    probe("http", "url: https://192.168.10.9/"),
    '3:9 probes[0].http[0].tls_server_name: is missing, and "https://192.168.10.9/" is an address: write the name in its certificate, or the address itself where the certificate holds that',
  ],
  [
    "a certificate of what has none",
    probe("http", "url: http://www.example.org/, tls_server_name: www.example.org"),
    "3:67 probes[0].http[0].tls_server_name: stands beside an http URL, which has no certificate; write https, or take it out",
  ],
  [
    "a name that nobody resolves",
    probe("tcp", "host: nas.lan:445"),
    '3:9 probes[0].tcp[0].addresses: is missing, and "nas.lan:445" is not on the public internet; list the addresses behind it',
  ],
  [
    "a Service of an unknown namespace",
    probe("http", "url: http://grafana"),
    '3:9 probes[0].http[0].addresses: is missing, and "grafana:80" is not on the public internet; list the addresses behind it, or write <service>.<namespace>.svc:<port> for a Service of this cluster',
  ],
  [
    "a Service by its short name",
    probe("http", "url: http://photos.websites/ready"),
    '3:25 probes[0].http[0].url: "photos.websites:80" is to a pod a Service of this cluster; write photos.websites.svc:80 for it, or beside a public host of that name its addresses',
  ],
  [
    "a Service of the orchestrator by its short name",
    probe("dns", "server: kube-dns.kube-system:53, query: www.example.org, answer: 192.0.2.80"),
    '3:28 probes[0].dns[0].server: "kube-dns.kube-system:53" is to a pod a Service of this cluster; write kube-dns.kube-system.svc:53 for it, or beside a public host of that name its addresses',
  ],
  [
    "a Service of the platform's own by its short name",
    probe("tcp", "host: relay.monitoring:9999"),
    '3:26 probes[0].tcp[0].host: "relay.monitoring.svc:9999" is in namespace "monitoring", the platform\'s own (namespaces.monitoring), whose policies let nobody in to it; run it in a namespace of its own',
  ],
  [
    "the machine itself, through NAT64",
    probe("tcp", 'host: "[64:ff9b::7f00:1]:25"'),
    '3:26 probes[0].tcp[0].host: "[64:ff9b::7f00:1]:25" has a loopback, link-local, multicast or unspecified host, which to a pod is none but itself or its neighbours; write an address that is reached from elsewhere, or <service>.<namespace>.svc:<port> for a Service of this cluster',
  ],
  [
    "an address of a pod, through NAT64",
    probe("tcp", 'host: "[64:ff9b::a2a:9]:25"'),
    '3:26 probes[0].tcp[0].host: "[64:ff9b::a2a:9]:25" has a host in cluster.address_ranges (10.42.0.0/16), but no policy opens a pod or a Service by its address; write <service>.<namespace>.svc:<port>',
  ],
  [
    "addresses of pods behind a name, through NAT64",
    probe("tcp", 'host: nas.lan:445, addresses: ["64:ff9b::10.42.1.0/120"]'),
    '3:51 probes[0].tcp[0].addresses[0]: "64:ff9b::10.42.1.0/120" lies in cluster.address_ranges, but no policy opens pods or Services by their addresses; list addresses outside the cluster, or write <service>.<namespace>.svc:<port> in probes.0.tcp.0.host',
  ],
  [
    "link-local addresses behind a name, through NAT64",
    probe("tcp", 'host: nas.lan:445, addresses: ["64:ff9b::169.254.0.0/112"]'),
    '3:51 probes[0].tcp[0].addresses[0]: "64:ff9b::169.254.0.0/112" is loopback, link-local, multicast or unspecified, which to a pod is none but itself or its neighbours; list addresses that are reached from elsewhere',
  ],
  [
    "the machine itself behind NAT64",
    probe("nat64", 'host: 127.0.0.1:443, prefix: "2001:db8:64::/96"'),
    '3:26 probes[0].nat64[0].host: "127.0.0.1:443" is loopback, link-local, multicast or unspecified, which lies behind no NAT64; write an address of the IPv4 internet',
  ],
  [
    "an address of a pod behind NAT64",
    probe("nat64", "host: 10.42.0.9:443"),
    '3:26 probes[0].nat64[0].host: "10.42.0.9:443" lies in cluster.address_ranges (10.42.0.0/16), which lies behind no NAT64; write an address of the IPv4 internet',
  ],
  [
    "the API server's Service",
    probe("tcp", "host: kubernetes.default.svc:443"),
    '3:26 probes[0].tcp[0].host: "kubernetes.default.svc:443" is the API server, whose Service has no pods that a policy could open; write the address of a control-plane node, such as 192.168.10.11:6443',
  ],
  [
    "an address of a pod",
    probe("tcp", "host: 10.42.0.9:443"),
    '3:26 probes[0].tcp[0].host: "10.42.0.9:443" has a host in cluster.address_ranges (10.42.0.0/16), but no policy opens a pod or a Service by its address; write <service>.<namespace>.svc:<port>',
  ],
  [
    "a family beside an address of the other",
    probe("tcp", "host: 192.168.10.9:443, family: ipv6"),
    '3:52 probes[0].tcp[0].family: "ipv6" stands beside "192.168.10.9:443", an address of the other family; take one of the two out',
  ],
  [
    "a family beside addresses of the other",
    probe("tcp", "host: nas.lan:445, addresses: [192.168.10.5/32], family: ipv6"),
    '3:77 probes[0].tcp[0].family: "ipv6" stands beside addresses of the other family alone; add the IPv6 addresses, or take it out',
  ],
  [
    "an answer that is no address",
    probe("dns", "server: ns1.example.org:53, query: www.example.org, answer: web"),
    '3:80 probes[0].dns[0].answer: "web" is not an IP address; use for example 192.0.2.80',
  ],
  [
    "an IPv6 host behind NAT64",
    probe("nat64", 'host: "[2001:db8::1]:443"'),
    '3:26 probes[0].nat64[0].host: "[2001:db8::1]:443" is not <host>:<port> with an IPv4 address, or with a name that has one; use for example 192.0.2.1:443',
  ],
  [
    "a host of home behind NAT64",
    probe("nat64", "host: nas.lan:443"),
    '3:26 probes[0].nat64[0].host: "nas.lan:443" is not on the public internet, which lies behind NAT64; write a public name or an IPv4 address',
  ],
])("%s is refused", (_, section, message) => {
  expect(refusals(section)).toEqual([message]);
});

describe("a short name of a Service is refused in a namespace that is named", () => {
  const boiler = PLAIN_BOILER.replace("namespace: boiler", "namespace: heating");
  test.each([
    ["by every cluster", "kube-public", ""],
    ["by a component", "websites", ""],
    ["as the orchestrator's", "kube-system", ""],
    ["as the CD tool's", "argocd", ""],
    ["as the boiler's", "heating", boiler],
    ["where an exporter is", "databases", "scrapes: { redis: { namespaces: [caches, databases] } }\n"],
    [
      "for a workload that is scaled",
      "shop",
      "autoscaling: { workloads: [{ namespace: shop, name: web, mode: Off, because: it rests }] }\n",
    ],
    ["as not scaled", "databases", "autoscaling: { workloads: [], excluded: [databases] }\n"],
    ["for stale mounts", "photos", "stale_mounts: { namespaces: [photos] }\n"],
    ["as kept from restarts", "storage", "stale_mounts: { except: [storage] }\n"],
    ["for a job of others", "photos", "batch: { foreign: [{ script: backup.sh, namespace: photos, component: Backups }] }\n"],
    ["by the URL of a Service", "push", "push: { ntfy: { url: http://ntfy.push.svc:8080 } }\n"],
  ])("%s", (_, namespace, more) => {
    const host = `web.${namespace}:443`;
    const [mistake, ...others] = refusals(`${probe("tcp", `host: ${host}`)}${more}`);
    expect([mistake, others]).toEqual([expect.stringContaining(`"${host.replace(":", namespace === "heating" ? ".svc:" : ":")}"`), []]);
    if (more !== "") expect(refusals(probe("tcp", `host: ${host}`))).toEqual([]);
    const elsewhere = refusals(`${probe("tcp", "host: web.example:443")}${more}`);
    expect(elsewhere).toEqual([]);
  });
});

describe("a certificate that vouches for others", () => {
  const given = (text: string) => probe("tls", `host: mail.example.org:993, tls_authority: "${text}"`);

  test("is one", () => {
    expect(refusals(given("mine"))).toEqual([
      expect.stringMatching(/"mine" is not a certificate in PEM; write it below \|, from -----BEGIN CERTIFICATE----- on$/),
    ]);
  });

  test("comes without its key", () => {
    expect(refusals(given("-----BEGIN PRIVATE KEY-----"))).toEqual([
      expect.stringMatching(/holds a private key; keep that to yourself, and write the certificate alone$/),
    ]);
  });
});

test("pods with addresses of one family ask by that one alone", () => {
  const alone = PLAIN_SITE.replace(', "fd00:42::/48"', "");
  const refused = (section: string) => mistakesOf(alone + section).map((line) => line.replace(/^\d+:\d+ /, ""));
  expect(refused(probe("http", "url: https://www.example.org/, family: ipv6"))).toEqual([
    "probes[0].http[0].family: asks by IPv6, which no pod has: cluster.address_ranges holds IPv4 alone; add the pods' IPv6 range there, or move this to not_probed",
  ]);
  expect(refused(probe("tcp", 'host: "[2001:db8::25]:25"'))).toEqual([
    "probes[0].tcp[0].host: asks by IPv6, which no pod has: cluster.address_ranges holds IPv4 alone; add the pods' IPv6 range there, or move this to not_probed",
  ]);
  expect(refused(probe("nat64", "host: 192.0.2.1:443"))).toEqual([
    "probes[0].nat64[0].host: asks by IPv6, which no pod has: cluster.address_ranges holds IPv4 alone; add the pods' IPv6 range there, or move this to not_probed",
  ]);
});
