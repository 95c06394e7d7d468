import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { type Flaw, section, text } from "../field";
import { type Inside, outsideListMistakes } from "../outside-url";
import { urlFlaw } from "../url";

/** A component or the page itself, as the page's own API names them: short, and safe in a path. */
export const pageId = (example: string) => text(example, pageIdFlaw);

const keys = {
  status_page: section({
    api_url: text("https://api.statuspage.io", apiUrlFlaw),
    // without it: the host itself when it is an address, a Service of the cluster, the public internet
    api_addresses: ranges("203.0.113.0/24").optional(),
    page_id: pageId("abc123"),
  }).optional(),
};

/** The public status page. A place may do without: nothing then reads what other sections say of it. */
export const statusPage = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;

function contradictions(site: SiteDraft): Contradiction[] {
  if (site.status_page === undefined) return [];
  const { api_url, api_addresses } = site.status_page;
  const end = {
    url: { path: ["status_page", "api_url"], value: api_url },
    addresses: { path: ["status_page", "api_addresses"], value: api_addresses },
    mayBeService: true,
  };
  return outsideListMistakes(end, site);
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
