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

test("a single label without addresses is refused, and may be meant for a Service", () => {
  expect(mistakesOf(section("https://status"))).toEqual([
    '60:1 status_page.api_addresses: is missing, and "https://status" is not on the public internet; list the addresses behind it, or write http://<service>.<namespace>.svc:<port> for a Service of this cluster',
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

describe("a site without the section", () => {
  const without = (...replacements: readonly (readonly [string, string])[]) =>
    mistakesOf(plainSiteWith([`${SECTION}  page_id: page\n`, ""], ...replacements));
  const NO_URL = ["  status_page_url: http://status-page.monitoring.svc:8080\n", ""] as const;
  const NO_ID = [", page_id: c1 }", " }"] as const;

  test.each<[string, readonly (readonly [string, string])[]]>([
    ["with all that a page would need", []],
    ["without the adapter's URL", [NO_URL]],
    ["without a component's place on the page", [NO_ID]],
    ["with two components at one place", [["page_id: c10", "page_id: c9"]]],
  ])("is right %s", (_, replacements) => {
    expect(without(...replacements)).toEqual([]);
  });

  test("still has a right URL, if any", () => {
    expect(without(["http://status-page.monitoring.svc:8080", "http://status-page.logging.svc:8080"])).toHaveLength(1);
  });
});

describe("the section needs", () => {
  test("a place for each component", () => {
    expect(mistakesOf(plainSiteWith([", page_id: c1 }", " }"], [", page_id: c10 }", " }"]))).toEqual([
      '31:5 components[0].page_id: is missing, but status_page is given: name the component that shows "Mail" there, for example abc123',
      '40:5 components[9].page_id: is missing, but status_page is given: name the component that shows "NTP" there, for example abc123',
    ]);
  });

  test("the adapter's URL", () => {
    expect(mistakesOf(plainSiteWith(["  status_page_url: http://status-page.monitoring.svc:8080\n", ""]))).toEqual([
      "11:1 urls.status_page_url: is missing, but status_page is given, whose adapter answers there; write for example http://status-page.monitoring.svc:8080",
    ]);
  });

  test.each([
    ["page_id: c10", "page_id: 10", /page_id: 10 is a number, not text; put it in quotes: "10"$/],
    ["page_id: c10", "pageid: c10", /pageid: is not a known key; did you mean page_id\?$/],
    ["http://status-page.monitoring.svc:8080", "8080", /status_page_url: 8080 is not an http/],
    ["  status_page_url:", "  statuspage_url:", /statuspage_url: is not a known key; did you mean status_page_url\?$/],
  ])("nothing more where what it needs is wrong: %s", (from, to, message) => {
    expect(mistakesOf(plainSiteWith([from, to]))).toEqual([expect.stringMatching(message)]);
  });
});
