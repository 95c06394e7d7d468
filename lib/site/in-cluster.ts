import type { Flaw } from "./field";
import { isDnsLabel, isDnsName } from "./name";
import { quote } from "./quote";
import { urlFlaw } from "./url";

/** A Kubernetes Service as an in-cluster URL names it. */
export interface InClusterService {
  readonly name: string;
  readonly namespace: string;
  readonly port: number;
  /** From its slash on; empty when the URL has none. */
  readonly path: string;
}

interface InClusterUrl extends InClusterService {
  /** What follows `svc.`; empty for the short form. */
  readonly dnsDomain: string;
}

/** The Service behind an in-cluster URL of the site. */
export function inClusterService(url: string): InClusterService {
  const parsed = parseInCluster(url);
  if (parsed === undefined) throw new Error(`${quote(url)} is not an in-cluster URL; use the form http://<service>.<namespace>.svc:<port>`);
  const { name, namespace, port, path } = parsed;
  return { name, namespace, port, path };
}

/** http://<service>.<namespace>.svc[.<dns domain>]:<port>[/<path>], or nothing when the text has another form. */
export function parseInCluster(url: string): InClusterUrl | undefined {
  const [, host = "", port = "", path = ""] = /^http:\/\/([^/:]+):(\d{1,5})(\/.*)?$/.exec(url) ?? [];
  const [name = "", namespace = "", svc, ...domain] = host.split(".");
  const dnsDomain = domain.join(".");
  const isService = isDnsLabel(name) && isDnsLabel(namespace) && svc === "svc" && (domain.length === 0 || isDnsName(dnsDomain));
  if (!isService || Number(port) < 1 || Number(port) > 65535 || urlFlaw(url) !== undefined) return undefined;
  return { name, namespace, port: Number(port), path, dnsDomain };
}

/** What is wrong with an in-cluster URL that ends with another DNS domain than the cluster's: the end of a sentence that begins with it. */
export function otherDnsDomain(service: InClusterUrl, dnsDomain: string | undefined): string | undefined {
  if (service.dnsDomain === "" || dnsDomain === undefined || !isDnsName(dnsDomain) || service.dnsDomain === dnsDomain) return undefined;
  return `ends with "${service.dnsDomain}", but cluster.dns_domain is "${dnsDomain}"; end the host with .svc or .svc.${dnsDomain}`;
}

/** What keeps a text from being the URL of a Service; it may hold a path. */
export function inClusterFlaw(text: string): Flaw | undefined {
  const flaw = urlFlaw(text);
  if (flaw !== undefined) return flaw;
  const service = parseInCluster(text);
  if (service === undefined) return { wrong: "is not an in-cluster URL (http://<service>.<namespace>.svc:<port>)" };
  // RFC 1035, stricter than a namespace's (Kubernetes, ValidateServiceName)
  return /^[a-z]/.test(service.name) ? undefined : { wrong: `names the Service "${service.name}", whose name has to begin with a letter` };
}

/** As {@link inClusterFlaw}, for a service that we render: it serves at its root, and a path is a mistake. */
export function inClusterRootFlaw(text: string): Flaw | undefined {
  const flaw = inClusterFlaw(text);
  if (flaw !== undefined) return flaw;
  const { path } = inClusterService(text);
  if (path === "") return undefined;
  return { wrong: "holds a path, below which nothing is served", remedy: `use ${text.slice(0, -path.length)}` };
}
