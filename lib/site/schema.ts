import type { z } from "zod";
import { BOILER_LOGINS } from "./boiler-login";
import { ipv4Flaw, ranges } from "./cidr";
import { COMPONENTS } from "./component";
import { contradictions } from "./contradictions";
import { choice, listOf, price, section, text, wholeNumber } from "./field";
import { inClusterFlaw } from "./in-cluster";
import {
  dnsLabelFlaw,
  dnsNameFlaw,
  entityFlaw,
  folderFlaw,
  gatewayFlaw,
  lineFlaw,
  pageIdFlaw,
  quantityFlaw,
  revisionFlaw,
  userAgentFlaw,
  versionFlaw,
} from "./name";
import { timeZoneFlaw } from "./time-zone";
import { httpsFlaw, mqttFlaw, registryFlaw, urlFlaw } from "./url";

const label = (example: string) => text(example, dnsLabelFlaw);
const dnsName = (example: string) => text(example, dnsNameFlaw);
const url = (example: string) => text(example, urlFlaw);
const inClusterUrl = (example: string) => text(example, inClusterFlaw);

/** What site.yaml holds. The keys are documented there, beside their values, and nowhere else. */
export const SiteSchema = section({
  cluster: section({
    name: label("home"),
    dns_domain: dnsName("cluster.local"),
    nodes: wholeNumber(3, 1),
    address_ranges: ranges("10.42.0.0/16"),
    node_addresses: ranges("192.168.10.0/24"),
    api_server_addresses: ranges("10.43.0.1/32"),
  }),
  domain: dnsName("example.org"),
  scale: choice(["single", "cluster"]),
  time_zone: text("Europe/Zurich", timeZoneFlaw),
  urls: section({
    metrics_url: inClusterUrl("http://metrics.monitoring.svc:8429"),
    alertmanager_url: inClusterUrl("http://vmalertmanager-belfry.monitoring.svc:9093"),
    relay_url: inClusterUrl("http://relay.monitoring.svc:9999"),
    router_url: inClusterUrl("http://log-router.logging.svc:8080"),
    logs_url: inClusterUrl("http://log-store.logging.svc:5080"),
    status_page_url: inClusterUrl("http://status-page.monitoring.svc:8080"),
    dead_man_url: inClusterUrl("http://dead-man.monitoring.svc:8080"),
    pushgateway_url: inClusterUrl("http://pushgateway.monitoring.svc:9091"),
    grafana_url: url("https://grafana.example.org"),
    grafana_embed_url: url("https://grafana-embed.example.org"),
    auth_url: url("https://auth.example.org"),
    runbooks_url: url("https://git.example.org/ops/belfry/src/branch/main/docs/runbooks"),
  }),
  namespaces: section({
    monitoring: label("monitoring"),
    exporters: label("monitoring-exporters"),
    logging: label("logging"),
    orchestrator: label("kube-system"),
    gitops: label("argocd"),
  }),
  components: listOf(
    section({
      name: choice(COMPONENTS),
      covers: text("SMTP, IMAP, webmail", lineFlaw),
      namespaces: listOf(label("mail"), { example: "[mail]", minimum: 0 }),
      page_id: text("abc123", pageIdFlaw),
    }),
    { example: "- { name: Mail, covers: SMTP and IMAP, namespaces: [mail], page_id: abc123 }", minimum: 1 },
  ),
  trusted_ranges: ranges("192.168.0.0/16"),
  nat64_egress: text("192.168.164.2", ipv4Flaw),
  home_lan: ranges("192.168.0.0/16"),
  storage_class: dnsName("storage"),
  secret_store: section({
    kind: choice(["ClusterSecretStore", "SecretStore"]),
    name: dnsName("secret-store"),
  }),
  image_registry: text("registry.example.org/belfry", registryFlaw),
  metrics: section({
    retention_months: wholeNumber(13, 1, 120),
    volume: text("500Gi", quantityFlaw),
  }),
  gitops: section({
    repository: url("https://git.example.org/ops/gitops.git"),
    revision: text("main", revisionFlaw),
    path: text("belfry", folderFlaw),
    destination: url("https://kubernetes.default.svc"),
  }),
  exporters: section({
    chart_repository: url("https://prometheus-community.github.io/helm-charts"),
    chart_version: text("88.5.3", versionFlaw),
  }),
  status_page: section({
    api_url: url("https://api.statuspage.io"),
    page_id: text("abc123", pageIdFlaw),
  }),
  // a place may do without it: no boiler, no bridge
  boiler: section({
    namespace: label("boiler"),
    cloud_url: text("https://boiler-cloud.example.org", httpsFlaw),
    cloud_addresses: ranges("0.0.0.0/0"),
    gateway: text("A1B2C3D4E5F6", gatewayFlaw),
    zone: wholeNumber(1, 1, 6),
    login: choice(BOILER_LOGINS),
    user_agent: text("belfry-boiler-bridge/1", userAgentFlaw),
    poll_seconds: wholeNumber(300, 60, 3600),
    price_per_kwh: price(0.14),
    home_assistant_url: url("http://192.168.10.20:8123"),
    home_assistant_addresses: ranges("192.168.10.20/32", 0),
    holiday_calendar: text("calendar.holidays", entityFlaw("calendar")),
    // without it the entities go through Home Assistant's REST interface
    mqtt: section({
      url: text("mqtt://192.168.10.20:1883", mqttFlaw),
      addresses: ranges("192.168.10.20/32", 0),
    }).optional(),
  }).optional(),
}).superRefine(
  (site, context) => {
    for (const { path, message } of contradictions(site)) context.addIssue({ code: "custom", path: [...path], message });
  },
  // Also when a single value is wrong: every mistake is reported at once.
  { when: () => true },
);

/** The boiler of an installation that has one. */
export type BoilerSite = NonNullable<Site["boiler"]>;

/** This installation, checked, frozen and readonly throughout. */
export type Site = z.infer<typeof SiteSchema>;
