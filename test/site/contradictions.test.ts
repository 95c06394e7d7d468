import { mistakesOf } from "./mistakes";
import { plainSiteWith } from "./plain-site";

describe("values that do not go together", () => {
  test.each([
    [
      "a service in another namespace",
      "http://relay.monitoring.svc:9999",
      "http://relay.logging.svc:9999",
      '14:14 urls.relay_url: "http://relay.logging.svc:9999" is in namespace "logging", but this service runs in "monitoring" (namespaces.monitoring); use http://relay.monitoring.svc:9999',
    ],
    [
      "a logging service in another namespace",
      "log-router.logging.svc",
      "log-router.monitoring.svc",
      '15:15 urls.router_url: "http://log-router.monitoring.svc:8080" is in namespace "monitoring", but this service runs in "logging" (namespaces.logging); use http://log-router.logging.svc:8080',
    ],
    [
      "another DNS domain",
      "relay.monitoring.svc:",
      "relay.monitoring.svc.home.arpa:",
      '14:14 urls.relay_url: "http://relay.monitoring.svc.home.arpa:9999" ends with "home.arpa", but cluster.dns_domain is "cluster.local"; end the host with .svc or .svc.cluster.local',
    ],
    [
      "an alert manager that the operator does not name so",
      "vmalertmanager-belfry",
      "alerts",
      '13:21 urls.alertmanager_url: "http://alerts.monitoring.svc:9093" names the Service "alerts", but the operator puts vmalertmanager- in front; use vmalertmanager-alerts',
    ],
    [
      "one vhost with and without gate",
      "https://grafana-embed.example.org",
      "https://grafana.example.org/embed",
      '21:22 urls.grafana_embed_url: "https://grafana.example.org/embed" has the host of urls.grafana_url, which asks for a login; give it a host of its own',
    ],
    [
      "two platform namespaces in one",
      "gitops: argocd",
      "gitops: logging",
      '29:11 namespaces.gitops: "logging" is also namespaces.logging; give each a namespace of its own',
    ],
    [
      "an exception from nothing",
      "192.168.164.2",
      "203.0.113.2",
      '42:15 nat64_egress: "203.0.113.2" lies in none of the trusted_ranges, so making an exception of it does nothing; use an address inside one of them',
    ],
    [
      "a component missing",
      "  - { name: NTP, covers: Time, namespaces: [ntp], page_id: c10 }\n",
      "",
      '30:1 components: "NTP" is missing; list each of the 10 components once',
    ],
    [
      "a misspelt component is one mistake, not two",
      "name: Smart Home",
      "name: Smart Hmoe",
      '38:13 components[7].name: "Smart Hmoe" is not an allowed value; did you mean "Smart Home"?',
    ],
    [
      "a namespace in two components",
      "namespaces: [ntp]",
      "namespaces: [ntp, dns]",
      '40:50 components[9].namespaces[1]: "dns" already belongs to "DNS"; a namespace belongs to one component',
    ],
    [
      "a namespace twice in one component",
      "namespaces: [ntp]",
      "namespaces: [ntp, ntp]",
      '40:50 components[9].namespaces[1]: "ntp" is in the list twice; keep one',
    ],
  ])("%s", (_, from, to, message) => {
    expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
  });

  test("a misread range is not taken for one that lies elsewhere", () => {
    expect(mistakesOf(plainSiteWith(["trusted_ranges: [192.168.0.0/16]", "trusted_ranges: [192.168/16]"]))).toEqual([
      '41:18 trusted_ranges[0]: "192.168/16" is not an address range (CIDR); use for example 192.168.0.0/16',
    ]);
  });

  test("two components can't stand at one place of the page", () => {
    expect(mistakesOf(plainSiteWith(["page_id: c10", "page_id: c9"]))).toEqual([
      '40:60 components[9].page_id: "c9" is another component\'s too; each has an id of its own on the page',
    ]);
  });

  test("a component twice is named where it is listed again, and the one that gave way is missing", () => {
    expect(mistakesOf(plainSiteWith(["name: NTP", "name: DNS"]))).toEqual([
      '30:1 components: "NTP" is missing; list each of the 10 components once',
      '40:13 components[9].name: "DNS" is listed twice; keep one',
    ]);
  });

  test("a component like no other lists all that are allowed", () => {
    expect(mistakesOf(plainSiteWith(["name: NTP", "name: Printers"]))).toEqual([
      '30:1 components: "NTP" is missing; list each of the 10 components once',
      '40:13 components[9].name: "Printers" is not an allowed value; use one of: Mail, Sign-in (SSO), Platform, Files & Documents, Backups, Websites, DNS, Smart Home, Internet, NTP',
    ]);
  });

  test.each([
    ["any port", ":9999", ":80"],
    ["the long form of the host", "relay.monitoring.svc:", "relay.monitoring.svc.cluster.local:"],
    ["a path behind the port", ":5080", ":5080/logs"],
    ["an IPv6 range", "home_lan: [192.168.0.0/16]", 'home_lan: ["fd00::/8"]'],
    ["a registry with a port", "registry.example.org/belfry", "registry.example.org:5000/belfry"],
    ["a retention of a month", "months: 13", "months: 1"],
    ["a retention of ten years", "months: 13", "months: 120"],
    ["a component without namespaces", "namespaces: [ntp]", "namespaces: []"],
  ])("%s is right", (_, from, to) => {
    expect(mistakesOf(plainSiteWith([from, to]))).toEqual([]);
  });
});
