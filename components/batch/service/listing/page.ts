/**
 * What a web server lists of a folder: JSON of nginx (`autoindex_format json`), Caddy or restic's REST server, or the HTML pages of nginx, Apache,
 * lighttpd, Caddy, Python, Go and their like, which say in words beside each link when it was changed, or do not.
 */
import { excerpt, Refusal } from "../refusal";
import { moment } from "./name-time";

export interface Entry {
  /** Without the slash that a folder has at its end. */
  readonly name: string;
  /** When it was changed, in milliseconds since the epoch; undefined where the page does not say. */
  readonly modified?: number;
}

/**
 * @param base the page's own URL, with a slash at its end
 * @param timeZone of times that say none
 * @throws Refusal for a page that was cut off, or is no listing
 */
export function readListing(text: string, base: URL, timeZone: string): readonly Entry[] {
  const trimmed = text.trim();
  const entries = /^[[{]/.test(trimmed) ? readJson(trimmed, timeZone) : readHtml(trimmed, base, timeZone);
  // hidden files are no snapshots, and a page that lists two times the same says nothing more
  const named = entries.filter(({ name }) => name !== "" && !name.startsWith("."));
  return [...new Map(named.map((entry) => [entry.name, entry])).values()];
}

function readJson(text: string, timeZone: string): Entry[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Refusal(`the listing is no whole JSON: ${excerpt(text)}; was it cut off?`);
  }
  if (!Array.isArray(list)) throw new Refusal(`the listing is JSON and no list: ${excerpt(text)}; does the URL name a folder?`);
  return list.map((one: unknown) => {
    if (typeof one === "string") return { name: bare(one) };
    const { name, mtime, mod_time: modTime } = Object(one) as Record<string, unknown>;
    if (typeof name !== "string") throw new Refusal(`the listing has an entry without a name: ${excerpt(JSON.stringify(one))}`);
    const said = mtime ?? modTime;
    return { name: bare(name), modified: typeof said === "string" ? timeIn(said, timeZone) : undefined };
  });
}

const bare = (name: string): string => name.replace(/\/$/, "");

/** No part of it passes over the next tag: the time that it takes grows with the page, not with its square. */
const LINK = /<a\s[^<>]*?\bhref\s?=\s?(?:"([^"<>]*)"|'([^'<>]*)'|([^\s<>"']+))[^<>]*>/gi;
/** How the pages end that servers make; one that does not was cut off. */
const END = /<\/(?:html|pre|body)>\s*$/i;

function readHtml(text: string, base: URL, timeZone: string): Entry[] {
  if (!text.startsWith("<"))
    throw new Refusal(`the listing is neither JSON nor HTML: ${excerpt(text) || "nothing"}; does the URL name a folder?`);
  if (!END.test(text)) throw new Refusal(`the listing has no end: ...${excerpt(text.slice(-100))}; was it cut off?`);
  const links = [...text.matchAll(LINK)];
  return links.flatMap((link, n) => {
    const name = childName(link[1] ?? link[2] ?? link[3] ?? "", base);
    if (name === undefined) return [];
    const beside = text.slice(link.index + link[0].length, links[n + 1]?.index);
    return [{ name, modified: timeIn(afterLink(beside), timeZone) }];
  });
}

/** What stands behind the end of the link. */
function afterLink(beside: string): string {
  const end = beside.search(/<\/a>/i);
  return end < 0 ? beside : beside.slice(end);
}

/** The name in the folder that a link leads to; not that of the folder above, of the page in another order, or of another page. */
function childName(href: string, base: URL): string | undefined {
  const decoded = href.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
  if (!URL.canParse(decoded, base.href)) return undefined;
  const { origin, pathname, search } = new URL(decoded, base);
  if (origin !== base.origin || search !== "" || !pathname.startsWith(base.pathname)) return undefined;
  const name = bare(pathname.slice(base.pathname.length));
  if (name === "" || name.includes("/")) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** `2026-11-23T03:00:00Z`, `2026-11-23 03:00`, `2026-Nov-23 03:00:00`. */
const YEAR_FIRST = /(\d{4})-(\d\d|[A-Za-z]{3})-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|GMT|UTC|[+-]\d\d:?\d\d)?/;
/** `23-Nov-2026 03:00`, `Mon, 23 Nov 2026 03:00:00 GMT`. */
const DAY_FIRST = /(\d{1,2})[- ]([A-Za-z]{3})[- ](\d{4}) (\d\d):(\d\d)(?::(\d\d))?\s?(Z|GMT|UTC|[+-]\d\d:?\d\d)?/;

/** The first time in a text, in milliseconds since the epoch. */
export function timeIn(text: string, timeZone: string): number | undefined {
  const first = YEAR_FIRST.exec(text);
  const [, year, month = "", day, hour, minute, second = "0", zone] = first ?? swapped(DAY_FIRST.exec(text)) ?? [];
  if (year === undefined) return undefined;
  const named = MONTHS.indexOf(month.toLowerCase());
  const parts = [year, named < 0 ? month : named + 1, day, hour, minute, second].map(Number);
  if (parts.some(Number.isNaN)) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? "") ?? [];
  const at = moment(parts, zone === undefined ? timeZone : "UTC");
  const ahead = (60 * Number(hours ?? 0) + Number(minutes ?? 0)) * 60_000;
  return at === undefined ? undefined : at - (sign === "-" ? -ahead : ahead);
}

/** The order of {@link YEAR_FIRST}. */
function swapped(match: RegExpExecArray | null): readonly (string | undefined)[] | undefined {
  if (!match) return undefined;
  const [whole, day, month, year, ...rest] = match;
  return [whole, year, month, day, ...rest];
}
