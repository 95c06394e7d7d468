import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

const SECTION = "status_page:\n  api_url: https://status.example.org\n";
const section = (url: string, addresses?: string) =>
  plainSiteWith([SECTION, `status_page:\n  api_url: ${url}\n${addresses === undefined ? "" : `  api_addresses: ${addresses}\n`}`]);

test.each([
  ["a public name", "https://status.example.org", undefined],
  ["a public name and its addresses", "https://status.example.org", "[203.0.113.0/24]"],
  ["an address", "https://203.0.113.9", undefined],
  ["an address and the range that holds it", "https://203.0.113.9", "[198.51.100.0/24, 203.0.113.0/24]"],
  ["an IPv6 address and its range", "https://[fd00::9]:8443", '["fd00::/64"]'],
  ["an IPv4-mapped address and its IPv4 range", "https://[::ffff:c0a8:a14]", "[192.168.10.20/32]"],
  ["a local name and its addresses", "https://status.lan", "[192.168.10.30/32]"],
  ["a Service", "http://page.status.svc:8080", undefined],
  ["a Service in the cluster's own domain", "http://page.status.svc.cluster.local:8080", undefined],
  ["a Service in another form, and its addresses", "https://page.status.svc:8443", "[10.43.7.7/32]"],
  ["a path that is no version", "https://status.example.org/v1x/api", undefined],
  ["a name that only looks local", "https://lan.example.org", undefined],
])("%s is right", (_, url, addresses) => {
  expect(mistakesOf(section(url, addresses))).toEqual([]);
});

test("the addresses are part of the site, and may be absent", () => {
  const addresses = (text: string) => parseSite(text, "site.yaml").status_page?.api_addresses;
  expect(addresses(section("https://status.lan", "[192.168.10.30/32]"))).toEqual(["192.168.10.30/32"]);
  expect(addresses(section("https://status.example.org"))).toBeUndefined();
});

test.each([
  ["a single label", "https://status"],
  ["localhost", "http://localhost:8080"],
  ...["local", "lan", "home", "internal", "intranet", "home.arpa", "localdomain", "test", "invalid", "localhost"].map((suffix) => [
    `.${suffix}`,
    `https://status.${suffix}`,
  ]),
])("%s without addresses is refused", (_, url) => {
  expect(mistakesOf(section(url))).toEqual([
    `60:1 status_page.api_addresses: is missing, and "${url}" is not on the public internet; list the addresses behind it`,
  ]);
});

test.each(["https://page.status.svc:8443", "http://page.status.svc", "http://page.status.svc.cluster.local", "https://page.cluster.local"])(
  "%s is of this cluster, but no Service in the one form that the policies understand",
  (url) => {
    expect(mistakesOf(section(url))).toEqual([
      `60:1 status_page.api_addresses: is missing, and "${url}" is not on the public internet; list the addresses behind it, or write http://<service>.<namespace>.svc:<port> for a Service of this cluster`,
    ]);
  },
);

test("a name in a DNS domain of the cluster that has another ending than usual is refused", () => {
  const text = section("https://page.k8s.example.org").replace("dns_domain: cluster.local", "dns_domain: k8s.example.org");
  expect(mistakesOf(text)).toEqual([expect.stringMatching(/^60:1 status_page\.api_addresses: is missing, and .* is not on the public/)]);
});

test.each([
  [
    "an address that its list does not hold",
    "https://203.0.113.9",
    "[198.51.100.0/24]",
    '62:18 status_page.api_addresses: lists no range that holds the host of "https://203.0.113.9"; add 203.0.113.9/32',
  ],
  [
    "an IPv6 address that its list does not hold",
    "https://[fd00::9]:8443",
    "[0.0.0.0/0]",
    '62:18 status_page.api_addresses: lists no range that holds the host of "https://[fd00::9]:8443"; add fd00::9/128',
  ],
  [
    "addresses of a Service",
    "http://page.status.svc:8080",
    "[10.43.7.7/32]",
    '62:18 status_page.api_addresses: is given, but "http://page.status.svc:8080" is a Service of this cluster; leave the list out',
  ],
  [
    "a Service in another DNS domain",
    "http://page.status.svc.home.arpa:8080",
    undefined,
    '61:12 status_page.api_url: "http://page.status.svc.home.arpa:8080" ends with "home.arpa", but cluster.dns_domain is "cluster.local"; end the host with .svc or .svc.cluster.local',
  ],
  [
    "a misread range is not taken for one that lies elsewhere",
    "https://203.0.113.9",
    "[203.0.113.9/24]",
    '62:19 status_page.api_addresses[0]: "203.0.113.9/24" has address bits behind its prefix; did you mean 203.0.113.0/24?',
  ],
  [
    "a list that is none is one mistake, not two",
    "https://status.lan",
    "192.168.10.30/32",
    '62:18 status_page.api_addresses: "192.168.10.30/32" is not a list; write for example [203.0.113.0/24]',
  ],
  [
    "an empty list is one mistake, not two",
    "https://203.0.113.9",
    "[]",
    "62:18 status_page.api_addresses: is an empty list; write for example [203.0.113.0/24]",
  ],
])("%s", (_, url, addresses, message) => {
  expect(mistakesOf(section(url, addresses))).toEqual([message]);
});

test("a misspelt list is not a missing one too", () => {
  const text = section("https://status.lan", "[192.168.10.30/32]").replace("api_addresses", "api_adresses");
  expect(mistakesOf(text)).toEqual(["62:3 status_page.api_adresses: is not a known key; did you mean api_addresses?"]);
});

test.each([
  ["https://status.example.org/v1", "https://status.example.org"],
  ["https://status.example.org/v1/pages", "https://status.example.org"],
  ["https://status.example.org/v1/", "https://status.example.org"],
  ["https://status.example.org/api/v2", "https://status.example.org/api"],
])("%s names the version that the adapter adds itself: every call would miss", (url, base) => {
  expect(mistakesOf(section(url))).toEqual([
    `61:12 status_page.api_url: "${url}" names a version of the API, which the adapter adds itself; use ${base}`,
  ]);
});
