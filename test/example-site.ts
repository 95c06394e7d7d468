import { join } from "node:path";
import { loadSite } from "../lib/site/load";
import { type Site, SiteSchema } from "../lib/site/schema";

export const ROOT = join(__dirname, "..");

/** The tests' own installation: never the root's site.yaml, which is the user's to change. */
export const EXAMPLE_FILE = join(ROOT, "test/fixtures/home.yaml");

/** The example installation, with some of its top-level keys replaced. */
export function exampleSite(changes: Partial<Site> = {}): Site {
  loaded ??= loadSite(EXAMPLE_FILE);
  return SiteSchema.parse({ ...loaded, ...changes });
}

let loaded: Site | undefined;
