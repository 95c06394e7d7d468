/** A value from which on (or, where less is worse, below which) it is worse. */
export interface Threshold {
  readonly at: number;
  readonly is: "warning" | "critical";
  /** @default - more is worse */
  readonly lessIsWorse?: true;
}

export const warningAbove = (at: number): Threshold => ({ at, is: "warning" });
export const criticalAbove = (at: number): Threshold => ({ at, is: "critical" });
export const warningBelow = (at: number): Threshold => ({ at, is: "warning", lessIsWorse: true });
export const criticalBelow = (at: number): Threshold => ({ at, is: "critical", lessIsWorse: true });

/** As the severities of alerts are coloured everywhere. */
export const COLORS = { well: "green", warning: "orange", critical: "red", info: "blue" } as const;

interface Step {
  /** Nothing for the lowest. */
  readonly value: number | null;
  readonly color: string;
}

/** The steps of a scale, lowest first, each with the colour from there on. Without thresholds there is one, of no judgement. */
export function stepsOf(thresholds: readonly Threshold[] | undefined): Step[] {
  if (thresholds === undefined || thresholds.length === 0) return [{ value: null, color: COLORS.info }];
  const sorted = [...thresholds].sort((a, b) => a.at - b.at);
  const isLess = sorted.some(({ lessIsWorse }) => lessIsWorse);
  if (!isLess) return [{ value: null, color: COLORS.well }, ...sorted.map(({ at, is }) => ({ value: at, color: COLORS[is] }))];
  // below the lowest it is worst, and each step ends one colour and begins the next better one
  const colors = [...sorted.map(({ is }) => COLORS[is]), COLORS.well];
  return colors.map((color, index) => ({ value: index === 0 ? null : (sorted[index - 1]?.at ?? null), color }));
}
