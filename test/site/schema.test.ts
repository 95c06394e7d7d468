import { mistakesOf } from "./mistakes";
import { plainSiteWith } from "./plain-site";

describe("a wrong value is named with its place and what to write", () => {
  test.each([
    [
      "another scheme",
      "relay_url: http://relay.monitoring.svc:9999",
      "relay_url: ftp://x",
      '14:14 urls.relay_url: "ftp://x" is not an http(s) URL; use for example http://relay.monitoring.svc:9999',
    ],
    [
      "a trailing slash",
      "https://grafana.example.org",
      "https://grafana.example.org/",
      '20:16 urls.grafana_url: "https://grafana.example.org/" ends with a slash; use for example https://grafana.example.org',
    ],
    [
      "credentials in a URL",
      "https://auth",
      "https://me:hunter2@auth",
      '22:13 urls.auth_url: "https://***@auth.example.org" holds credentials; keep them in the secret store and the URL without them',
    ],
    [
      "a query",
      "https://auth.example.org",
      "https://auth.example.org?token=1",
      '22:13 urls.auth_url: "https://auth.example.org?***" holds a query or a fragment; use for example https://auth.example.org',
    ],
    [
      "a URL that parsers rewrite",
      "https://auth.example.org",
      "https://Auth.example.org",
      '22:13 urls.auth_url: "https://Auth.example.org" is not a plain http(s) URL (lower-case host, optional port and path); use for example https://auth.example.org',
    ],
    [
      "an in-cluster URL without port",
      "http://relay.monitoring.svc:9999",
      "http://relay.monitoring.svc",
      '14:14 urls.relay_url: "http://relay.monitoring.svc" is not an in-cluster URL (http://<service>.<namespace>.svc:<port>); use for example http://relay.monitoring.svc:9999',
    ],
    [
      "a DNS label in capitals",
      "name: home",
      "name: Home",
      '2:9 cluster.name: "Home" is not a DNS label (lower-case letters, digits and inner dashes, 63 at most); use for example home',
    ],
    [
      "an address for a DNS name",
      "domain: example.org",
      "domain: 192.168.1.1",
      '8:9 domain: "192.168.1.1" is not a DNS name (lower-case labels with dots between them); use for example example.org',
    ],
    ["a number where text is meant", "name: home", "name: 123", '2:9 cluster.name: 123 is a number, not text; put it in quotes: "123"'],
    [
      "text where a number is meant",
      "nodes: 3",
      'nodes: "3"',
      '4:10 cluster.nodes: "3" is not a whole number of at least 1; use for example 3',
    ],
    ["too few nodes", "nodes: 3", "nodes: 0", "4:10 cluster.nodes: 0 is not a whole number of at least 1; use for example 3"],
    ["not a number", "nodes: 3", "nodes: .nan", "4:10 cluster.nodes: NaN is not a whole number of at least 1; use for example 3"],
    [
      "too long a retention",
      "months: 13",
      "months: 121",
      "50:21 metrics.retention_months: 121 is not a whole number from 1 to 120; use for example 13",
    ],
    [
      "a quantity without unit",
      "500Gi",
      "500",
      "51:11 metrics.volume: 500 is not a Kubernetes quantity with a unit (Mi, Gi, Ti, ...); use for example 500Gi",
    ],
    [
      "not a range",
      "10.43.0.1/32",
      "10.43.0.1/33",
      '7:26 cluster.api_server_addresses[0]: "10.43.0.1/33" is not an address range (CIDR); use for example 10.43.0.1/32',
    ],
    [
      "an address for a range",
      "10.43.0.1/32",
      "10.43.0.1",
      '7:26 cluster.api_server_addresses[0]: "10.43.0.1" has no prefix length; for this one address write 10.43.0.1/32',
    ],
    [
      "a host's bits in a range",
      "home_lan: [192.168.0.0/16",
      "home_lan: [192.168.1.5/16",
      '43:12 home_lan[0]: "192.168.1.5/16" has address bits behind its prefix; did you mean 192.168.0.0/16?',
    ],
    [
      "one range where a list is meant",
      "[10.43.0.1/32]",
      "10.43.0.1/32",
      '7:25 cluster.api_server_addresses: "10.43.0.1/32" is not a list; write for example [10.43.0.1/32]',
    ],
    ["an empty list", "home_lan: [192.168.0.0/16]", "home_lan: []", "43:11 home_lan: is an empty list; write for example [192.168.0.0/16]"],
    [
      "a range twice",
      "home_lan: [192.168.0.0/16]",
      "home_lan: [10.8.0.0/16, 10.8.0.0/16]",
      '43:25 home_lan[1]: "10.8.0.0/16" is in the list twice; keep one',
    ],
    [
      "an IPv6 address for the NAT64 egress",
      "192.168.164.2",
      '"64:ff9b::1"',
      '42:15 nat64_egress: "64:ff9b::1" is not an IPv4 address; use for example 192.168.164.2',
    ],
    ["a misspelt choice", "scale: single", "scale: clustr", '9:8 scale: "clustr" is not an allowed value; did you mean "cluster"?'],
    ["a choice like no other", "scale: single", "scale: huge", '9:8 scale: "huge" is not an allowed value; use one of: single, cluster'],
    [
      "a misspelt time zone",
      "Europe/Zurich",
      "Europe/Zurch",
      '10:12 time_zone: "Europe/Zurch" is not an IANA time zone; did you mean Europe/Zurich?',
    ],
    [
      "a registry with scheme",
      "registry.example.org/belfry",
      "https://registry.example.org",
      '48:17 image_registry: "https://registry.example.org" begins with a scheme; use for example registry.example.org/belfry',
    ],
    [
      "a registry with tag",
      "org/belfry",
      "org/belfry:1.2",
      '48:17 image_registry: "registry.example.org/belfry:1.2" ends with a tag; use for example registry.example.org/belfry',
    ],
    [
      "a version range",
      "88.5.3",
      "^88.5.3",
      '59:18 exporters.chart_version: "^88.5.3" is not an exact version (MAJOR.MINOR.PATCH); use for example 88.5.3',
    ],
    [
      "a version that YAML reads as a number",
      "88.5.3",
      "88.5",
      "59:18 exporters.chart_version: 88.5 is not an exact version (MAJOR.MINOR.PATCH); use for example 88.5.3",
    ],
    [
      "a revision that is none",
      "revision: main",
      "revision: -main",
      '54:13 gitops.revision: "-main" is not a branch, tag or commit; use for example main',
    ],
    [
      "a path out of the repository",
      "path: belfry",
      "path: ../belfry",
      '55:9 gitops.path: "../belfry" is not a folder inside the repository (no slash at either end, no ..); use for example belfry',
    ],
    [
      "a component that covers nothing",
      "covers: Time",
      'covers: " "',
      '40:26 components[9].covers: " " says nothing; use for example SMTP, IMAP, webmail',
    ],
    ["an empty value", "domain: example.org", "domain:", "8:1 domain: is empty; write for example example.org"],
    ["a list for a text", "domain: example.org", "domain: [a]", "8:9 domain: a list is not text; use for example example.org"],
    [
      "a list for a mapping",
      "secret_store:\n  kind: ClusterSecretStore\n  name: secret-store",
      "secret_store: [a]",
      "45:15 secret_store: a list is not a mapping; it holds the keys kind, name",
    ],
  ])("%s", (_, from, to, message) => {
    expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
  });
});
