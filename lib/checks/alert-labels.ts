// Prevents an alert that no route, page or template knows what to do with, and an upstream rule that pages as if it were ours.
import { SEVERITIES, TEAM } from "../alerts/labels";
import { componentsOf } from "../alerts/owner";
import { ownAlerts, placedRules } from "../alerts/rule";
import { logAlertPlace } from "../log-store/log-alert";
import { COMPONENTS } from "../site/component";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, objectPlace, rulePlace } from "./check";

const SUMMARY_LENGTH = 120;

/** The metrics operator converts the second into the first. */
const RULE_KINDS = ["VMRule", "PrometheusRule"];

export const alertLabels: Check = {
  name: "alert-labels",
  run: ({ site, rules, detectors, logAlerts, manifests }) => {
    const findings: Finding[] = [];
    const judge = (where: string, label: string, value: string, allowed: readonly string[]) => {
      if (!allowed.includes(value)) findings.push(notOneOf(where, label, value, allowed));
    };

    const judgeSummary = (where: string, summary: string) => {
      if (summary.length <= SUMMARY_LENGTH && !summary.includes("\n")) return;
      findings.push({
        where,
        what: `the summary is ${summary.length} characters long or has several lines`,
        fix: `one line of at most ${SUMMARY_LENGTH} characters; the rest belongs in the description`,
      });
    };

    for (const placed of ownAlerts(rules)) {
      const { rule } = placed;
      const where = rulePlace(placed);
      judge(where, "severity", rule.severity, SEVERITIES);
      for (const component of componentsOf(rule.component)) judge(where, "component", component, COMPONENTS);
      judgeSummary(where, rule.summary);
    }
    for (const alert of logAlerts) {
      const where = logAlertPlace(alert);
      judge(where, "severity", alert.severity, SEVERITIES);
      judge(where, "component", alert.component, COMPONENTS);
      judgeSummary(where, alert.summary);
    }
    for (const { alert, severity, scope } of detectors) {
      const where = `detector "${alert}"`;
      judge(where, "severity", severity, SEVERITIES);
      // its alerts carry the component of their namespace; it names one only to look there alone
      if (scope.component !== undefined) judge(where, "component", scope.component, COMPONENTS);
    }
    for (const placed of placedRules(rules)) {
      const { rule } = placed;
      if (rule.kind !== "imported" || rule.rule.labels?.team === undefined) continue;
      findings.push({
        where: rulePlace(placed),
        what: `an imported rule carries team "${rule.rule.labels.team}"`,
        fix: "drop the label: imported rules are recorded and page nobody; declare an alert of ours for what should",
      });
    }
    // a rule object that came about in another way has none of the promises above
    const areas = new Set(rules.map(({ area }) => area));
    for (const manifest of manifests) {
      const { kind, metadata } = manifest.object;
      if (!RULE_KINDS.includes(kind)) continue;
      if (kind === "VMRule" && metadata.namespace === site.namespaces.monitoring && areas.has(metadata.name)) continue;
      findings.push({
        where: objectPlace(manifest),
        what: `this rule object is made from no declaration, so nothing gives its alerts severity, component and team "${TEAM}"`,
        fix: "declare its rules in rules/ and list them in the part that they belong to (charts/)",
      });
    }
    return findings;
  },
};

function notOneOf(where: string, label: string, value: string, allowed: readonly string[]): Finding {
  const near = didYouMean(value, allowed);
  return {
    where,
    what: `${label} "${value}" is unknown${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: `use one of: ${allowed.join(", ")}`,
  };
}
