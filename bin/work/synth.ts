import { join, relative } from "node:path";
import { counts, summary, waitingCounts } from "../../lib/checks/report";
import { REPOSITORY } from "../../lib/images/entry";
import { checked, type Outcome, synthesized } from "../../main";
import { watched } from "./watch";

export interface Asked {
  readonly json?: boolean;
  readonly watch?: boolean;
}

export function synth(site: string, { json, watch }: Asked): 0 | 1 | Promise<never> {
  const outdir = outputFolder();
  return watch ? watched(site, outdir) : printed(synthesized(site, outdir), json, outdir);
}

/** The variable is the cdk8s CLI's own. */
export const outputFolder = (): string => process.env.CDK8S_OUTDIR || relative("", join(REPOSITORY, "dist"));

export function check(site: string, { json }: Asked): 0 | 1 {
  return printed(checked(site), json);
}

/** One line or the mistakes, or one JSON document with either. */
function printed(outcome: Outcome, json = false, outdir?: string): 0 | 1 {
  const isRight = "built" in outcome;
  if (json) {
    const more = isRight
      ? { ...counts(outcome.built), ...waitingCounts(outcome.built), output: outdir, findings: [] }
      : { findings: outcome.refusal.findings };
    console.log(JSON.stringify({ ok: isRight, ...more }, undefined, 2));
  } else if (isRight) {
    console.log(summary(outcome.built, outdir, process.uptime()));
  } else {
    console.error(outcome.refusal.text);
  }
  return isRight ? 0 : 1;
}
