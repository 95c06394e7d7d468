import { alertManagerSeries } from "../../components/alert-manager/series";
import { WATCHDOG } from "../../lib/alerts/labels";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { COMPONENT_COLORS } from "../../lib/dashboards/component-colors";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, timeline } from "../../lib/dashboards/panel";
import { SEVERITY_COLORS, warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { worst } from "../../lib/dashboards/worst";
import { evaluatorSeries } from "../../lib/metrics/built-in-series";
import { matches, not } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { componentStrip } from "../shared/component-states";
import { bySeverity, firingAlerts, firingCount, firingTable, firingTile } from "../shared/firing-alerts";
import { partOf } from "../shared/share";

const { ALERTS, ALERTS_FOR_STATE } = evaluatorSeries;
const { alertmanager_alerts: known } = alertManagerSeries;

const chosen = { component: "$component", severity: "$severity" };
const asked = { alertname: not(WATCHDOG), component: matches("$component"), severity: matches("$severity") };
const none = (label: string): string => `label_replace(vector(0), "${label}", "none", "", "")`;

export const alertsOverview = (site: Site): Dashboard =>
  dashboard({
    uid: "alerts-overview",
    title: "Firing alerts",
    folder: "Alerting",
    question: "What fires, since when, what of it came first, and what does nothing but come and go?",
    asker: "whoever got a message and wants the whole picture, and whoever tidies up alerts",
    next: ["home-overview", "alertmanager", "vm-alert", "relay"],
    shows: "24h",
    variables: [
      choice("component", "Component", { of: ALERTS, label: "component" }),
      choice("severity", "Severity", { of: ALERTS, label: "severity" }),
    ],
    rows: [
      {
        title: "At a glance",
        panels: [
          firingTile("critical", { title: "Critical", description: "Something is down, or lost soon. These are pushed at any hour." }),
          firingTile("warning", { title: "Warnings", description: "Something wants somebody before long." }),
          stat({
            title: "For the record",
            description: "Alerts that are told to nobody. Many for days are worth a tidy hour.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: firingCount("info") }],
          }),
          stat({
            title: "About to fire",
            description: "They hold, not yet for long enough. A number that climbs is an outage that has just begun.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `count(${ALERTS({ alertstate: "pending" })}) or vector(0)` }],
            hasTrend: true,
          }),
          stat({
            title: "Known to the alert manager",
            description: "All that it holds, those of log lines and the heartbeat among them. Replicas hold the same.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(sum by (instance) (${known()}))` }],
            hasTrend: true,
          }),
          stat({
            title: "Held back",
            description: "By a silence, or by an alert that explains them. A silence that nobody remembers hides the next fault.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: partOf(`max(${known({ state: "suppressed" })})`, `max(${known()})`) }],
          }),
        ],
      },
      {
        title: "What fires now?",
        panels: [
          firingTable(chosen, { width: 14, height: 11 }),
          worst({
            title: "What is about to fire?",
            description: "Alerts that hold, and how many things they hold for. A line named none stands where there are none.",
            by: { alertname: "Alert", component: "Component" },
            leadsTo: { alertname: "runbook" },
            width: 10,
            height: 11,
            head: "Things",
            expr: `(count by (alertname, component) (${ALERTS({ alertstate: "pending", ...asked })}) or on () ${none("component")})`,
            unit: "count",
            decimals: 0,
          }),
        ],
      },
      {
        title: "What came first?",
        panels: [
          timeline({
            title: "When did what fire?",
            description: "The loudest twenty. The cause is most often the one that began first, not the loudest.",
            unit: "state",
            height: 12,
            queries: [
              { expr: `${mostOver(20, `max by (alertname) (${bySeverity(chosen)})`)} or ${none("alertname")}`, legend: "{{alertname}}" },
            ],
            means: {
              0: { text: "quiet", color: "green" },
              1: { text: "info", color: "blue" },
              2: { text: "warning", color: "orange" },
              3: { text: "critical", color: "red" },
            },
          }),
          graph({
            title: "Firing alerts, by component",
            description: "A hill in one colour is that component; a hill in all of them is what they share: nodes, network, storage.",
            unit: "count",
            min: 0,
            isStacked: true,
            colors: COMPONENT_COLORS,
            queries: [{ expr: `count by (component) (${firingAlerts(chosen)}) or ${none("component")}`, legend: "{{component}}" }],
          }),
          graph({
            title: "Firing alerts, by severity",
            description: "What never comes back to nothing is a fault that everybody got used to: mend it, or take its alert away.",
            unit: "count",
            min: 0,
            isStacked: true,
            colors: SEVERITY_COLORS,
            queries: [{ expr: `count by (severity) (${firingAlerts(chosen)}) or ${none("severity")}`, legend: "{{severity}}" }],
          }),
        ],
      },
      { title: "The ten components", isShared: true, panels: [componentStrip(site)] },
      {
        title: "Which alerts are noise?",
        panels: [
          worst({
            title: "Alerts that come and go",
            description: "How often each began anew within a day. What begins ten times wants a longer wait, or its cause mended.",
            by: { alertname: "Alert", component: "Component" },
            leadsTo: { alertname: "runbook" },
            head: "Beginnings",
            expr: `(sum by (alertname, component) (changes(${ALERTS_FOR_STATE(asked)}[1d])) or on () ${none("component")})`,
            unit: "count",
            decimals: 0,
            thresholds: [warningAbove(10)],
          }),
          worst({
            title: "Alerts that hold for longest",
            description: "Since they began to hold. Weeks are a fault that is accepted: silence it with a reason, or change the alert.",
            by: { alertname: "Alert", component: "Component" },
            leadsTo: { alertname: "runbook" },
            head: "For",
            expr: `(max by (alertname, component) (time() - ${ALERTS_FOR_STATE(asked)}) or on () ${none("component")})`,
            unit: "seconds",
          }),
          graph({
            title: "Alerts of rules that are not ours",
            description: "Packs of others carry no component: they are stored, and pushed to nobody.",
            unit: "count",
            min: 0,
            width: 24,
            height: 6,
            queries: [
              {
                expr: `count by (alertname) (${ALERTS({ alertstate: "firing", component: "" })}) or ${none("alertname")}`,
                legend: "{{alertname}}",
              },
            ],
          }),
        ],
      },
    ],
  });
