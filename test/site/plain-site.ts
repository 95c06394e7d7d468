/**
 * A right site in as few lines as possible and without comments, so that the tests of messages can
 * name lines that do not move when somebody improves the example.
 */
export const PLAIN_SITE = `cluster:
  name: home
  dns_domain: cluster.local
  nodes: 3
  address_ranges: [10.42.0.0/16, "fd00:42::/48"]
  node_addresses: [192.168.10.0/24]
  api_server_addresses: [10.43.0.1/32]
domain: example.org
scale: single
time_zone: Europe/Zurich
urls:
  metrics_url: http://metrics.monitoring.svc:8429
  alertmanager_url: http://vmalertmanager-belfry.monitoring.svc:9093
  relay_url: http://relay.monitoring.svc:9999
  router_url: http://log-router.logging.svc:8080
  logs_url: http://log-store.logging.svc:5080
  status_page_url: http://status-page.monitoring.svc:8080
  dead_man_url: http://dead-man.monitoring.svc:8080
  pushgateway_url: http://pushgateway.monitoring.svc:9091
  grafana_url: https://grafana.example.org
  grafana_embed_url: https://grafana-embed.example.org
  auth_url: https://auth.example.org
  runbooks_url: https://git.example.org/ops/runbooks
namespaces:
  monitoring: monitoring
  exporters: monitoring-exporters
  logging: logging
  orchestrator: kube-system
  gitops: argocd
components:
  - { name: Mail, covers: SMTP and IMAP, namespaces: [mail], page_id: c1 }
  - { name: Sign-in (SSO), covers: Sign-in, namespaces: [sso], page_id: c2 }
  - { name: Platform, covers: Tooling, namespaces: [git], page_id: c3 }
  - { name: Files & Documents, covers: Files, namespaces: [files], page_id: c4 }
  - { name: Backups, covers: Backups, namespaces: [backups], page_id: c5 }
  - { name: Websites, covers: Sites, namespaces: [websites], page_id: c6 }
  - { name: DNS, covers: Resolvers, namespaces: [dns], page_id: c7 }
  - { name: Smart Home, covers: Lights, namespaces: [smart-home], page_id: c8 }
  - { name: Internet, covers: Uplink, namespaces: [], page_id: c9 }
  - { name: NTP, covers: Time, namespaces: [ntp], page_id: c10 }
trusted_ranges: [192.168.0.0/16]
nat64_egress: 192.168.164.2
home_lan: [192.168.0.0/16]
storage_class: storage
secret_store:
  kind: ClusterSecretStore
  name: secret-store
image_registry: registry.example.org/belfry
metrics:
  retention_months: 13
  volume: 500Gi
gitops:
  repository: https://git.example.org/ops/gitops.git
  revision: main
  path: belfry
  destination: https://kubernetes.default.svc
exporters:
  chart_repository: https://charts.example.org
  chart_version: 88.5.3
status_page:
  api_url: https://status.example.org
  page_id: page
`;

/** The section that a site may leave out, to append. */
export const PLAIN_BOILER = `boiler:
  namespace: boiler
  cloud_url: https://cloud.example.org
  cloud_addresses: [203.0.113.0/24]
  gateway: GW1
  zone: 1
  login: form
  user_agent: belfry-boiler-bridge/1
  poll_seconds: 300
  price_per_kwh: 0.14
  home_assistant_url: http://192.168.10.20:8123
  home_assistant_addresses: [192.168.10.20/32]
  holiday_calendar: calendar.holidays
`;

/** The plain site with one piece of text replaced; a piece that does not stand there would test nothing. */
export function plainSiteWith(...replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the plain site does not hold ${JSON.stringify(from)}`);
    return text.replace(from, () => to);
  }, PLAIN_SITE);
}
