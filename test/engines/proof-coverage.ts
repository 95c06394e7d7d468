import { WATCHDOG } from "../../lib/alerts/labels";
import { type AlertRule, placedRules, type RecordingRule, type RuleBundle } from "../../lib/alerts/rule";
import { isOfAlert, type Judgement, type Scenario } from "./proof-scenarios";

export interface Coverage {
  /** How many rules are proven. */
  readonly line: string;
  /** What is not. */
  readonly lacking: readonly string[];
}

type Ours = AlertRule | RecordingRule;
type Kind = "fires" | "is silent" | "records";

/** How many rules have a proof of each kind that they need, and none that not every judge found to hold. */
export function proofCoverage(
  bundles: readonly RuleBundle[],
  scenarios: readonly Scenario[],
  judges: Readonly<Record<string, Judgement>>,
): Coverage {
  const proofs = new Map<Ours, Scenario[]>();
  for (const scenario of scenarios) proofs.set(scenario.rule, [...(proofs.get(scenario.rule) ?? []), scenario]);
  const held = Object.entries(judges).map(([judge, judgement]) => ({ judge, holds: new Set(judgement.held) }));

  const lacksOf = (rule: Ours, needs: readonly Kind[]): string[] => {
    const own = proofs.get(rule) ?? [];
    return [
      ...needs.filter((kind) => !own.some((one) => kindOf(one) === kind)).map((kind) => `${rule.name}: no proof that it ${kind}`),
      ...own.flatMap((proof) =>
        held.filter(({ holds }) => !holds.has(proof)).map(({ judge }) => `${proof.title}: ${judge} does not say so`),
      ),
    ];
  };
  const lacking: string[] = [];
  const proven = (rules: readonly Ours[], ...needs: Kind[]): string => {
    const lacks = rules.map((rule) => lacksOf(rule, needs));
    lacking.push(...lacks.flat());
    return `${lacks.filter(({ length }) => length === 0).length} of ${rules.length}`;
  };

  const ours = placedRules(bundles).flatMap(({ rule }) => (rule.kind === "imported" ? [] : [rule]));
  const [alerts, recordings] = [ours.filter(({ kind }) => kind === "alert"), ours.filter(({ kind }) => kind === "record")];
  const [always, others] = [alerts.filter(({ name }) => name === WATCHDOG), alerts.filter(({ name }) => name !== WATCHDOG)];
  const by = Object.keys(judges).join(" and ");
  const line = [
    `${proven(others, "fires", "is silent")} alerts fire and stay silent (${by})`,
    `${proven(always, "fires")} always fires`,
    `${proven(recordings, "records")} recordings give what they say`,
  ].join(", ");
  return { line, lacking };
}

const kindOf = (scenario: Scenario): Kind => (isOfAlert(scenario) ? (scenario.fires ? "fires" : "is silent") : "records");
