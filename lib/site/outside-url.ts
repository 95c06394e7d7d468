import {
  type Address,
  type AddressRange,
  contains,
  formatCidr,
  holds,
  isAddress,
  isCovered,
  parseAddress,
  parseCidr,
  rangeOf,
} from "../address";
import type { Contradiction, Draft } from "./draft";
import { otherDnsDomain, parseInCluster } from "./in-cluster";
import { areAll, NO_POD_REACHES, unreachedList } from "./ip-family";
import { translated } from "./nat64";
import { isClusterName, isPublicName, namespaceOfHost, unlistedAddress } from "./outside";
import { quote } from "./quote";
import type { Site } from "./schema";
import { asHttp, hostOf, hostPortFlaw } from "./url";

/** Where a site sends requests to that end outside the platform (a URL, or a host with its port), and what it lists for it. */
export interface OutsideUrl {
  readonly url: Given<string>;
  readonly addresses: Given<readonly (string | undefined)[]>;
  /** Whether a Service of this cluster may stand there, by http or mqtt. */
  readonly mayBeService: boolean;
}

/** A value of the site's draft, and where it stands. */
interface Given<T> {
  readonly path: Contradiction["path"];
  readonly value: T | undefined;
}

/** The parts of a site that say what is inside. */
export type Inside = Pick<Draft<Site>, "cluster" | "namespaces"> & {
  readonly boiler?: { readonly namespace: string | undefined } | undefined;
};

/** What is wrong with the ends outside the platform in the light of what is inside. */
export function outsideMistakes(ends: readonly OutsideUrl[], site: Inside): Contradiction[] {
  return ends.flatMap((end) => {
    const { url } = end;
    const atUrl = urlMistake(end, site);
    const isService = url.value !== undefined && parseInCluster(asHttp(url.value)) !== undefined;
    return [
      ...(atUrl === undefined ? [] : [{ path: url.path, message: `${quote(url.value)} ${atUrl}` }]),
      // nobody reads the addresses beside a Service
      ...(isService ? [] : listMistakes(end, site)),
      ...(isService || atUrl !== undefined ? [] : unlisted(end)),
    ];
  });
}

/**
 * As {@link outsideMistakes}, of one end whose list may be left out: for a Service it has to be, for a host that the public
 * internet does not know it can't.
 */
export function outsideListMistakes(end: OutsideUrl, site: Inside): Contradiction[] {
  const found = outsideMistakes([end], site);
  // a URL that has to change anyway may need no list then
  const list = found.length > 0 && end.addresses.value === undefined ? undefined : listMistake(end, site);
  return [...found, ...(list === undefined ? [] : [{ path: end.addresses.path, message: list }])];
}

/** A list that is not needed, or missing. */
function listMistake(
  { url: { value: url = "" }, addresses: { value: addresses }, mayBeService }: OutsideUrl,
  { cluster }: Inside,
): string | undefined {
  const host = hostOf(url);
  if (host === undefined) return undefined;
  if (parseInCluster(asHttp(url)) !== undefined)
    return addresses && `is given, but ${quote(url)} is a Service of this cluster; leave the list out`;
  if (addresses !== undefined || isAddress(host) || isPublicName(host, cluster.dns_domain)) return undefined;
  // of a single label pods resolve a Service of their own namespace
  const isService = isClusterName(host, cluster.dns_domain) || (mayBeService && !host.includes(".") && host !== "localhost");
  const orService = isService ? `, or write ${serviceForm(url)} for a Service of this cluster` : "";
  return `is missing, and ${quote(url)} is not on the public internet; list the addresses behind it${orService}`;
}

/** The addresses at which the requests to a URL that the site does not hold end. */
export function outsideAddresses(addresses: OutsideUrl["addresses"], site: Inside): Contradiction[] {
  return listMistakes({ url: { path: [], value: undefined }, addresses, mayBeService: false }, site);
}

/** A single address at which requests end. */
export function outsideAddress({ path, value: text }: Given<string>, { cluster }: Pick<Inside, "cluster">): Contradiction[] {
  const address = parseAddress(text ?? "");
  if (address === undefined) return [];
  const report = (message: string) => [{ path, message: `${quote(text)} ${message}` }];
  if (isOfOneMachine(rangeOf(address))) {
    return report(
      "is loopback, link-local, multicast or unspecified, which to a pod is none but itself or its neighbours; write an address that is reached from elsewhere",
    );
  }
  if (address.family === 4 && areAll(6, cluster.address_ranges))
    return report(`is an IPv4 address, ${NO_POD_REACHES}; write an IPv6 address`);
  const range = clusterRangeOf(address, cluster.address_ranges);
  if (range === undefined) return [];
  return report(
    `lies in cluster.address_ranges (${formatCidr(range)}), but no policy opens a pod or a Service by its address; write an address outside the cluster`,
  );
}

