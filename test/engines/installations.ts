import fc from "fast-check";
import { loadSite } from "../../lib/site/load";
import { type Site, SiteSchema } from "../../lib/site/schema";
import { ELSEWHERE_FILE, exampleSite } from "../example";
import { anySite } from "../site/any-site";

export interface Installation {
  readonly name: string;
  readonly site: Site;
}

/** Random ones beside the two, for a run by hand: `RANDOM_SITES=3 npm run test:engines -- operator`; `SEED` picks them. */
const RANDOM_SITES = Number(process.env.RANDOM_SITES ?? 0);

/** What the real engines are given: the example at both scales, and one that has nothing of it. */
export const INSTALLATIONS: readonly Installation[] = [
  { name: "the example, scale: single", site: exampleSite({ scale: "single" }) },
  { name: "the example, scale: cluster", site: exampleSite({ scale: "cluster" }) },
  { name: "another installation", site: loadSite(ELSEWHERE_FILE) },
  ...randomInstallations(),
];

function randomInstallations(): Installation[] {
  if (RANDOM_SITES === 0) return [];
  return fc
    .sample(anySite, RANDOM_SITES)
    .map((raw, index) => ({ name: `random installation ${index + 1} of SEED=${process.env.SEED}`, site: SiteSchema.parse(raw) }));
}
