import { ownAlerts, type RuleBundle } from "../alerts/rule";
import type { Dashboard, SavedDashboard } from "./dashboard";
import { asksOf } from "./panel";

/** A page on which one sees why an alert fires. */
export interface AlertDashboard {
  readonly title: string;
  readonly url: string;
}

interface Declared {
  readonly dashboards: readonly (Dashboard | SavedDashboard)[];
  readonly rules: readonly RuleBundle[];
}

/**
 * The dashboards that an alert's name leads to: those that draw its threshold first, then those of its area or that name it. None where the site's people have
 * no address of the application.
 */
export function dashboardsOfAlerts(
  { dashboards, rules }: Declared,
  grafanaUrl: string | undefined,
): (alert: string) => readonly AlertDashboard[] {
  if (grafanaUrl === undefined) return () => [];
  const areasOf = new Map<string, Set<string>>();
  for (const { area, rule } of ownAlerts(rules)) areasOf.set(rule.name, (areasOf.get(rule.name) ?? new Set()).add(area));
  const declared = dashboards.flatMap((one) =>
    "model" in one ? [] : [{ one, asks: new Set(one.rows.flatMap(({ panels }) => panels.flatMap(asksOf))) }],
  );
  return (alert) => {
    const areas = areasOf.get(alert) ?? new Set();
    const drawing = declared.filter(({ asks }) => asks.has(alert));
    const others = declared.filter(
      ({ one, asks }) => !asks.has(alert) && ((one.alerts ?? []).includes(alert) || (one.areas ?? []).some((area) => areas.has(area))),
    );
    return [...drawing, ...others].map(({ one: { uid, title } }) => ({ title, url: `${grafanaUrl}/d/${uid}` }));
  };
}
