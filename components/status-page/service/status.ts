import type { Severity } from "../../../lib/alerts/labels";

/** Statuses that follow from alerts, best first. */
export const LEVELS = ["operational", "degraded_performance", "major_outage"] as const;
export type Level = (typeof LEVELS)[number];

/** Every status that a component can have on the page (Statuspage, OpenAPI document). The adapter sets the levels only; the others are a person's. */
export const PAGE_STATUSES = [...LEVELS, "partial_outage", "under_maintenance"] as const;

export const rank = (level: Level): number => LEVELS.indexOf(level);
export const isWorse = (a: Level, b: Level): boolean => rank(a) > rank(b);
export const worst = (levels: Iterable<Level>): Level => best([...levels], (a, b) => isWorse(a, b)) ?? "operational";
export const mildest = (levels: Iterable<Level>): Level => best([...levels], (a, b) => isWorse(b, a)) ?? "operational";

function best(levels: readonly Level[], isBetter: (a: Level, b: Level) => boolean): Level | undefined {
  let found: Level | undefined;
  for (const level of levels) if (found === undefined || isBetter(level, found)) found = level;
  return found;
}

export function isLevel(status: string): status is Level {
  return (LEVELS as readonly string[]).includes(status);
}

/** Observability specification, part 2. `info` never changes the page. */
export const LEVEL_OF_SEVERITY: Readonly<Record<Severity, Level | undefined>> = {
  critical: "major_outage",
  warning: "degraded_performance",
  info: undefined,
};
