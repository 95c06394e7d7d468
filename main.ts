import { join } from "node:path";
import { PARTS, platform } from "./charts/platform";
import { loadRunbooks } from "./lib/alerts/runbooks";
import { runChecks } from "./lib/checks/all";
import { report } from "./lib/checks/report";
import { unlockedFindings } from "./lib/checks/unlocked";
import { OutputRefused, writeManifests } from "./lib/gitops/write";
import { REPOSITORY } from "./lib/images/entry";
import { type ImagesLock, NO_LOCK, readLock } from "./lib/images/lock";
import { forgetImages } from "./lib/images/tag";
import { outputFiles } from "./lib/install/files";
import type { Platform } from "./lib/platform/platform";
import { findingOf, inputRefusal, type Refusal } from "./lib/platform/refusal";
import { DeclarationsRefused } from "./lib/platform/shapes";
import { loadSite } from "./lib/site/load";

export type Outcome = { readonly built: Platform } | { readonly refusal: Refusal };

/** What a synth is made of. */
export interface Input {
  readonly siteFile: string;
  /** The lock file of the images; there need not be one. */
  readonly lockFile: string;
  /** An image that it has no digest of is a mistake. @default false */
  readonly isLocked?: boolean;
}

/** A site's file -> declarations -> checks. */
export function checked(input: Input): Outcome {
  return refusing(() => built(input), input);
}

/** The same, and its output: nothing is written where something is wrong. */
export function synthesized(input: Input, outdir: string): Outcome {
  const work = () => {
    const outcome = built(input);
    if ("built" in outcome) writeManifests(outdir, outcome.built.manifests, outputFiles(outcome.built, input.siteFile, input.lockFile));
    return outcome;
  };
  return refusing(work, { ...input, outdir });
}

/** What the parts declare for a site, whatever the checks find of it; no image is locked. */
export function declared(siteFile: string): Platform | { readonly refusal: Refusal } {
  try {
    return platformOf(siteFile, NO_LOCK);
  } catch (error) {
    return { refusal: refusalOf(error, { siteFile }) };
  }
}

function platformOf(siteFile: string, lock: ImagesLock): Platform {
  return platform(loadSite(siteFile), loadRunbooks(join(REPOSITORY, "docs/runbooks")), PARTS, lock);
}

function built({ siteFile, lockFile, isLocked = false }: Input): Outcome {
  forgetImages();
  const built = platformOf(siteFile, readLock(lockFile));
  const findings = [...runChecks(built), ...(isLocked ? unlockedFindings(built, lockFile) : [])];
  return findings.length === 0 ? { built } : { refusal: { text: report(findings), findings } };
}

interface Names {
  readonly siteFile: string;
  readonly outdir?: string;
}

function refusing(work: () => Outcome, names: Names): Outcome {
  try {
    return work();
  } catch (error) {
    return { refusal: refusalOf(error, names) };
  }
}

/** @throws what is a mistake of belfry's own */
export function refusalOf(error: unknown, { siteFile, outdir = "" }: Names): Refusal {
  if (error instanceof DeclarationsRefused) {
    const findings = error.findings.map((finding) => ({ check: "declarations", ...finding }));
    return { text: report(findings), findings };
  }
  const ofInput = inputRefusal(error, siteFile);
  if (ofInput !== undefined) return ofInput;
  if (error instanceof OutputRefused) {
    return { text: error.message, findings: [findingOf("output", outdir, error)] };
  }
  throw error;
}
