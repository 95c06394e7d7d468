import { join } from "node:path";
import { loadSite } from "../lib/site/load";
import { type Site, SiteSchema } from "../lib/site/schema";

export const ROOT = join(__dirname, "..");

/** The tests' own installation: never the root's site.yaml, which is the user's to change. */
export const EXAMPLE_FILE = join(ROOT, "test/fixtures/home.yaml");

/** The example installation, with some of its top-level keys replaced; read once for each change, as nothing changes a site. */
export function exampleSite(changes: Partial<Site> = {}): Site {
  loaded ??= loadSite(EXAMPLE_FILE);
  // what is taken away is another change than none
  const key = JSON.stringify(changes, (_, value: unknown) => value ?? { absent: String(value) });
  const site = sites.get(key) ?? SiteSchema.parse({ ...loaded, ...changes });
  sites.set(key, site);
  return site;
}

const sites = new Map<string, Site>();
let loaded: Site | undefined;
