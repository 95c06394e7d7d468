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
    "a Service that begins with a digit, as a namespace may",
    "http://relay.",
    "http://1relay.",
    '14:14 urls.relay_url: "http://1relay.monitoring.svc:9999" names the Service "1relay", whose name has to begin with a letter; use for example http://relay.monitoring.svc:9999',
  ],
  [
    "an alert manager whose pods could not be labelled",
    "vmalertmanager-belfry",
    `vmalertmanager-${"b".repeat(38)}`,
    `13:21 urls.alertmanager_url: "http://vmalertmanager-${"b".repeat(38)}…" names the Service "vmalertmanager-${"b".repeat(38)}", 53 characters long, and its pods are labelled with more behind it; use 52 characters at most`,
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
  ["a long name of a Service", "//relay.", `//${"r".repeat(63)}.`],
  ["an alert manager's name that just fits", "vmalertmanager-belfry", `vmalertmanager-${"b".repeat(37)}`],
  ["the long form of the host", "relay.monitoring.svc:", "relay.monitoring.svc.cluster.local:"],
  ["a path of the log store's", ":5080", ":5080/logs"],
  ["a path of the log router's", "log-router.logging.svc:8080", "log-router.logging.svc:8080/ingest"],
  ["the reloader's port on another service", ":9999", ":8435"],
  ["the replicas' port of an alert manager that has none", ":9093", ":9094"],
  ["one name in two namespaces", "log-router", "relay"],
])("%s is right", (_, from, to) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([]);
});

test.each([
  ["metrics", "metrics_url"],
  ["relay", "relay_url"],
  ["status-page", "status_page_url"],
  ["dead-man", "dead_man_url"],
  ["pushgateway", "pushgateway_url"],
  ["log-store", "logs_url"],
])("the Service %s has no name of the operator's", (service, key) => {
  for (const kind of ["vmsingle", "vmagent", "vmalert", "vmalertmanager", "vmauth", "vminsert", "vmselect", "vmstorage"]) {
    const found = mistakesOf(plainSiteWith([`//${service}.`, `//${kind}-x.`]));
    const message = `names the Service "${kind}-x", but the operator makes Services with ${kind}- in front itself; use a name without it`;
    expect(found).toEqual([expect.stringMatching(`^\\d+:\\d+ urls\\.${key}: "http://${kind}-x\\.[^"]+" ${message}$`)]);
  }
});

test("an operator's name that is another service's too is one mistake", () => {
  expect(mistakesOf(plainSiteWith(["//metrics.", "//vmalertmanager-belfry."]))).toEqual([
    '12:16 urls.metrics_url: "http://vmalertmanager-belfry.monitoring.svc:8429" names the Service "vmalertmanager-belfry", but the operator makes Services with vmalertmanager- in front itself; use a name without it',
  ]);
});

test.each([
  ["router_url", "//log-router.logging.", "//relay.monitoring.", "is in namespace"],
  ["alertmanager_url", "//vmalertmanager-belfry.", "//relay.", "names the Service"],
])("%s that has to be another Service anyway is not called one of two too", (key, from, to, wrong) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([expect.stringMatching(`^\\d+:\\d+ urls\\.${key}: "[^"]+" ${wrong} `)]);
});

test.each([
  [
    "one Service in two URLs",
    "//status-page.monitoring.svc:8080",
    "//relay.monitoring.svc:8080",
    '17:20 urls.status_page_url: "http://relay.monitoring.svc:8080" names the Service of urls.relay_url; give each a Service of its own',
  ],
  [
    "one Service in two forms",
    "//log-store.logging.svc",
    "//log-router.logging.svc.cluster.local",
    '16:13 urls.logs_url: "http://log-router.logging.svc.cluster.local:5080" names the Service of urls.router_url; give each a Service of its own',
  ],
])("%s is named at the second", (_, from, to, message) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
});

test("the port of the alert manager's reloader is refused at either scale", () => {
  const message =
    '13:21 urls.alertmanager_url: "http://vmalertmanager-belfry.monitoring.svc:8435" has port 8435, on which the configuration reloader in the same pod listens; use another, for example 9093';
  expect(mistakesOf(plainSiteWith([":9093", ":8435"]))).toEqual([message]);
  expect(mistakesOf(plainSiteWith([":9093", ":8435"], ["scale: single", "scale: cluster"]))).toEqual([message]);
});

test("the port between the alert manager's replicas is refused where it has some", () => {
  expect(mistakesOf(plainSiteWith([":9093", ":9094"], ["scale: single", "scale: cluster"]))).toEqual([
    '13:21 urls.alertmanager_url: "http://vmalertmanager-belfry.monitoring.svc:9094" has port 9094, on which its replicas find each other under scale: cluster; use another, for example 9093',
  ]);
});

test.each([
  ["metrics_url", "12:16", "http://metrics.monitoring.svc:8429"],
  ["alertmanager_url", "13:21", "http://vmalertmanager-belfry.monitoring.svc:9093"],
  ["relay_url", "14:14", "http://relay.monitoring.svc:9999"],
  ["status_page_url", "17:20", "http://status-page.monitoring.svc:8080"],
  ["dead_man_url", "18:17", "http://dead-man.monitoring.svc:8080"],
  ["pushgateway_url", "19:20", "http://pushgateway.monitoring.svc:9091"],
])("%s has no path", (key, where, url) => {
  expect(mistakesOf(plainSiteWith([url, `${url}/a/b`]))).toEqual([
    `${where} urls.${key}: "${url}/a/b" holds a path, below which nothing is served; use ${url}`,
  ]);
});

describe("a place without an ingress", () => {
  const line = (key: string, url: string): [string, string] => [`  ${key}: ${url}\n`, ""];
  const GRAFANA = line("grafana_url", "https://grafana.example.org");
  const EMBED = line("grafana_embed_url", "https://grafana-embed.example.org");
  const AUTH = line("auth_url", "https://auth.example.org");

  test.each([
    ["none of the three", [GRAFANA, EMBED, AUTH]],
    ["dashboards and no embed vhost", [EMBED]],
    ["dashboards and no sign-in", [AUTH]],
    ["a sign-in and no dashboards", [GRAFANA, EMBED]],
  ])("may have %s", (_, gone) => {
    expect(mistakesOf(plainSiteWith(...gone))).toEqual([]);
  });

  test("has no embed vhost of dashboards that it does not have", () => {
    expect(mistakesOf(plainSiteWith(GRAFANA))).toEqual([
      "20:22 urls.grafana_embed_url: is given without urls.grafana_url, whose dashboards it shows; give both, or leave it out",
    ]);
  });

  test.each(["", "123", "[a]", "ftp://x"])("whose grafana_url is %j has that one mistake", (value) => {
    expect(mistakesOf(plainSiteWith(["grafana_url: https://grafana.example.org", `grafana_url: ${value}`]))).toEqual([
      expect.stringContaining(" urls.grafana_url: "),
    ]);
  });

  test("has the mistakes of other URLs beside it", () => {
    expect(mistakesOf(plainSiteWith(GRAFANA, ["auth_url: https:", "auth_url: ftp:"]))).toEqual([
      expect.stringContaining("urls.grafana_embed_url: is given without"),
      expect.stringContaining("urls.auth_url: "),
    ]);
  });
});
