import { type CompletedSeries, completeSeries } from "../../lib/alerts/complete-series";
import { ownerText } from "../../lib/alerts/owner";
import type { Moment, RecordingMoment, SeriesSet } from "../../lib/alerts/proof";
import { type AlertRule, placedRules, type RecordingRule, type Rule, type RuleBundle } from "../../lib/alerts/rule";
import { type Duration, minutes } from "../../lib/duration";
import type { Scrape } from "../../lib/metrics/scrape";

/** A look at a rule: what it makes of these series, after that time. */
interface Look<R extends AlertRule | RecordingRule> extends CompletedSeries {
  readonly title: string;
  readonly rule: R;
  readonly after: Duration;
}

/** With these series the alert must fire, or must not. */
export interface AlertScenario extends Look<AlertRule> {
  readonly fires: boolean;
}

/** With these series the recording gives these samples, and no others. */
export interface RecordingScenario extends Look<RecordingRule> {
  readonly gives: RecordingMoment["gives"];
}

export type Scenario = AlertScenario | RecordingScenario;

/** What a judge found. */
export interface Judgement {
  /** What it says of those that don't hold. */
  readonly failures: readonly string[];
  /** Those that it evaluated, and that hold. */
  readonly held: readonly Scenario[];
}

export const isOfAlert = (scenario: Scenario): scenario is AlertScenario => scenario.rule.kind === "alert";

/** Where nothing else is said, a recording is looked at then (lib/alerts/proof.ts). */
const SETTLED = minutes(5);

/**
 * Every proof of every rule of ours, in a stable order, its series as the scrapes bring them.
 * @throws with all that is wrong with the series of the proofs
 */
export function scenariosOf(bundles: readonly RuleBundle[], scrapes: readonly Scrape[]): Scenario[] {
  const wrong: string[] = [];
  const scenarios = placedRules(bundles).flatMap(({ rule }) =>
    looksAt(rule).flatMap(({ written, ...look }): Scenario[] => {
      try {
        return [{ ...look, ...completeSeries(written, scrapes) }];
      } catch (error) {
        wrong.push(`${look.title}: ${error instanceof Error ? error.message : error}`);
        return [];
      }
    }),
  );
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return scenarios;
}

type Written<S> = S extends Scenario ? Omit<S, keyof CompletedSeries> & { readonly written: SeriesSet } : never;

function looksAt(rule: Rule): Written<Scenario>[] {
  switch (rule.kind) {
    case "imported":
      return [];
    case "record":
      return rule.proof.map(({ after = SETTLED, series, gives }, index) => ({
        title: `${rule.name} records${gives.length === 0 ? " nothing" : ""}, case ${index + 1}`,
        rule,
        after,
        written: series,
        gives,
      }));
    case "alert": {
      const look = (moments: readonly Moment[], fires: boolean) =>
        moments.map(({ after, series }, index) => ({
          title: `${rule.name} (${ownerText(rule.component)}) ${fires ? "fires" : "is silent"}, case ${index + 1}`,
          rule,
          after,
          written: series,
          fires,
        }));
      return [...look(rule.proof.fires, true), ...look(rule.proof.silent, false)];
    }
  }
}

/** Labels that no author wrote, nor asked for: a proof need not know what a target is called. */
export function unasked({ added, gives }: RecordingScenario): string[] {
  return [...added].filter((label) => !gives.some(([labels]) => label in labels));
}
