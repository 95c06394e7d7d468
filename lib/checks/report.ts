import { placedRules, type Rule } from "../alerts/rule";
import type { Platform } from "../platform/platform";
import { namesWaiting, type Waiting, waitingLine } from "../platform/rules-at-site";
import { CHECKS, type CheckFinding } from "./all";

/** What the checks found, for whoever has to fix it. */
export function report(findings: readonly CheckFinding[]): string {
  const lines = findings.map(({ check, where, what, fix }) => `${where}: ${what}\n  fix: ${fix}  [${check}]`);
  const count = findings.length === 1 ? "1 mistake" : `${findings.length} mistakes`;
  return `${lines.join("\n")}\n\n${count} found, nothing was written`;
}

/** What a synth made, in numbers. */
export function counts(platform: Platform) {
  const { manifests, rules } = platform;
  const each = placedRules(rules).map(({ rule }) => rule.kind);
  const of = (kind: Rule["kind"]) => each.filter((one) => one === kind).length;
  return {
    bundles: new Set(manifests.map(({ bundle }) => bundle)).size,
    objects: manifests.length,
    rules: each.length,
    alerts: of("alert"),
    recordings: of("record"),
    imported: of("imported"),
    dashboards: platform.dashboards.length,
    checks: CHECKS.length,
  };
}

/** What waits, and what may not work for long, for programs: an alert that several rules raise is named once. */
export function waitingCounts({ waiting, cautions }: Platform) {
  const told = (all: readonly Waiting[]) =>
    all.map((one) => ({
      exporter: one.exporter,
      until: one.until,
      rules: [...new Set(namesWaiting(one))],
      ...(one.dashboards && { dashboards: one.dashboards }),
    }));
  return { cautions, leftOut: told(waiting.leftOut), pending: told(waiting.pending) };
}

/** One look at it, and where it lies: a check alone writes nothing. */
export function summary(platform: Platform, outdir: string | undefined, seconds: number): string {
  const { bundles, objects, rules, alerts, recordings, imported, dashboards, checks } = counts(platform);
  const kinds = [`${alerts} alerts`, `${recordings} recordings`, ...(imported > 0 ? [`${imported} imported`] : [])].join(", ");
  const written = outdir === undefined ? "" : ` -> ${outdir}/`;
  const made = [`${bundles} bundles`, `${objects} objects`, `${rules} rules (${kinds})`, `${dashboards} dashboards`];
  const total = `${[...made, `${checks} checks passed`, `${seconds.toFixed(2)} s`].join(", ")}${written}`;
  const { leftOut, pending } = platform.waiting;
  const lines = (waiting: readonly Waiting[], where: string) => waiting.map((one) => `  ${waitingLine(one)}: ${where}`);
  return [
    total,
    ...platform.cautions.map((one) => `  caution: ${one}`),
    ...lines(leftOut, "left out"),
    ...forgotten(platform).map(({ name, until }) => `  ${name} is not asked: ${until}`),
    ...lines(pending, "in the output, silent until then"),
  ].join("\n");
}

/** Exporters of which the site says nothing; those that rules wait for are told with them. */
function forgotten({ absentExporters, waiting }: Pick<Platform, "absentExporters" | "waiting">) {
  return absentExporters.filter(({ name, isOff }) => !isOff && !waiting.leftOut.some(({ exporter }) => exporter === name));
}
