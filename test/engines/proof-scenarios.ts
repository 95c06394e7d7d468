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

/** Samples of promtool's notation, one a minute: `1 2+3x4 _ 5x2`; undefined where there is none. */
export function expandValues(notation: string): (number | undefined)[] {
  return notation
    .trim()
    .split(/\s+/)
    .flatMap((part): (number | undefined)[] => {
      const blank = /^_(?:x(\d+))?$/.exec(part);
      if (blank) return Array.from({ length: blank[1] === undefined ? 1 : Number(blank[1]) }, () => undefined);
      const [, start = "", step = "0", times] = /^(-?[\d.]+(?:e[+-]?\d+)?)([+-][\d.]+)?(?:x(\d+))?$/i.exec(part) ?? [];
      if (start === "") throw new Error(`"${part}" is no notation of promtool that the proofs use`);
      return Array.from({ length: Number(times ?? 0) + 1 }, (_, index) => Number(start) + index * Number(step));
    });
}
