import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

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
])("%s is named where it stands", (_, from, to, message) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
});

test.each([
  ["any port", ":9999", ":80"],
  ["the long form of the host", "relay.monitoring.svc:", "relay.monitoring.svc.cluster.local:"],
  ["a path behind the port", ":5080", ":5080/logs"],
])("%s is right", (_, from, to) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([]);
});
