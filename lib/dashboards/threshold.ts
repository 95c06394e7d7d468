import type { Severity } from "../alerts/labels";

/** A value from which on (or, where less is worse, below which) it is worse. */
export interface Threshold {
  readonly at: number;
  readonly is: Severity;
  /** @default - more is worse */
  readonly lessIsWorse?: true;
}

export const warningAbove = (at: number): Threshold => ({ at, is: "warning" });
export const criticalAbove = (at: number): Threshold => ({ at, is: "critical" });
export const warningBelow = (at: number): Threshold => ({ at, is: "warning", lessIsWorse: true });
export const criticalBelow = (at: number): Threshold => ({ at, is: "critical", lessIsWorse: true });

/** As the severities of alerts are coloured everywhere. */
export const SEVERITY_COLORS: Readonly<Record<Severity, string>> = { info: "blue", warning: "orange", critical: "red" };
const WELL = "green";
const NOT_JUDGED = "blue";

const WORST_FIRST: readonly Severity[] = ["critical", "warning", "info"];

interface Step {
  /** Nothing for the lowest. */
  readonly value: number | null;
  readonly color: string;
}

/** The steps of a scale, lowest first, each with the colour from there on: of the worst that holds there. Without thresholds there is one, of no judgement. */
export function stepsOf(thresholds: readonly Threshold[] | undefined): Step[] {
  if (thresholds === undefined || thresholds.length === 0) return [{ value: null, color: NOT_JUDGED }];
  const starts = [Number.NEGATIVE_INFINITY, ...new Set(thresholds.map(({ at }) => at))].sort((a, b) => a - b);
  return starts
    .map((start) => {
      const held = thresholds.filter(({ at, lessIsWorse }) => (lessIsWorse ? start < at : start >= at)).map(({ is }) => is);
      const worst = WORST_FIRST.find((severity) => held.includes(severity));
      return { value: Number.isFinite(start) ? start : null, color: worst === undefined ? WELL : SEVERITY_COLORS[worst] };
    })
    .filter(({ color }, index, steps) => color !== steps[index - 1]?.color);
}
