import type { Duration } from "../duration";
import { rememberedOf } from "../remembered";
import { type Select, select, type Unit } from "../series";
import type { Inhibits } from "./inhibits";
import type { Severity } from "./labels";
import { componentLabel, type Owner } from "./owner";
import { type ALWAYS_FIRES, type Evidence, type OneOrMore, type Proof, proof, type RecordingMoment } from "./proof";
import { readsOf } from "./template-reads";
import type { WireRule } from "./wire-rule";

/** One of our alerts. Labels, `runbook_url` and the rest of the wire form are made from it by the projection. */
export interface AlertRule extends Omit<AlertProps, "fires" | "silent" | "reads"> {
  readonly kind: "alert";
  readonly name: string;
  readonly reads: readonly RecordingRule[];
  readonly proof: Proof;
}

/** A recorded series, named level:metric:operations or as a pack does. Several rules may record one, each with other labels. */
export interface RecordingRule {
  readonly kind: "record";
  readonly name: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly namedBy?: string;
  readonly unit: Unit;
  readonly help: string;
  readonly reads: readonly RecordingRule[];
  readonly proof: readonly RecordingMoment[];
  /** A selector of what it records. */
  readonly select: Select<string>;
}

/** A rule taken over from an upstream pack as it is: no `team`, so that no route of ours pages for it. */
export interface ImportedRule {
  readonly kind: "imported";
  readonly pack: Pack;
  readonly rule: WireRule;
}

/** Where imported rules come from. */
export interface Pack {
  /** Repository and release. */
  readonly source: string;
  /** What its rules ask though nothing here exports it, with the reason why that is meant. @default - nothing */
  readonly absent?: {
    readonly series?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
    readonly jobs?: Readonly<Record<string, string>>;
  };
}

export type Rule = AlertRule | RecordingRule | ImportedRule;

export interface AlertProps {
  /** Plain PromQL that both vmalert and promtool read. */
  readonly expr: string;
  /** How long the condition holds before the alert fires. @default - at the first evaluation */
  readonly for?: Duration;
  /** How long it goes on firing after the condition ended, where that flaps. @default - not at all */
  readonly keepFiringFor?: Duration;
  readonly severity: Severity;
  readonly component: Owner;
  /** It stands once for each severity, about other things each time: whoever declared these says how loud each is. @default - once for a component */
  readonly isOfEachSeverity?: true;
  /** One line of at most 120 characters that names the thing by its labels and carries no varying value. */
  readonly summary: string;
  /** One or two sentences: the value, and what to do first. */
  readonly description: string;
  /** What comes of it by itself, and is not told while it fires. @default - nothing */
  readonly inhibits?: readonly Inhibits[];
  /** The recordings that the expression asks; its proof is made from what they are recorded from. @default - none */
  readonly reads?: readonly RecordingRule[];
  /** Series, as the exporter gives them, on which the alert fires: for the first time at the moment that is looked at. */
  readonly fires: OneOrMore<Evidence>;
  /** Series on which it must not: the nearest miss. That it is silent a minute before it fires is proven without being said. */
  readonly silent: OneOrMore<Evidence> | typeof ALWAYS_FIRES;
}

/** What an area may say once for its alerts. */
export type Shared = Pick<AlertProps, "severity" | "component">;

/** An alert that still lacks what its area says. */
export type AlertDraft<Lacks extends keyof Shared> = Omit<AlertRule, Lacks>;

/** Declares an alert with its proof. The name begins with the subject: `DeploymentUnavailable`. Its area may say severity and component for it. */
export function alert(name: string, props: AlertProps): AlertRule;
export function alert(name: string, props: Omit<AlertProps, "component">): AlertDraft<"component">;
export function alert(name: string, props: Omit<AlertProps, "severity">): AlertDraft<"severity">;
export function alert(name: string, props: Omit<AlertProps, keyof Shared>): AlertDraft<keyof Shared>;
export function alert(name: string, { fires, silent, reads = [], ...props }: Omit<AlertProps, keyof Shared>): AlertDraft<keyof Shared> {
  return { kind: "alert", name, ...props, reads, proof: proof(fires, silent, props.for) };
}

export interface RecordingProps {
  readonly expr: string;
  /** Put on every sample. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** The pack whose name it has, because dashboards from elsewhere ask for that. @default - the name is ours, level:metric:operations */
  readonly namedBy?: string;
  readonly unit: Unit;
  /** One sentence. */
  readonly help: string;
  /** The recordings that the expression asks. @default - none */
  readonly reads?: readonly RecordingRule[];
  /** What it records from which series. */
  readonly gives: OneOrMore<RecordingMoment>;
}

