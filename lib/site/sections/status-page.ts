import { isAddress } from "../../address";
import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { type Flaw, section, text } from "../field";
import { parseInCluster } from "../in-cluster";
import { isClusterName, isPublicName } from "../outside";
import { type Inside, outsideMistakes } from "../outside-url";
import { quote } from "../quote";
import { hostOf, urlFlaw } from "../url";

/** A component or the page itself, as the page's own API names them: short, and safe in a path. */
export const pageId = (example: string) => text(example, pageIdFlaw);

const keys = {
  status_page: section({
    api_url: text("https://api.statuspage.io", apiUrlFlaw),
    // without it: the host itself when it is an address, a Service of the cluster, the public internet
    api_addresses: ranges("203.0.113.0/24").optional(),
    page_id: pageId("abc123"),
  }),
};

/** The public status page. */
export const statusPage = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;

function contradictions(site: SiteDraft): Contradiction[] {
  const { api_url, api_addresses } = site.status_page;
  const end = {
    url: { path: ["status_page", "api_url"], value: api_url },
    addresses: { path: ["status_page", "api_addresses"], value: api_addresses },
    mayBeService: true,
  };
  const found = outsideMistakes([end], site);
  // a URL that has to change anyway may need no list then
  const list = found.length > 0 && api_addresses === undefined ? undefined : listMistake(site);
  return [...found, ...(list === undefined ? [] : [{ path: end.addresses.path, message: list }])];
}

/** A list that is not needed, or missing. */
function listMistake({ status_page: { api_url: url = "", api_addresses }, cluster: { dns_domain } }: SiteDraft): string | undefined {
  const host = hostOf(url);
  if (host === undefined) return undefined;
  if (parseInCluster(url) !== undefined)
    return api_addresses && `is given, but ${quote(url)} is a Service of this cluster; leave the list out`;
  if (api_addresses !== undefined || isAddress(host) || isPublicName(host, dns_domain)) return undefined;
  const orService = isClusterName(host, dns_domain)
    ? ", or write http://<service>.<namespace>.svc:<port> for a Service of this cluster"
    : "";
  return `is missing, and ${quote(url)} is not on the public internet; list the addresses behind it${orService}`;
}

/** The adapter puts the version in front of each path itself. */
function apiUrlFlaw(text: string): Flaw | undefined {
  const base = /^(.*?)\/v\d+(?:\/.*)?$/.exec(text)?.[1];
  if (base === undefined) return urlFlaw(text);
  const remedy = urlFlaw(base) === undefined ? { remedy: `use ${base}` } : {};
  return { wrong: "names a version of the API, which the adapter adds itself", ...remedy };
}

function pageIdFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? undefined : { wrong: "is not an id of the status page (letters, digits, - and _)" };
}
