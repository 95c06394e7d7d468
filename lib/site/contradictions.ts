import { z } from "zod";
import { contains, isIPv4Address, parseAddress, parseCidr } from "../address";
import { COMPONENTS, isComponent } from "./component";
import { didYouMean } from "./did-you-mean";
import { parseInCluster } from "./in-cluster";
import { isDnsLabel, isDnsName } from "./name";
import { quote } from "./quote";
import { asHttp } from "./url";

export interface Contradiction {
  readonly path: readonly (string | number)[];
  readonly message: string;
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
} as const;

/** The operator derives the Service of an alert manager from the resource's name with this in front. */
const ALERTMANAGER_PREFIX = "vmalertmanager-";

// Values that are wrong in themselves are absent here: they have a message of their own, and the rest is still compared.
const someText = z.string().optional().catch(undefined);
const someTexts = z.array(someText).catch([]);
const someList = z.array(z.unknown()).optional().catch(undefined);
const Draft = z
  .object({
    cluster: z.object({ dns_domain: someText }).catch({}),
    urls: z.record(z.string(), someText).catch({}),
    namespaces: z.record(z.string(), someText).catch({}),
    components: z.array(z.object({ name: someText, namespaces: someTexts, page_id: someText }).catch({ namespaces: [] })).catch([]),
    trusted_ranges: someTexts,
    nat64_egress: someText,
    boiler: z
      .object({
        namespace: someText,
        home_assistant_url: someText,
        home_assistant_addresses: someList,
        mqtt: z.object({ url: someText, addresses: someList }).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  })
  .catch({ cluster: {}, urls: {}, namespaces: {}, components: [], trusted_ranges: [] });
type Draft = z.infer<typeof Draft>;

/** Values of a site that are right each, but not together. */
export function contradictions(site: unknown): Contradiction[] {
  const draft = Draft.parse(site);
  return [
    ...inClusterUrls(draft),
    ...dashboardHosts(draft),
    ...platformNamespaces(draft),
    ...components(draft),
    ...nat64Egress(draft),
    ...boiler(draft),
  ];
}

function inClusterUrls({ urls, namespaces, cluster }: Draft): Contradiction[] {
  return Object.entries(NAMESPACE_OF_URL).flatMap(([key, home]) => {
    const url = urls[key];
    const service = url === undefined ? undefined : parseInCluster(url);
    if (service === undefined) return [];
    const found: Contradiction[] = [];
    const report = (message: string) => found.push({ path: ["urls", key], message: `${quote(url)} ${message}` });

    const namespace = namespaces[home];
    if (namespace !== undefined && isDnsLabel(namespace) && service.namespace !== namespace) {
      const better = `http://${service.name}.${namespace}.svc:${service.port}`;
      report(`is in namespace "${service.namespace}", but this service runs in "${namespace}" (namespaces.${home}); use ${better}`);
    }
    const dnsDomain = cluster.dns_domain;
    if (service.dnsDomain !== "" && dnsDomain !== undefined && isDnsName(dnsDomain) && service.dnsDomain !== dnsDomain) {
      report(`ends with "${service.dnsDomain}", but cluster.dns_domain is "${dnsDomain}"; end the host with .svc or .svc.${dnsDomain}`);
    }
    if (key === "alertmanager_url" && !service.name.startsWith(ALERTMANAGER_PREFIX)) {
      report(
        `names the Service "${service.name}", but the operator puts ${ALERTMANAGER_PREFIX} in front; use ${ALERTMANAGER_PREFIX}${service.name}`,
      );
    }
    return found;
  });
}

/** The embed vhost has no gate. On the host of the gated one, either the gate would be lost or the frames. */
function dashboardHosts({ urls }: Draft): Contradiction[] {
  const host = (url: string | undefined) => (url !== undefined && URL.canParse(url) ? new URL(url).host : undefined);
  const embed = host(urls.grafana_embed_url);
  if (embed === undefined || embed !== host(urls.grafana_url)) return [];
  const message = `${quote(urls.grafana_embed_url)} has the host of urls.grafana_url, which asks for a login; give it a host of its own`;
  return [{ path: ["urls", "grafana_embed_url"], message }];
}

function platformNamespaces({ namespaces }: Draft): Contradiction[] {
  const first = new Map<string, string>();
  return Object.entries(namespaces).flatMap(([key, namespace]) => {
    if (namespace === undefined) return [];
    const other = first.get(namespace);
    if (other !== undefined) {
      return [{ path: ["namespaces", key], message: `${quote(namespace)} is also namespaces.${other}; give each a namespace of its own` }];
    }
    first.set(namespace, key);
    return [];
  });
}

function components({ components }: Draft): Contradiction[] {
  const found: Contradiction[] = [];
  const listed = new Set<string>();
  const ownerOf = new Map<string, { readonly index: number; readonly name: string }>();
  const pageIds = new Set<string>();
  components.forEach(({ name, namespaces, page_id }, index) => {
    if (page_id !== undefined && pageIds.has(page_id)) {
      const message = `${quote(page_id)} is another component's too; each has an id of its own on the page`;
      found.push({ path: ["components", index, "page_id"], message });
    }
    if (page_id !== undefined) pageIds.add(page_id);
    if (isComponent(name) && listed.has(name)) {
      found.push({ path: ["components", index, "name"], message: `${quote(name)} is listed twice; keep one` });
    }
    // A misspelt component has its own message; that it is missing too would be the same mistake again.
    const meant = isComponent(name) ? name : didYouMean(name ?? "", COMPONENTS);
    if (meant !== undefined) listed.add(meant);

    namespaces.forEach((namespace, position) => {
      if (namespace === undefined) return;
      const owner = ownerOf.get(namespace);
      if (owner === undefined) ownerOf.set(namespace, { index, name: name ?? "another component" });
      else if (owner.index !== index) {
        const message = `${quote(namespace)} already belongs to ${quote(owner.name)}; a namespace belongs to one component`;
        found.push({ path: ["components", index, "namespaces", position], message });
      }
    });
  });
  // Without any component the list itself is what is wrong, and says so.
  if (components.length === 0) return found;
  for (const name of COMPONENTS) {
    if (!listed.has(name)) {
      found.push({ path: ["components"], message: `"${name}" is missing; list each of the ${COMPONENTS.length} components once` });
    }
  }
  return found;
}

function nat64Egress({ nat64_egress, trusted_ranges }: Draft): Contradiction[] {
  const address = parseAddress(nat64_egress ?? "");
  if (nat64_egress === undefined || !isIPv4Address(nat64_egress) || address === undefined || trusted_ranges.length === 0) return [];
  // A range that cannot be read may be the very one.
  if (trusted_ranges.map((text) => parseCidr(text ?? "")).some((range) => range === undefined || contains(range, address))) return [];
  const message = `${quote(nat64_egress)} lies in none of the trusted_ranges, so making an exception of it does nothing; use an address inside one of them`;
  return [{ path: ["nat64_egress"], message }];
}

function boiler({ boiler, namespaces }: Draft): Contradiction[] {
  const found: Contradiction[] = [];
  const taken = Object.entries(namespaces).find(([, namespace]) => namespace !== undefined && namespace === boiler?.namespace);
  if (taken !== undefined) {
    const message = `${quote(boiler?.namespace)} is also namespaces.${taken[0]}; give the bridge a namespace of its own`;
    found.push({ path: ["boiler", "namespace"], message });
  }
  const reached = [
    { url: boiler?.home_assistant_url, addresses: boiler?.home_assistant_addresses, path: ["boiler", "home_assistant_addresses"] },
    { url: boiler?.mqtt?.url, addresses: boiler?.mqtt?.addresses, path: ["boiler", "mqtt", "addresses"] },
  ];
  for (const { url, addresses, path } of reached) {
    // an empty list in a network policy would mean everywhere
    if (url === undefined || addresses?.length !== 0 || parseInCluster(asHttp(url)) !== undefined) continue;
    found.push({ path, message: `is empty, and ${quote(url)} is outside the cluster; list the addresses behind it` });
  }
  return found;
}
