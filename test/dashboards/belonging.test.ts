import { ownAlerts } from "../../lib/alerts/rule";
import { type Dashboard, uidOf } from "../../lib/dashboards/dashboard";
import { asksOf } from "../../lib/dashboards/panel";
import type { Platform } from "../../lib/platform/platform";
import { fullPlatform } from "../example";

const full = fullPlatform();
/** What only a store of several parts has. */
const clustered = fullPlatform({ scale: "cluster" });

const declared = ({ dashboards }: Platform): Dashboard[] => dashboards.flatMap((one) => ("model" in one ? [] : [one]));

/** By folder; the addresses of all pages, which bookmarks, runbooks and messages hold. */
const PAGES = {
  Overview: "capacity-planning home-overview rack-status slo-components",
  Cluster:
    "k8s-apiserver k8s-cluster k8s-coredns k8s-kubelet k8s-namespace-pods k8s-namespace-workloads k8s-pod k8s-workload vpa-recommendations",
  Nodes: "node-clock node-detail node-hardware node-network node-use storage-stall",
  Storage: "objectstore storage-claims storage-nodes storage-performance storage-readonly storage-volumes",
  Backups: "backup-databases backup-jobs backup-nas backup-overview",
  "Metrics Store": "exporters-health vm-agent vm-alert vm-cardinality vm-operator vm-single",
  Logging: "logging-fluentbit logging-fluentd logging-pipeline logging-router logstore traces-collector",
  Alerting: "alertmanager alerts-overview deadman-status relay",
  Probes: "certificates probes-http probes-mail-dns",
  Network: "dns-service ntppool-clients snmp-aps snmp-bmc snmp-switch wan",
  Security: "sec-audit sec-certificates sec-honeypot sec-images sec-ingress sec-network-policy sec-secrets sec-sso sec-waf",
  Services: "svc-argocd svc-automation svc-boiler svc-databases svc-files svc-git-ci svc-grafana svc-mail svc-smart-home svc-websites",
};

test("a site that lacks nothing has every page, each in its folder", () => {
  const found: Record<string, string[]> = {};
  for (const one of full.dashboards) {
    found[one.folder] ??= [];
    found[one.folder]?.push(uidOf(one));
  }
  const pages = Object.entries(PAGES).map(([folder, uids]) => [folder, uids.split(" ")] as const);
  expect(pages.flatMap(([, uids]) => uids)).toHaveLength(73);
  expect(found).toEqual(Object.fromEntries(pages.map(([folder, uids]) => [folder, expect.arrayContaining(uids)])));
});

test("every area that a page names has alerts", () => {
  const areas = new Set([full, clustered].flatMap(({ rules }) => ownAlerts(rules).map(({ area }) => area)));
  const unknown = declared(full).flatMap(({ uid, areas: of = [] }) =>
    of.filter((area) => !areas.has(area)).map((area) => `${uid}: ${area}`),
  );
  expect(unknown).toEqual([]);
});

test.each([
  ["one store", full],
  ["a clustered store", clustered],
])("every alert belongs to a page, with %s", (_, platform) => {
  const { rules, detectors, logAlerts } = platform;
  const pages = declared(platform);
  const areas = new Set(pages.flatMap(({ areas: of = [] }) => of));
  const named = new Set(pages.flatMap(({ alerts = [], rows }) => [...alerts, ...rows.flatMap(({ panels }) => panels.flatMap(asksOf))]));
  const all = [
    ...ownAlerts(rules).map(({ area, rule: { name } }) => ({ name, area })),
    ...detectors.map(({ alert: name }) => ({ name, area: "" })),
    ...logAlerts.map(({ name }) => ({ name, area: "" })),
  ];
  expect(all.length).toBeGreaterThan(400);
  const nowhere = all.filter(({ name, area }) => !areas.has(area) && !named.has(name)).map(({ name, area }) => `${area} ${name}`.trim());
  expect(nowhere).toEqual([]);
});

test("every detector stands on the relay's page", () => {
  const relay = declared(full).find(({ uid }) => uid === "relay");
  expect(full.detectors.length).toBeGreaterThan(0);
  expect(relay?.alerts).toEqual(expect.arrayContaining(full.detectors.map(({ alert }) => alert)));
});
