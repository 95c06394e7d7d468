import { join } from "node:path";
import { platform } from "../charts/platform";
import { loadRunbooks } from "../lib/alerts/runbooks";
import type { Platform } from "../lib/platform/platform";
import type { Site } from "../lib/site/schema";
import { SiteSchema } from "../lib/site/schema";
import { EXAMPLE_FILE, exampleSite, ROOT } from "./example-site";

export { EXAMPLE_FILE, exampleSite, ROOT };

/** Another installation, which shares no value with the example. */
export const ELSEWHERE_FILE = join(ROOT, "test/fixtures/elsewhere.yaml");

/** The platform of the example installation. */
export function examplePlatform(changes: Partial<Site> = {}): Platform {
  return platformOf(exampleSite(changes));
}

/** UPSes, which the example does without: two on one server, and the only one of another. */
export const UPSES: NonNullable<Site["ups"]> = {
  servers: [{ address: "192.168.10.40", ups: ["rack", "desk"] }, { address: "fd00::5" }],
  username: "monitor",
};

/** A job outside of the cluster, which the example does without. */
const OUTSIDE_JOB = { script: "mirror.sh", addresses: ["192.168.10.31/32"], every_hours: 24, component: "Platform" } as const;

/** Every push service there is, with every key. */
export const EVERY_PUSH = {
  pushover: {},
  ntfy: { url: "http://192.168.10.50:8080", addresses: ["192.168.10.0/24"], access: "token" },
  webhook: { port: 8443, addresses: ["192.168.10.70/32"] },
  email: {
    smarthost: "mail.example.org:587",
    from: "belfry@example.org",
    to: ["ops@example.org", "me@example.org"],
    username: "belfry",
    tls: "required",
  },
} as const satisfies NonNullable<Site["push"]>;

/** A site without a public page: nothing in it says where the adapter answers and which component stands where. */
export function withoutStatusPage(changes: Partial<Site> = {}): Site {
  const { status_page: _, urls, components, ...site } = exampleSite();
  const { status_page_url: _url, ...others } = urls;
  return SiteSchema.parse({ ...site, urls: others, components: components.map(({ page_id: _id, ...one }) => one), ...changes });
}

/** The platform of a site, with the runbooks of the repository; made once for each of the last sites, as nothing changes one. */
export function platformOf(site: Site): Platform {
  const key = JSON.stringify(site);
  const known = built.get(key) ?? platform(site, runbooks());
  // the last one asked for stands last
  built.delete(key);
  built.set(key, known);
  for (const oldest of [...built.keys()].slice(0, -HELD)) built.delete(oldest);
  return known;
}

const built = new Map<string, Platform>();
/** Most test files ask for one of the first few, and each takes megabytes of a worker. */
const HELD = 12;
let pages: ReadonlyMap<string, string> | undefined;
const runbooks = () => {
  pages ??= loadRunbooks(join(ROOT, "docs/runbooks"));
  return pages;
};

/** The log store in the build that has all of it, which the example does without, and with what distributes it. */
const WHOLE_STORE = {
  edition: "enterprise",
  object_storage: { url: "https://s3.example.org", addresses: ["192.168.10.30/32"], bucket: "logs" },
} as const;

/** An installation that does without nothing. */
export function fullSite(changes: Partial<Site> = {}): Site {
  const { batch, exporters, log_store } = exampleSite();
  const foreign = [...(batch?.foreign ?? []), OUTSIDE_JOB];
  return exampleSite({
    ups: UPSES,
    exporters: { ...exporters, systemd_services: "all" },
    log_store: { ...log_store, ...WHOLE_STORE },
    batch: { ...batch, outside_url: "https://push.example.org", foreign },
    ...changes,
  });
}

export function fullPlatform(changes: Partial<Site> = {}): Platform {
  return platformOf(fullSite(changes));
}
