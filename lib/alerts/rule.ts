import type { Duration } from "../duration";
import type { Component } from "../site/component";
import type { Severity } from "./labels";
import { type ALWAYS_FIRES, type Evidence, type OneOrMore, type Proof, proof } from "./proof";

/** One of our alerts. Labels, `runbook_url` and the rest of the wire form are made from it by the projection. */
export interface AlertRule extends Omit<AlertProps, "fires" | "silent"> {
  readonly kind: "alert";
  readonly name: string;
  readonly proof: Proof;
}

/** A recorded series, named level:metric:operations. */
export interface RecordingRule {
  readonly kind: "record";
  readonly name: string;
  readonly expr: string;
}

/** A rule taken over from an upstream pack as it is: no `team`, so that no route of ours pages for it. */
export interface ImportedRule {
  readonly kind: "imported";
  /** Where it comes from: repository and release. */
  readonly source: string;
  readonly rule: {
    readonly alert?: string;
    readonly record?: string;
    readonly expr: string;
    readonly for?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

export type Rule = AlertRule | RecordingRule | ImportedRule;

export interface AlertProps {
  /** Plain PromQL that both vmalert and promtool read. */
  readonly expr: string;
  /** How long the condition holds before the alert fires. @default - at the first evaluation */
  readonly for?: Duration;
  readonly severity: Severity;
  readonly component: Component;
  /** One line of at most 120 characters that names the thing by its labels and carries no varying value. */
  readonly summary: string;
  /** One or two sentences: the value, and what to do first. */
  readonly description: string;
  /** Series on which the alert fires. */
  readonly fires: OneOrMore<Evidence>;
  /** Series on which it must not: best the nearest miss. */
  readonly silent: OneOrMore<Evidence> | typeof ALWAYS_FIRES;
}

/** Declares an alert with its proof. The name begins with the subject: `DeploymentUnavailable`. */
export function alert(name: string, { fires, silent, ...props }: AlertProps): AlertRule {
  return { kind: "alert", name, ...props, proof: proof(fires, silent, props.for) };
}

export function record(name: string, expr: string): RecordingRule {
  return { kind: "record", name, expr };
}

export function imported(source: string, rules: readonly ImportedRule["rule"][]): ImportedRule[] {
  return rules.map((rule) => ({ kind: "imported", source, rule }));
}

/** Rules that are evaluated together, in order. */
export interface RuleGroup {
  readonly name: string;
  /** @default - the evaluator's own interval (30 s) */
  readonly interval?: Duration;
  readonly rules: readonly Rule[];
}

/** The rules of one area: one file `rules/<area>.ts`, one manifest `dist/monitoring-rules/<area>.yml`. */
export interface RuleBundle {
  readonly area: string;
  readonly groups: readonly RuleGroup[];
}

/** A rule with the place it is declared at. */
export interface Placed<R extends Rule> {
  readonly area: string;
  readonly group: string;
  readonly rule: R;
}

/** Every rule of the bundles. */
export function placedRules(bundles: readonly RuleBundle[]): Placed<Rule>[] {
  return bundles.flatMap(({ area, groups }) => groups.flatMap(({ name: group, rules }) => rules.map((rule) => ({ area, group, rule }))));
}

/** Our own alerts of the bundles. */
export function ownAlerts(bundles: readonly RuleBundle[]): Placed<AlertRule>[] {
  return placedRules(bundles).filter((placed): placed is Placed<AlertRule> => placed.rule.kind === "alert");
}

/** What a rule is called, whoever declared it. */
export function nameOf(rule: Rule): string {
  return rule.kind === "imported" ? (rule.rule.alert ?? rule.rule.record ?? "?") : rule.name;
}

/** What a rule asks. */
export function expressionOf(rule: Rule): string {
  return rule.kind === "imported" ? rule.rule.expr : rule.expr;
}
