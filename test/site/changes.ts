import { COMPONENTS, isComponent } from "../../lib/site/component";
import { SiteSchema } from "../../lib/site/schema";
import { EXPORTERS } from "../../lib/site/sections/scrapes";

/*
 * One value of a site changed, and the site still valid. A value that others repeat (a namespace in the URLs of its Services) is
 * changed wherever it stands, as whoever moves house would.
 */

export type SitePath = readonly (string | number)[];

/** The paths of every value of a site that is no list and no mapping. */
export function leavesOf(value: unknown, path: SitePath = []): SitePath[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, Array.isArray(value) ? Number(key) : key]));
}

export function valueAt(site: unknown, path: SitePath): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], site);
}

/** The site with another value there, changed as little as it takes to stay valid; nothing when there is none. */
export function anotherSite(site: unknown, path: SitePath): unknown {
  const value = valueAt(site, path);
  for (const other of otherValues(value)) {
    for (const changed of [withValue(site, path, other), ...swapped(site, value, other)]) {
      if (SiteSchema.safeParse(changed).success) return changed;
    }
  }
  return undefined;
}

function withValue(site: unknown, [key, ...rest]: SitePath, value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(site) ? [...site] : { ...(site as object) };
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value));
  return copy;
}

/** The two texts swapped throughout the site: as a whole, and as the namespace or the end of an in-cluster host. */
function swapped(site: unknown, old: unknown, fresh: unknown): unknown[] {
  if (typeof old !== "string" || typeof fresh !== "string") return [];
  const swap = (value: unknown): unknown => {
    if (value === old) return fresh;
    if (value === fresh) return old;
    if (typeof value === "string") return value.replaceAll(`.${old}.svc`, `.${fresh}.svc`).replaceAll(`.svc.${old}:`, `.svc.${fresh}:`);
    if (Array.isArray(value)) return value.map(swap);
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, swap(item)]))
      : value;
  };
  return [swap(site)];
}

/** Choices of the schema are not asked for: another text of its kind is tried, then every word that any of them takes. */
const WORDS = [
  "verified",
  "open_source",
  "enterprise",
  "unverified",
  "single",
  "http",
  "cluster",
  "form",
  "antiforgery",
  "ClusterSecretStore",
  "SecretStore",
  "Europe/Lisbon",
  "small",
  "open",
  "token",
  "required",
  "none",
  "default",
  "ipv4",
  "ipv6",
  "udp",
  "tcp",
  "Recreate",
  "InPlaceOrRecreate",
  "Deployment",
  "StatefulSet",
  "warning",
  "critical",
  "restart",
  "dry_run",
  "ours",
  "object_store_objects",
  "backup_target_free_bytes",
  ...COMPONENTS,
  ...EXPORTERS,
];

function otherValues(value: unknown): unknown[] {
  if (typeof value === "number") return [value + 1, value - 1, value / 2];
  if (typeof value === "boolean") return [!value];
  const text = String(value);
  return [
    ...WORDS.filter((word) => word !== text && isAlike(word, text)),
    `${text}z`,
    `${text}7`,
    // a URL with a host of its own, an address or a range beside it, a version after it
    text.replace(/^(\w+:\/\/[^/.:]*)/, "$1z"),
    text.replace(/::(?=\/|$)/, ":7::"),
    text.replace(/\d+$/, (digits) => String(Number(digits) + 1)),
    text.replace(/\d+(?=\/\d+$)/, (digits) => String((Number(digits) + 64) % 256)),
    text.replace(/(\d+)\.(\d+)\/(\d+)$/, (_, third: string, last: string, bits: string) => `${(Number(third) + 64) % 256}.${last}/${bits}`),
    text.replace(/^(\d+)\.(\d+)/, (_, first: string, second: string) => `${first}.${Number(second) - 1}`),
    text.replace(/\d+(?=[A-Z]i?$)/, (digits) => String(Number(digits) + 1)),
    // another minute of a schedule
    text.replace(/^\d+(?= )/, (digits) => String((Number(digits) + 1) % 60)),
    text.replace(/\d+(?=m$)/, (digits) => String(Number(digits) + 1)),
    text.replace(/[0-9a-f](?=\/128$|$)/, (digit) => (digit === "1" ? "2" : "1")),
  ].filter((other) => other !== text);
}

/** A word of another form is no value in its place. */
function isAlike(word: string, text: string): boolean {
  const form = (one: string) => [isComponent(one), /^[A-Z]/.test(one), one.includes("/"), one.includes(":")].join();
  return form(word) === form(text);
}
