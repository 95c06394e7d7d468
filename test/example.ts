import { join } from "node:path";
import { platform } from "../charts/platform";
import { loadRunbooks } from "../lib/alerts/runbooks";
import type { Platform } from "../lib/platform/platform";
import { loadSite } from "../lib/site/load";
import type { Site } from "../lib/site/schema";
import { SiteSchema } from "../lib/site/schema";

export const ROOT = join(__dirname, "..");

/** The tests' own installation: never the root's site.yaml, which is the user's to change. */
export const EXAMPLE_FILE = join(ROOT, "test/fixtures/home.yaml");

/** Another installation, which shares no value with the example. */
export const ELSEWHERE_FILE = join(ROOT, "test/fixtures/elsewhere.yaml");

/** The example installation, with some of its top-level keys replaced. */
export function exampleSite(changes: Partial<Site> = {}): Site {
  return SiteSchema.parse({ ...loadSite(EXAMPLE_FILE), ...changes });
}

/** The platform of the example installation. */
export function examplePlatform(changes: Partial<Site> = {}): Platform {
  return platformAt(exampleSite(changes));
}

/** The platform of any installation, with the runbook pages of all. */
export function platformAt(site: Site): Platform {
  return platform(site, loadRunbooks(join(ROOT, "docs/runbooks")));
}

/** UPSes, which the example does without: two on one server, and the only one of another. */
export const UPSES: NonNullable<Site["ups"]> = {
  servers: [{ address: "192.168.10.40", ups: ["rack", "desk"] }, { address: "fd00::5" }],
  username: "monitor",
};

/** The platform of an installation that does without nothing. */
export function fullPlatform(changes: Partial<Site> = {}): Platform {
  return examplePlatform({ ups: UPSES, ...changes });
}
