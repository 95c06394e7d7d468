import type { z } from "zod";
import { type Contradiction, draftOf, isGiven } from "./draft";
import { section } from "./field";
import { autoscaling } from "./sections/autoscaling";
import { backingServices } from "./sections/backing-services";
import { batch } from "./sections/batch";
import { boiler } from "./sections/boiler";
import { cluster } from "./sections/cluster";
import { components } from "./sections/components";
import { dashboards } from "./sections/dashboards";
import { databaseStatistics } from "./sections/database-statistics";
import { databases } from "./sections/databases";
import { deadMan } from "./sections/dead-man";
import { exporters } from "./sections/exporters";
import { gitops } from "./sections/gitops";
import { logShipping } from "./sections/log-shipping";
import { logStore } from "./sections/log-store";
import { logs } from "./sections/logs";
import { metrics } from "./sections/metrics";
import { namespaces } from "./sections/namespaces";
import { probes } from "./sections/probes";
import { push } from "./sections/push";
import { rum } from "./sections/rum";
import { scrapes } from "./sections/scrapes";
import { sizes } from "./sections/sizes";
import { snmp } from "./sections/snmp";
import { staleMounts } from "./sections/stale-mounts";
import { statusPage } from "./sections/status-page";
import { trust } from "./sections/trust";
import { ups } from "./sections/ups";
import { urls } from "./sections/urls";

/** In the order in which messages list the keys: that of site.yaml. */
const SECTIONS = [
  cluster,
  urls,
  namespaces,
  components,
  trust,
  backingServices,
  metrics,
  logs,
  logStore,
  databases,
  sizes,
  autoscaling,
  gitops,
  exporters,
  scrapes,
  statusPage,
  deadMan,
  push,
  probes,
  boiler,
  ups,
  snmp,
  staleMounts,
  batch,
  logShipping,
  databaseStatistics,
  rum,
  dashboards,
] as const;

type KeysOf<Sections> = Sections extends readonly [{ readonly keys: infer Keys }, ...infer Rest] ? Keys & KeysOf<Rest> : unknown;
type SiteKeys = { readonly [Key in keyof KeysOf<typeof SECTIONS>]: KeysOf<typeof SECTIONS>[Key] };

// the compiler does not know that the entries of all sections are the keys of all sections
const KEYS = Object.fromEntries(SECTIONS.flatMap(({ keys }) => Object.entries(keys))) as SiteKeys;

const Values = section(KEYS);

/** What site.yaml holds. The keys are documented there, beside their values, and nowhere else. */
export const SiteSchema = Values.superRefine(
  (site, context) => {
    for (const { path, message } of contradictions(site)) context.addIssue({ code: "custom", path: [...path], message });
  },
  // Also when a single value is wrong: every mistake is reported at once.
  { when: () => true },
);

function contradictions(site: unknown): Contradiction[] {
  const draft = draftOf(Values, site);
  const found = SECTIONS.flatMap((one): readonly Contradiction[] => ("contradictions" in one ? one.contradictions(draft) : []));
  return found.filter(({ path, isMissing }) => !isMissing || !isGiven(site, path));
}

/** This installation, checked, frozen and readonly throughout. */
export type Site = z.infer<typeof Values>;

/** The public page of an installation that has one, and the adapter that keeps it. */
export type StatusPageSite = NonNullable<Site["status_page"]> & { readonly adapter_url: string };

/** The boiler of an installation that has one. */
export type BoilerSite = NonNullable<Site["boiler"]>;

/** How an installation uses the push services that ask for more than a credential. */
export type NtfySite = NonNullable<NonNullable<Site["push"]>["ntfy"]>;
export type PushWebhookSite = NonNullable<NonNullable<Site["push"]>["webhook"]>;
export type EmailSite = NonNullable<NonNullable<Site["push"]>["email"]>;

/** The object store of an installation whose batch jobs list one. */
export type ObjectStoreSite = NonNullable<NonNullable<Site["batch"]>["object_store"]>;

/** A bucket of an object store, as a site names it. */
export type S3Site = NonNullable<NonNullable<Site["log_store"]>["object_storage"]>;

/** The devices of an installation that are asked over SNMP. */
export type SnmpSite = NonNullable<Site["snmp"]>;

/** The uninterruptible power supplies of an installation that watches some. */
export type UpsSite = NonNullable<Site["ups"]>;

/** What the cluster's autoscaler is told of others' workloads. */
export type AutoscalingSite = NonNullable<Site["autoscaling"]>;

/** What may be restarted at an installation that has stale mounts mended. */
export type StaleMountsSite = NonNullable<Site["stale_mounts"]>;

/** How browsers get to the dashboards of an installation that says so. */
export type DashboardsSite = NonNullable<Site["dashboards"]>;

/** The web pages of an installation whose visitors' browsers tell how they fared. */
export type RumSite = NonNullable<Site["rum"]>;

/** What is probed at an installation that probes something. */
export type ProbesSite = NonNullable<Site["probes"]>;
