import type { Construct } from "constructs";
import { toPrometheus } from "../duration";
import { VMRule, type VMRuleSpec } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import { TEAM } from "./labels";
import { componentLabel } from "./owner";
import type { AlertRule, Rule, RuleBundle } from "./rule";
import { runbookUrl } from "./runbooks";

type WireGroup = VMRuleSpec["groups"][number];
type WireRule = WireGroup["rules"][number];

export interface VMRuleProps {
  readonly bundle: RuleBundle;
  readonly namespace: string;
  /** Base of `runbook_url`; the page is `<alert name>.md` below it. */
  readonly runbooksUrl: string;
  /** Where one sees why an alert fires. @default - nowhere */
  readonly dashboardUrl?: (alert: string) => string | undefined;
}

/** The rule object of an area. Its spec is at the same time a rule file that vmalert and promtool read. */
export function vmRule(scope: Construct, { bundle, namespace, ...urls }: VMRuleProps): VMRule {
  return new VMRule(scope, bundle.area, {
    metadata: { name: bundle.area, namespace, labels: labelsOf(bundle.area, "rules") },
    spec: { groups: bundle.groups.map((group) => wireGroup(group, urls)) },
  });
}

type Urls = Pick<VMRuleProps, "runbooksUrl" | "dashboardUrl">;

function wireGroup(group: RuleBundle["groups"][number], urls: Urls): WireGroup {
  return {
    name: group.name,
    interval: group.interval && toPrometheus(group.interval),
    rules: group.rules.map((rule) => wireRule(rule, urls)),
  };
}

function wireRule(rule: Rule, { runbooksUrl, dashboardUrl }: Urls): WireRule {
  switch (rule.kind) {
    case "imported":
      return { ...rule.rule, labels: { ...rule.rule.labels }, annotations: { ...rule.rule.annotations } };
    case "record":
      return { record: rule.name, expr: rule.expr, labels: rule.labels && { ...rule.labels } };
    case "alert":
      return {
        alert: rule.name,
        expr: rule.expr,
        for: rule.for && toPrometheus(rule.for),
        keep_firing_for: rule.keepFiringFor && toPrometheus(rule.keepFiringFor),
        labels: { severity: rule.severity, component: componentLabel(rule.component), team: TEAM },
        annotations: annotationsOf(rule, { runbook_url: runbookUrl(runbooksUrl, rule.name), dashboard_url: dashboardUrl?.(rule.name) }),
      };
  }
}

function annotationsOf(
  { summary, description }: AlertRule,
  { runbook_url, dashboard_url }: { runbook_url: string; dashboard_url?: string },
) {
  return { summary, description, runbook_url, ...(dashboard_url !== undefined && { dashboard_url }) };
}
