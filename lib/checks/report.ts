import { ownAlerts } from "../alerts/rule";
import type { Platform } from "../platform/platform";
import { CHECKS, type CheckFinding } from "./all";

/** What the checks found, for whoever has to fix it. */
export function report(findings: readonly CheckFinding[]): string {
  const lines = findings.map(({ check, where, what, fix }) => `${where}: ${what}\n  fix: ${fix}  [${check}]`);
  const count = findings.length === 1 ? "1 mistake" : `${findings.length} mistakes`;
  return `${lines.join("\n")}\n\n${count} found, nothing was written`;
}

/** One look at what a synth made. */
export function summary({ manifests, rules }: Platform, outdir: string, seconds: number): string {
  const bundles = new Set(manifests.map(({ bundle }) => bundle));
  const count = rules.reduce((sum, { groups }) => sum + groups.reduce((total, group) => total + group.rules.length, 0), 0);
  const dashboards = manifests.filter(({ object }) => object.metadata.labels?.grafana_dashboard !== undefined).length;
  return [
    `${bundles.size} bundles`,
    `${manifests.length} objects`,
    `${count} rules`,
    `${ownAlerts(rules).length} alerts`,
    `${dashboards} dashboards`,
    `${CHECKS.length} checks passed`,
    `${seconds.toFixed(2)} s`,
  ]
    .join(", ")
    .concat(` -> ${outdir}/`);
}
