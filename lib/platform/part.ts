import type { BundleDeclaration } from "../gitops/bundle";
import type { Path } from "../network/connection";
import type { Site } from "../site/schema";
import type { Declarations } from "./declarations";
import type { RulesAtSite, Waiting } from "./rules-at-site";

/** What all parts declare, and the paths that their connections come to. */
export interface Whole extends Declarations {
  readonly paths: readonly Path[];
  /** Rules that this site has nothing for, and rules that a later part of the platform will have something for. */
  readonly waiting: Pick<RulesAtSite, "leftOut">;
}

/** A part at a site: what it declares, and the bundles it builds given what all parts declare. */
export interface PartAtSite {
  readonly declares?: Partial<Declarations>;
  readonly bundles?: (whole: Whole) => readonly BundleDeclaration[];
}

/**
 * A part of the platform. Parts don't know of each other, and their order means nothing. A site that does without one has
 * nothing of it: `at` gives undefined there.
 */
export interface Part {
  readonly name: string;
  readonly at: (site: Site) => PartAtSite | undefined;
  /** The rules that it would declare, asked where the site does without it: they are told, and their runbook pages stay. @default - none */
  readonly dormant?: (site: Site) => readonly Waiting[];
}
