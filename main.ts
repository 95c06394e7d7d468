import { join } from "node:path";
import { platform } from "./charts/platform";
import { loadRunbooks } from "./lib/alerts/runbooks";
import { runChecks } from "./lib/checks/all";
import { report } from "./lib/checks/report";
import { OutputRefused, writeManifests } from "./lib/gitops/write";
import { REPOSITORY } from "./lib/images/entry";
import { forgetImages } from "./lib/images/tag";
import { outputFiles } from "./lib/install/files";
import type { Platform } from "./lib/platform/platform";
import { DeclarationsRefused } from "./lib/platform/shapes";
import { loadSite } from "./lib/site/load";
import { SiteError, yamlPath } from "./lib/site/site-error";

/** What is wrong, for people and for programs. */
export interface Refusal {
  readonly text: string;
  readonly findings: readonly { readonly check: string; readonly where: string; readonly what: string; readonly fix?: string }[];
}

export type Outcome = { readonly built: Platform } | { readonly refusal: Refusal };

/** A site's file -> declarations -> checks. */
export function checked(siteFile: string): Outcome {
  return refusing(() => built(siteFile), { siteFile });
}

/** The same, and its output: nothing is written where something is wrong. */
export function synthesized(siteFile: string, outdir: string): Outcome {
  const work = () => {
    const outcome = built(siteFile);
    if ("built" in outcome) writeManifests(outdir, outcome.built.manifests, outputFiles(outcome.built, siteFile));
    return outcome;
  };
  return refusing(work, { siteFile, outdir });
}

/** What the parts declare for a site, whatever the checks find of it. */
export function declared(siteFile: string): Platform | { readonly refusal: Refusal } {
  try {
    return platformOf(siteFile);
  } catch (error) {
    return { refusal: refusalOf(error, { siteFile }) };
  }
}

const platformOf = (siteFile: string): Platform => platform(loadSite(siteFile), loadRunbooks(join(REPOSITORY, "docs/runbooks")));

function built(siteFile: string): Outcome {
  forgetImages();
  const built = platformOf(siteFile);
  const findings = runChecks(built);
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
  if (error instanceof SiteError) {
    const findings = error.mistakes.map(({ position, path, message }) => {
      const place = position === undefined ? siteFile : `${siteFile}:${position.line}:${position.column}`;
      return { check: "site", where: `${place} ${yamlPath(path)}`.trimEnd(), what: message };
    });
    return { text: error.message, findings };
  }
  if (error instanceof OutputRefused) {
    const [what = "", fix] = error.message.split("\n  fix: ");
    return { text: error.message, findings: [{ check: "output", where: outdir, what, fix }] };
  }
  throw error;
}
