import type { Moment } from "../../lib/alerts/proof";
import { type AlertRule, ownAlerts, type RuleBundle } from "../../lib/alerts/rule";

/** One look at one alert: with these series it must fire, or must not. */
export interface Scenario {
  readonly title: string;
  readonly alert: AlertRule;
  readonly moment: Moment;
  readonly fires: boolean;
}

/** Every proof of every alert, in a stable order. */
export function scenariosOf(bundles: readonly RuleBundle[]): Scenario[] {
  return ownAlerts(bundles).flatMap(({ rule: alert }) => {
    const look = (moments: readonly Moment[], fires: boolean): Scenario[] =>
      moments.map((moment, index) => ({
        title: `${alert.name} (${alert.component}) ${fires ? "fires" : "is silent"}, case ${index + 1}`,
        alert,
        moment,
        fires,
      }));
    return [...look(alert.proof.fires, true), ...look(alert.proof.silent, false)];
  });
}
