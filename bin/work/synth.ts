import { counts, summary } from "../../lib/checks/report";
import { checked, type Outcome, synthesized } from "../../main";
import { type ExitCode, Misuse } from "../command";
import { outputFolder, siteFile } from "./site-file";
import { watched } from "./watch";

interface Asked {
  readonly json?: boolean;
  readonly watch?: boolean;
}

export function synth({ json, watch }: Asked, site?: string): ExitCode | Promise<ExitCode> {
  const [file, outdir] = [siteFile(site), outputFolder()];
  if (watch && json) throw new Misuse("--watch prints files, not JSON; leave one of the two away");
  return watch ? watched(file, outdir) : printed(synthesized(file, outdir), json, outdir);
}

export function check({ json }: Asked, site?: string): ExitCode {
  return printed(checked(siteFile(site)), json);
}

/** One line or the mistakes, or one JSON document with either. */
function printed(outcome: Outcome, json = false, outdir?: string): ExitCode {
  const isRight = "built" in outcome;
  if (json) {
    const more = isRight ? { ...counts(outcome.built), output: outdir, findings: [] } : { findings: outcome.refusal.findings };
    console.log(JSON.stringify({ ok: isRight, ...more }, undefined, 2));
  } else if (isRight) {
    console.log(summary(outcome.built, outdir, process.uptime()));
  } else {
    console.error(outcome.refusal.text);
  }
  return isRight ? 0 : 1;
}
