import { ownerText } from "../alerts/owner";
import { type AlertRule, ownAlerts, type RuleBundle } from "../alerts/rule";
import { thresholdOf } from "./alert-threshold";
import type { Dashboard } from "./dashboard";
import type { Threshold } from "./threshold";

/** An alert, as a dashboard lists it. */
export interface ShownAlert extends Pick<AlertRule, "name" | "severity" | "summary"> {
  readonly component: string;
}

/** The alerts of a platform, as dashboards ask for them. */
export interface AlertsShown {
  /** Whether one of that name can fire here: it has a page. */
  readonly isThere: (alert: string) => boolean;
  /** Where those of that name begin to fire, each threshold once. */
  readonly thresholdsOf: (alert: string) => readonly Threshold[];
  /** Those that a dashboard belongs to, by name, each once. */
  readonly of: (dashboard: Pick<Dashboard, "areas" | "alerts">) => readonly ShownAlert[];
}

export function alertsShown(rules: readonly RuleBundle[], others: readonly ShownAlert[]): AlertsShown {
  const ours = ownAlerts(rules).map(({ area, rule }) => ({ area, rule }));
  const listed = [
    ...ours.map(({ area, rule: { name, severity, component, summary } }) => ({
      area,
      name,
      severity,
      summary,
      component: ownerText(component),
    })),
    ...others.map((one) => ({ area: undefined, ...one })),
  ];
  const names = new Set(listed.map(({ name }) => name));
  return {
    isThere: (alert) => names.has(alert),
    thresholdsOf: (alert) => {
      const found = ours.flatMap(({ rule }) => (rule.name === alert ? (thresholdOf(rule) ?? []) : []));
      return found.filter((one, index) => found.findIndex((other) => isSame(one, other)) === index);
    },
    of: ({ areas = [], alerts = [] }) => {
      const meant = listed.filter(({ area, name }) => (area !== undefined && areas.includes(area)) || alerts.includes(name));
      const byName = new Map(meant.map(({ area, ...one }) => [`${one.name} ${one.severity}`, one]));
      return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

const isSame = (a: Threshold, b: Threshold): boolean => a.at === b.at && a.is === b.is && a.lessIsWorse === b.lessIsWorse;
