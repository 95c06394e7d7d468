import { contains, formatCidr, parseAddress, parseCidr, rangeOf } from "../address";
import { parseInCluster } from "./in-cluster";
import { behindNat64 } from "./nat64";
import { quote } from "./quote";
import { asHttp, hostOf, portOf } from "./url";

/** Where the requests to a URL of the site end, as a network policy has to know it. */
export type OutsideEnd =
  | { readonly service: { readonly name: string; readonly namespace: string; readonly port: number } }
  | {
      readonly addresses: readonly string[];
      readonly except?: readonly string[];
      readonly isPublicInternet?: true;
      readonly port: number;
    };

/** Private networks, and those behind a carrier's NAT (RFC 1918, RFC 6598). */
const PRIVATE_IPV4 = ["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16"];

/**
 * The public internet, and nowhere near. Of what RFC 6890 and its registries call not global, this is where somebody's hosts may be: private
 * networks, those behind a carrier's NAT, a link, and the local NAT64 prefix (RFC 8215), behind which private IPv4 addresses may lie. The rest
 * leads nowhere (documentation, benchmarks, loopback). NAT64's own 64:ff9b::/96 is open: there a site without IPv4 finds the IPv4 internet;
 * a private address is one there as well, whether a translator leads to it or keeps to RFC 6052, 3.1. A site's own global addresses are taken
 * out where its connections are resolved.
 */
export const PUBLIC_INTERNET = {
  addresses: ["0.0.0.0/0", "::/0"],
  except: [...PRIVATE_IPV4, ...PRIVATE_IPV4.map(behindNat64), "64:ff9b:1::/48", "fc00::/7", "fe80::/10"],
  isPublicInternet: true,
} as const;

/** Top-level domains of local networks (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, and what routers make up), and `svc` of clusters. */
const LOCAL_DOMAINS = ["local", "lan", "home", "internal", "intranet", "home.arpa", "localdomain", "test", "invalid", "localhost", "svc"];

/**
 * The end of an http(s) or mqtt(s) URL, or of a host with its port, and the addresses that the site lists for it: a Service; else the host, when it is an address;
 * else the listed addresses; else the public internet.
 *
 * @throws for a host that the public internet can't know and for which no addresses are listed
 */
export function outsideEnd(url: string, addresses: readonly string[] = []): OutsideEnd {
  const service = parseInCluster(asHttp(url));
  if (service !== undefined) return { service: { name: service.name, namespace: service.namespace, port: service.port } };
  const host = hostOf(url);
  if (host === undefined) throw new Error(`${quote(url)} is not a URL of a site; use the form <scheme>://<host>[:<port>]`);
  const port = portOf(url);
  const address = parseAddress(host);
  if (address !== undefined) return { addresses: [formatCidr(rangeOf(address))], port };
  if (addresses.length > 0) return { addresses, port };
  if (!isPublicName(host)) throw new Error(`${quote(url)} is not on the public internet; list the addresses behind it`);
  return { ...PUBLIC_INTERNET, port };
}

/** The end of a URL that the site does not hold because it is a credential: the listed addresses, else the public internet. */
export function credentialEnd(port: number, addresses?: readonly string[]): OutsideEnd {
  return addresses === undefined ? { ...PUBLIC_INTERNET, port } : { addresses, port };
}

/** Whether the public DNS can know a name: it has two labels or more and is in none of the local domains. */
export function isPublicName(host: string, dnsDomain?: string): boolean {
  return host.includes(".") && ![...LOCAL_DOMAINS, ...(dnsDomain === undefined ? [] : [dnsDomain])].some((domain) => isIn(host, domain));
}

/** Whether a name is of the cluster: a network policy knows its Services in one form only ({@link parseInCluster}). */
export function isClusterName(host: string, dnsDomain?: string): boolean {
  return isIn(host, "svc") || (dnsDomain !== undefined && isIn(host, dnsDomain));
}

/** The namespace in a name of the cluster, in whatever form a URL has it. */
export function namespaceOfHost(host: string, dnsDomain?: string): string | undefined {
  const suffix = [".svc", ...(dnsDomain === undefined ? [] : [`.svc.${dnsDomain}`])].find((end) => host.endsWith(end));
  return suffix === undefined ? undefined : host.slice(0, -suffix.length).split(".").at(-1);
}

/** What is wrong with a list of addresses that does not hold the address in the URL it is for. */
export function unlistedAddress(url: string, ranges: readonly (string | undefined)[]): string | undefined {
  const address = parseAddress(hostOf(url) ?? "");
  // an empty list has a message of its own, and a range that can't be read may be the very one
  if (address === undefined || ranges.length === 0) return undefined;
  if (ranges.map((text = "") => parseCidr(text)).some((range) => range === undefined || contains(range, address))) return undefined;
  return `lists no range that holds the host of ${quote(url)}; add ${formatCidr(rangeOf(address))}`;
}

function isIn(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
