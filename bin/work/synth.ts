import { join, relative } from "node:path";
import { counts, summary, waitingCounts } from "../../lib/checks/report";
import { imageCounts, unlockedLines } from "../../lib/checks/unlocked";
import { REPOSITORY } from "../../lib/images/entry";
import { checked, type Input, type Outcome, synthesized } from "../../main";
import type { AskedLock } from "../lock-option";
import { watched } from "./watch";

export interface Asked extends AskedLock {
  readonly json?: boolean;
  readonly watch?: boolean;
}

export const inputOf = (siteFile: string, { lock, locked = false }: AskedLock): Input => ({ siteFile, lockFile: lock, isLocked: locked });

export function synth(site: string, asked: Asked): 0 | 1 | Promise<never> {
  const outdir = outputFolder();
  const input = inputOf(site, asked);
  return asked.watch ? watched(input, outdir) : printed(synthesized(input, outdir), asked, outdir);
}

/** The variable is the cdk8s CLI's own. */
export const outputFolder = (): string => process.env.CDK8S_OUTDIR || relative("", join(REPOSITORY, "dist"));

export function check(site: string, asked: Asked): 0 | 1 {
  return printed(checked(inputOf(site, asked)), asked);
}

/** One line or the mistakes, or one JSON document with either. */
function printed(outcome: Outcome, { json = false, lock }: Asked, outdir?: string): 0 | 1 {
  const isRight = "built" in outcome;
  if (json) {
    const more = isRight
      ? { ...counts(outcome.built), ...imageCounts(outcome.built), ...waitingCounts(outcome.built), output: outdir, findings: [] }
      : { findings: outcome.refusal.findings };
    console.log(JSON.stringify({ ok: isRight, ...more }, undefined, 2));
  } else if (isRight) {
    console.log([summary(outcome.built, outdir, process.uptime()), ...unlockedLines(outcome.built, lock)].join("\n"));
  } else {
    console.error(outcome.refusal.text);
  }
  return isRight ? 0 : 1;
}
