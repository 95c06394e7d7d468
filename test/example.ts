import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { platform } from "../charts/platform";
import { loadRunbooks } from "../lib/alerts/runbooks";
import type { Platform } from "../lib/platform/platform";
import type { Site } from "../lib/site/schema";
import { SiteSchema } from "../lib/site/schema";

export const ROOT = join(__dirname, "..");

/** The example installation, with some of its top-level keys replaced. */
export function exampleSite(changes: Partial<Site> = {}): Site {
  return SiteSchema.parse({ ...parse(readFileSync(join(ROOT, "site.yaml"), "utf8")), ...changes });
}

/** The platform of the example installation. */
export function examplePlatform(changes: Partial<Site> = {}): Platform {
  return platform(exampleSite(changes), loadRunbooks(join(ROOT, "docs/runbooks")));
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
