import type { z } from "zod";
import { type Contradiction, draftOf } from "./draft";
import { section } from "./field";
import { backingServices } from "./sections/backing-services";
import { boiler } from "./sections/boiler";
import { cluster } from "./sections/cluster";
import { components } from "./sections/components";
import { deadMan } from "./sections/dead-man";
import { exporters } from "./sections/exporters";
import { gitops } from "./sections/gitops";
import { metrics } from "./sections/metrics";
import { namespaces } from "./sections/namespaces";
import { sizes } from "./sections/sizes";
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
  sizes,
  gitops,
  exporters,
  statusPage,
  deadMan,
  boiler,
  ups,
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
  return SECTIONS.flatMap((one) => ("contradictions" in one ? one.contradictions(draft) : []));
}

/** This installation, checked, frozen and readonly throughout. */
export type Site = z.infer<typeof Values>;

/** The boiler of an installation that has one. */
export type BoilerSite = NonNullable<Site["boiler"]>;

/** The uninterruptible power supplies of an installation that watches some. */
export type UpsSite = NonNullable<Site["ups"]>;
