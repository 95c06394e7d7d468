import { contains, parseAddress, parseRange } from "../../../lib/address";

/** Docker Hub answers its API under another name than the one that images bear. */
const API_HOSTS: Readonly<Record<string, string>> = { "docker.io": "registry-1.docker.io" };

const LOOPBACK = ["127.0.0.0/8", "::1"].flatMap((range) => parseRange(range) ?? []);

/** Where a registry's API is: over plain HTTP on this machine, over HTTPS everywhere else. */
export function registryUrl(host: string): URL {
  const url = urlOf(`https://${API_HOSTS[host] ?? host}`);
  // a host alone: `user:password@host` and `host/path` would be another one than the messages name
  if (url === undefined || url.username !== "" || url.password !== "" || url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw new Error(`registry "${host}": that is no host; write a name or an address, with :port where it has one`);
  }
  return isLoopback(url) ? new URL(`http://${host}`) : url;
}

/** Whether what is sent there can't be read on the way. */
export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

export function urlOf(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}

function isLoopback({ hostname }: URL): boolean {
  if (hostname === "localhost") return true;
  const address = parseAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
  return address !== undefined && LOOPBACK.some((range) => contains(range, address));
}
