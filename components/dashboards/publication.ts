import { isAddress } from "../../lib/address";
import type { Site } from "../../lib/site/schema";
import { hostOf } from "../../lib/site/url";

const INGRESS_NAMESPACE = "ingress-nginx";
/** As oauth2-proxy answers with --set-xauthrequest. */
const USER_HEADER = "X-Auth-Request-User";

type Publishing = Pick<Site, "urls" | "dashboards">;

/** Where the pods are that lead browsers in. */
export const ingressNamespace = ({ dashboards }: Pick<Site, "dashboards">): string => dashboards?.ingress_namespace ?? INGRESS_NAMESPACE;

/** The header that says who signed in. */
export const userHeader = ({ dashboards }: Pick<Site, "dashboards">): string => dashboards?.user_header ?? USER_HEADER;

/** A place of the public's: a host, and the path below which it is. */
export interface Vhost {
  readonly host: string;
  readonly path: string;
  readonly isHttps: boolean;
}

/** Routes are told apart by the names of hosts: the API server refuses an address there. */
function vhostOf(url: string): Vhost | undefined {
  const host = hostOf(url);
  if (host === undefined || isAddress(host)) return undefined;
  const { pathname, protocol } = new URL(url);
  return { host, path: pathname, isHttps: protocol === "https:" };
}

/** What people open: none without a login in front of it. */
export function peopleVhost({ urls }: Pick<Site, "urls">): Vhost | undefined {
  if (urls.grafana_url === undefined || urls.auth_url === undefined) return undefined;
  return vhostOf(urls.grafana_url);
}

/** What is shown in frames. */
export const framesVhost = ({ urls }: Pick<Site, "urls">): Vhost | undefined =>
  urls.grafana_embed_url === undefined ? undefined : vhostOf(urls.grafana_embed_url);

/** Everybody who may open the vhost without a login. */
export const openRanges = ({ home_lan, cluster }: Pick<Site, "home_lan" | "cluster">): string[] => [...home_lan, ...cluster.address_ranges];

/** What may not be meant. */
export function publicationCautions(site: Publishing): string[] {
  const { grafana_url, grafana_embed_url, auth_url } = site.urls;
  if (grafana_url === undefined) return [];
  const unnamed = (key: string, url: string) =>
    `urls.${key} is at an address, and routes are told apart by names: no route leads there until it has one (${url})`;
  return [
    ...(auth_url === undefined
      ? [
          "urls.auth_url is left out, and without a login in front of it nobody gets to urls.grafana_url; name the proxy that asks who comes",
        ]
      : []),
    ...(auth_url !== undefined && peopleVhost(site) === undefined ? [unnamed("grafana_url", grafana_url)] : []),
    ...(grafana_embed_url !== undefined && framesVhost(site) === undefined ? [unnamed("grafana_embed_url", grafana_embed_url)] : []),
  ];
}
