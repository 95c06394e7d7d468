import type { RefinementCtx } from "zod";
import type { Contradiction, DraftOf } from "../draft";
import { section, text } from "../field";
import { type InClusterService, inClusterFlaw, inClusterRootFlaw, otherDnsDomain, parseInCluster } from "../in-cluster";
import { isDnsLabel } from "../name";
import { ALERT_MANAGER_PORTS, objectName, operatorKind, operatorName } from "../operator-name";
import { OWN_NAMES } from "../own-names";
import { quote } from "../quote";
import { ROUTER_PORTS } from "../router-ports";
import { url } from "../url";
import type { cluster } from "./cluster";
import type { namespaces } from "./namespaces";
import type { statusPage } from "./status-page";

const inClusterUrl = (example: string) => text(example, inClusterRootFlaw);
/** Of other people's software, which may serve below a path. */
const inClusterUrlWithPath = (example: string) => text(example, inClusterFlaw);

const keys = {
  urls: section({
    metrics_url: inClusterUrl("http://metrics.monitoring.svc:8429"),
    alertmanager_url: inClusterUrl("http://vmalertmanager-belfry.monitoring.svc:9093"),
    relay_url: inClusterUrl("http://relay.monitoring.svc:9999"),
    router_url: inClusterUrlWithPath("http://log-router.logging.svc:8080"),
    logs_url: inClusterUrlWithPath("http://log-store.logging.svc:5080"),
    // needed where there is a page
    status_page_url: inClusterUrl("http://status-page.monitoring.svc:8080").optional(),
    dead_man_url: inClusterUrl("http://dead-man.monitoring.svc:8080"),
    pushgateway_url: inClusterUrl("http://pushgateway.monitoring.svc:9091"),
    grafana_url: url("https://grafana.example.org").optional(),
    grafana_embed_url: url("https://grafana-embed.example.org").optional(),
    auth_url: url("https://auth.example.org").optional(),
    runbooks_url: url("https://git.example.org/ops/gitops/src/branch/main/belfry/runbooks"),
    // beside the values rather than among the contradictions, which take a URL that is no text for one that is not given
  }).superRefine(embedOfDashboards, { when: ({ value }) => typeof value === "object" && value !== null }),
};

function embedOfDashboards(urls: object, context: RefinementCtx): void {
  if (!Object.hasOwn(urls, "grafana_embed_url") || Object.hasOwn(urls, "grafana_url")) return;
  const message = "is given without urls.grafana_url, whose dashboards it shows; give both, or leave it out";
  context.addIssue({ code: "custom", path: ["grafana_embed_url"], message });
}

/** Where the platform's services and vhosts answer. */
export const urls = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys & (typeof cluster)["keys"] & (typeof namespaces)["keys"] & (typeof statusPage)["keys"]>;

function contradictions(site: SiteDraft): Contradiction[] {
  return [...inClusterUrls(site), ...adapterUrl(site), ...dashboardHosts(site)];
}

/** A page is kept by an adapter, which answers somewhere. */
function adapterUrl({ urls, status_page }: SiteDraft): Contradiction[] {
  if (status_page === undefined || urls.status_page_url !== undefined) return [];
  const message =
    "is missing, but status_page is given, whose adapter answers there; write for example http://status-page.monitoring.svc:8080";
  return [{ path: ["urls", "status_page_url"], message, isMissing: true }];
}

/** The namespace of the platform in which each in-cluster service runs. */
const NAMESPACE_OF_URL = {
  metrics_url: "monitoring",
  alertmanager_url: "monitoring",
  relay_url: "monitoring",
  status_page_url: "monitoring",
  dead_man_url: "monitoring",
  pushgateway_url: "monitoring",
  router_url: "logging",
  logs_url: "logging",
} as const satisfies Partial<Record<keyof SiteDraft["urls"], keyof SiteDraft["namespaces"]>>;

/** The keys that name a Service. */
export const IN_CLUSTER = Object.keys(NAMESPACE_OF_URL) as (keyof typeof NAMESPACE_OF_URL)[];

/** The label controller-revision-hash of its pods is its name, a dash and ten characters: 63 at most (Kubernetes, StatefulSet controller). */
const MAX_STATEFUL_SET_NAME = 52;
const STATEFUL: ReadonlySet<string> = new Set(["alertmanager_url", "router_url", "logs_url"]);