/** Declares a recording with its proof. */
export function record(name: string, { gives, reads = [], ...props }: RecordingProps): RecordingRule {
  return { kind: "record", name, ...props, reads, proof: [gives].flat() as RecordingMoment[], select: select(name) };
}

/** Rules of an upstream pack, with what they ask that is not there, on purpose. */
export function importedFrom(pack: Pack, rules: readonly ImportedRule["rule"][]): ImportedRule[] {
  return rules.map((rule) => ({ kind: "imported", pack, rule }));
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
  /** Where it is declared, from the repository's root. @default - rules/<area>.ts */
  readonly file?: string;
  readonly groups: readonly RuleGroup[];
}

export type AreaProps = Partial<Shared> & Pick<AlertProps, "keepFiringFor"> & Pick<RuleGroup, "interval">;

/**
 * Declares an area, its rules in the order in which they are evaluated: `area("ups", { component: "Platform" }, [...])`.
 * What it says of severity, component and `keepFiringFor` holds for the alerts that don't say it themselves.
 */
export function area<const P extends AreaProps>(
  name: string,
  { interval, ...shared }: P,
  rules: readonly (Rule | AlertDraft<keyof P & keyof Shared>)[],
): RuleBundle {
  // an alert lacks no more than the area says, which is the type of the parameter
  const whole = (rules as readonly Rule[]).map((rule) => (rule.kind === "alert" ? { ...shared, ...rule } : rule));
  return { area: name, groups: [{ name, ...(interval && { interval }), rules: whole }] };
}

/** A rule with the place it is declared at. */
export interface Placed<R extends Rule> {
  readonly area: string;
  /** @default - rules/<area>.ts */
  readonly file?: string;
  readonly group: string;
  readonly rule: R;
}

/** Every rule of the bundles. */
export const placedRules = rememberedOf((bundles: readonly RuleBundle[]): readonly Placed<Rule>[] =>
  bundles.flatMap(({ area, file, groups }) =>
    groups.flatMap(({ name: group, rules }) => rules.map((rule) => ({ area, ...(file !== undefined && { file }), group, rule }))),
  ),
);

/** Our own alerts of the bundles. */
export function ownAlerts(bundles: readonly RuleBundle[]): Placed<AlertRule>[] {
  return placedRules(bundles).filter((placed): placed is Placed<AlertRule> => placed.rule.kind === "alert");
}

/** The recordings that a rule asks, and what these ask: each after those that it asks itself. */
export function recordingsOf({ reads }: Pick<RecordingRule, "reads">): RecordingRule[] {
  return [...new Set(reads.flatMap((recording) => [...recordingsOf(recording), recording]))];
}

/** What a rule is called, whoever declared it. */
export function nameOf(rule: Rule): string {
  return rule.kind === "imported" ? (rule.rule.alert ?? rule.rule.record ?? "?") : rule.name;
}

/** Where an area is declared. */
export const bundleFile = ({ area, file = `rules/${area}.ts` }: Pick<RuleBundle, "area" | "file">): string => file;

/** Where a rule is declared. */
export function rulePlace({ group, rule, ...bundle }: Placed<Rule>): string {
  return `${bundleFile(bundle)} group "${group}" rule "${nameOf(rule)}"`;
}

/** What a rule asks. */
export function expressionOf(rule: Rule): string {
  return rule.kind === "imported" ? rule.rule.expr : rule.expr;
}

/** The texts that the evaluator expands, by the place they stand at; of our labels only `component` may be one. */
export const textsOf = rememberedOf((rule: Rule): Readonly<Record<string, string>> => {
  if (rule.kind === "record") return {};
  if (rule.kind === "alert") {
    const { summary, description, component } = rule;
    const own = { 'annotation "summary"': summary, 'annotation "description"': description };
    return typeof component === "string" ? own : { ...own, 'label "component"': componentLabel(component) };
  }
  const { annotations = {}, labels = {} } = rule.rule;
  return Object.fromEntries([
    ...Object.entries(annotations).map(([name, text]) => [`annotation "${name}"`, text]),
    ...Object.entries(labels).map(([name, text]) => [`label "${name}"`, text]),
  ]);
});

/** Everything that a rule asks the store: its expression, and what its texts look up. */
export const expressionsOf = rememberedOf((rule: Rule): readonly string[] => [
  expressionOf(rule),
  ...Object.values(textsOf(rule)).flatMap((text) => readsOf(text).queries),
]);
