import { isAddress } from "../../address";
import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { type Flaw, section, text } from "../field";
import { otherDnsDomain, parseInCluster } from "../in-cluster";
import { isClusterName, isPublicName, unlistedAddress } from "../outside";
import { quote } from "../quote";
import { hostOf, url } from "../url";
import type { cluster } from "./cluster";

/** A component or the page itself, as the page's own API names them: short, and safe in a path. */
export const pageId = (example: string) => text(example, pageIdFlaw);

const keys = {
  status_page: section({
    api_url: url("https://api.statuspage.io"),
    // without it: the host itself when it is an address, a Service of the cluster, the public internet
    api_addresses: ranges("203.0.113.0/24").optional(),
    page_id: pageId("abc123"),
  }),
};

/** The public status page. */
export const statusPage = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys & (typeof cluster)["keys"]>;

function contradictions({ status_page: { api_url: url = "", api_addresses }, cluster: { dns_domain } }: SiteDraft): Contradiction[] {
  const host = hostOf(url);
  if (host === undefined) return [];
  const atAddresses = (message: string | undefined) => (message === undefined ? [] : [{ path: ["status_page", "api_addresses"], message }]);

  const service = parseInCluster(url);
  if (service !== undefined) {
    const elsewhere = otherDnsDomain(service, dns_domain);
    return [
      ...(elsewhere === undefined ? [] : [{ path: ["status_page", "api_url"], message: `${quote(url)} ${elsewhere}` }]),
      ...atAddresses(api_addresses && `is given, but ${quote(url)} is a Service of this cluster; leave the list out`),
    ];
  }
  if (api_addresses !== undefined) return atAddresses(unlistedAddress(url, api_addresses));
  if (isAddress(host) || isPublicName(host, dns_domain)) return [];
  const orService = isClusterName(host, dns_domain)
    ? ", or write http://<service>.<namespace>.svc:<port> for a Service of this cluster"
    : "";
  return atAddresses(`is missing, and ${quote(url)} is not on the public internet; list the addresses behind it${orService}`);
}

function pageIdFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? undefined : { wrong: "is not an id of the status page (letters, digits, - and _)" };
}