/** Services that we make. The alert manager's is the operator's. */
const OURS: ReadonlySet<string> = new Set(IN_CLUSTER.filter((key) => key !== "alertmanager_url"));

function inClusterUrls(site: SiteDraft): Contradiction[] {
  const { urls, cluster } = site;
  const first = new Map<string, string>();
  return IN_CLUSTER.flatMap((key) => {
    const url = urls[key];
    const service = url === undefined ? undefined : parseInCluster(url);
    if (service === undefined) return [];
    // what has to be another Service anyway is compared with none
    const misnamed = [misplaced(key, service, site), namedWrong(key, service)].filter((message) => message !== undefined);
    const address = `${service.name}.${service.namespace}`;
    const other = misnamed.length === 0 ? first.get(address) : undefined;
    if (misnamed.length === 0 && other === undefined) first.set(address, key);
    const found = [
      ...misnamed,
      other && `names the Service of urls.${other}; give each a Service of its own`,
      otherDnsDomain(service, cluster.dns_domain),
      key === "alertmanager_url" ? takenPort(service, site) : undefined,
      key === "router_url" ? routerPort(service) : undefined,
    ];
    return found.flatMap((message) => (message === undefined ? [] : [{ path: ["urls", key], message: `${quote(url)} ${message}` }]));
  });
}

function misplaced(key: keyof typeof NAMESPACE_OF_URL, service: InClusterService, { namespaces }: SiteDraft): string | undefined {
  const home = NAMESPACE_OF_URL[key];
  const namespace = namespaces[home];
  if (namespace === undefined || !isDnsLabel(namespace) || service.namespace === namespace) return undefined;
  const better = `http://${service.name}.${namespace}.svc:${service.port}`;
  return `is in namespace "${service.namespace}", but this service runs in "${namespace}" (namespaces.${home}); use ${better}`;
}

function namedWrong(key: keyof typeof NAMESPACE_OF_URL, { name }: InClusterService): string | undefined {
  if (key === "alertmanager_url" && objectName("vmalertmanager", name) === undefined) {
    const prefix = operatorName("vmalertmanager", "");
    return `names the Service "${name}", but the operator puts ${prefix} in front; use ${prefix}${name}`;
  }
  if (STATEFUL.has(key) && name.length > MAX_STATEFUL_SET_NAME) {
    return `names the Service "${name}", ${name.length} characters long, and its pods are labelled with more behind it; use ${MAX_STATEFUL_SET_NAME} characters at most`;
  }
  if (OURS.has(key) && OWN_NAMES.has(name)) return `names the Service "${name}", and belfry calls something else so; use another name`;
  const kind = OURS.has(key) ? operatorKind(name) : undefined;
  if (kind === undefined) return undefined;
  return `names the Service "${name}", but the operator makes Services with ${operatorName(kind, "")} in front itself; use a name without it`;
}

/** The alert manager's pods listen on the port of its URL, and not on that one only. */
function takenPort({ port }: InClusterService, { scale }: SiteDraft): string | undefined {
  const { reloader, mesh } = ALERT_MANAGER_PORTS;
  if (port === reloader)
    return `has port ${port}, on which the configuration reloader in the same pod listens; use another, for example 9093`;
  if (port !== mesh || scale !== "cluster") return undefined;
  return `has port ${port}, on which its replicas find each other under scale: cluster; use another, for example 9093`;
}

/** The router listens on the port of its URL for the aggregator, and on others for others. */
function routerPort({ port }: InClusterService): string | undefined {
  const [taken] = Object.entries(ROUTER_PORTS).find(([, other]) => other === port) ?? [];
  return taken && `has port ${port}, on which the same pods listen for something else (${taken}); use another, for example 8080`;
}

/** The embed vhost has no gate. On the host of the gated one, either the gate would be lost or the frames. */
function dashboardHosts({ urls }: SiteDraft): Contradiction[] {
  const host = (url: string | undefined) => (url !== undefined && URL.canParse(url) ? new URL(url).host : undefined);
  const embed = host(urls.grafana_embed_url);
  if (embed === undefined || embed !== host(urls.grafana_url)) return [];
  const message = `${quote(urls.grafana_embed_url)} has the host of urls.grafana_url, which asks for a login; give it a host of its own`;
  return [{ path: ["urls", "grafana_embed_url"], message }];
}
