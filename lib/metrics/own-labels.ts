import type { Series, TargetLabel } from "../series";

/**
 * Labels of a target that an exporter may have a say in. `job` and `instance` tell who answered, and `endpoint` where: an exporter that
 * could set them would speak for others.
 */
const GIVEN_BACK: readonly TargetLabel[] = ["namespace", "service", "pod", "container", "node"];

/**
 * What gives a sample its own labels back that the scrape moved out of the target's way (`exported_namespace`): those that the catalogue
 * declares, in place of `honorLabels`, which would honour any.
 */
export function restoredLabels(series: readonly Series[]) {
  const declared = new Set<string>(series.flatMap(({ labels, sometimes }) => [...labels, ...sometimes]));
  const own = GIVEN_BACK.filter((label) => declared.has(label));
  if (own.length === 0) return [];
  return [
    ...own.map((label) => ({ sourceLabels: [`exported_${label}`], regex: "(.+)", targetLabel: label, replacement: "$1" })),
    { action: "labeldrop", regex: own.map((label) => `exported_${label}`).join("|") },
  ];
}