function urlMistake({ url: { value: url = "" }, mayBeService }: OutsideUrl, site: Inside): string | undefined {
  const host = hostOf(url);
  if (host === undefined) return undefined;
  const service = parseInCluster(asHttp(url));
  // of a Service in another zone nobody knows which namespaces are whose
  const elsewhere = service && otherDnsDomain(service, site.cluster.dns_domain);
  if (elsewhere !== undefined) return elsewhere;

  const namespace = namespaceOfHost(host, site.cluster.dns_domain);
  const owner = namespace === undefined ? undefined : ownNamespaces(site).find(({ name }) => name === namespace);
  if (owner !== undefined) {
    return `is in namespace "${namespace}", the platform's own (${owner.key}), whose policies let nobody in to it; run it in a namespace of its own`;
  }

  const address = parseAddress(host);
  if (address === undefined) return undefined;
  const form = serviceForm(url);
  if (isOfOneMachine(rangeOf(address))) {
    const orService = mayBeService ? `, or ${form} for a Service of this cluster` : "";
    return `has a loopback, link-local, multicast or unspecified host, which to a pod is none but itself or its neighbours; write an address that is reached from elsewhere${orService}`;
  }
  if (address.family === 4 && areAll(6, site.cluster.address_ranges)) {
    return `has an IPv4 host, ${NO_POD_REACHES}; write an IPv6 host, or a name and its addresses`;
  }
  const range = clusterRangeOf(address, site.cluster.address_ranges);
  if (range === undefined) return undefined;
  const remedy = mayBeService ? `write ${form}` : "write a host outside the cluster";
  return `has a host in cluster.address_ranges (${formatCidr(range)}), but no policy opens a pod or a Service by its address; ${remedy}`;
}

function listMistakes({ url, addresses, mayBeService }: OutsideUrl, site: Inside): Contradiction[] {
  const host = parseAddress(hostOf(url.value ?? "") ?? "");
  // beside an address for a host the list says nothing new
  const unreached = host === undefined ? unreachedList(addresses.value, site.cluster.address_ranges) : undefined;
  if (unreached !== undefined) return [{ path: addresses.path, message: unreached }];
  return (addresses.value ?? []).flatMap((text, index) => {
    const range = text === undefined ? undefined : parseCidr(text);
    // listed because of the URL's host, which has a message of its own
    if (range === undefined || (host !== undefined && contains(range, host))) return [];
    const report = (message: string) => [{ path: [...addresses.path, index], message: `${quote(text)} ${message}` }];
    if (isOfOneMachine(range)) {
      return report(
        "is loopback, link-local, multicast or unspecified, which to a pod is none but itself or its neighbours; list addresses that are reached from elsewhere",
      );
    }
    if (!isCovered(translated(range), readable(site.cluster.address_ranges))) return [];
    const orService = mayBeService ? `, or write ${serviceForm(url.value)} in ${url.path.join(".")}` : "";
    return report(
      `lies in cluster.address_ranges, but no policy opens pods or Services by their addresses; list addresses outside the cluster${orService}`,
    );
  });
}

/** How a Service of this cluster is written in place of a URL, or of a host with its port. */
function serviceForm(url = ""): string {
  const form = "<service>.<namespace>.svc:<port>";
  return hostPortFlaw(url) === undefined ? form : `${/^mqtts?(?=:)/.exec(url)?.[0] ?? "http"}://${form}`;
}

function unlisted({ url: { value: url }, addresses: { path, value: addresses } }: OutsideUrl): Contradiction[] {
  const message = url === undefined || addresses === undefined ? undefined : unlistedAddress(url, addresses);
  return message === undefined ? [] : [{ path, message }];
}

/** The namespaces that only the platform's policies open. */
function ownNamespaces({ namespaces, boiler }: Inside): readonly { readonly key: string; readonly name: string | undefined }[] {
  const { monitoring, exporters, logging } = namespaces;
  return [
    ...Object.entries({ monitoring, exporters, logging }).map(([key, name]) => ({ key: `namespaces.${key}`, name })),
    { key: "boiler.namespace", name: boiler?.namespace },
  ];
}

/** Loopback, link-local, unspecified (which is dialled as the machine itself), multicast and broadcast (RFC 6890, RFC 4291). */
const OF_ONE_MACHINE = readable([
  ...["127.0.0.0/8", "169.254.0.0/16", "0.0.0.0/8", "224.0.0.0/4", "255.255.255.255/32"],
  ...["::1/128", "::/128", "fe80::/10", "ff00::/8"],
]);

/** Whether it means something else on each machine, or is no one's; behind NAT64 as it would by itself. */
export function isOfOneMachine(range: AddressRange): boolean {
  return isCovered(translated(range), OF_ONE_MACHINE);
}

/** The range of the cluster that an address lies in; behind NAT64 as it would by itself. */
export function clusterRangeOf(address: Address, ranges: readonly (string | undefined)[] | undefined): AddressRange | undefined {
  return readable(ranges).find((one) => holds(one, translated(rangeOf(address))));
}

function readable(ranges: readonly (string | undefined)[] = []): AddressRange[] {
  return ranges.flatMap((text = "") => parseCidr(text) ?? []);
}
