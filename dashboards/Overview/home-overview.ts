import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { probeSeries } from "../../components/probes/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { targetSeries } from "../../lib/metrics/built-in-series";
import { select } from "../../lib/series";
import { COMPONENTS } from "../../lib/site/component";
import type { Site } from "../../lib/site/schema";
import { componentStates, componentStrip, hasProbes } from "../shared/component-states";
import { firingAlerts, firingTable, firingTile } from "../shared/firing-alerts";
import { orNone } from "../shared/share";

const { kube_node_info: nodes, kube_node_status_condition: condition } = kubeStateMetricsSeries;
const { probe_duration_seconds: took, probe_success: success } = probeSeries;

/** Recorded for each component (rules/probes-availability.ts). */
const availability = select("component:probe_success:avg5m");

/** Of the folders, in their order: where one begins to look. */
const FIRST_PAGES = [
  "k8s-cluster",
  "node-use",
  "storage-volumes",
  "backup-overview",
  "vm-single",
  "logging-pipeline",
  "wan",
  "sec-ingress",
  "svc-git-ci",
];

/** What only a site with probes can show. */
const ofProbes = <P>(site: Site, panel: () => P): P[] => (hasProbes(site) ? [panel()] : []);

export const homeOverview = (site: Site): Dashboard =>
  dashboard({
    uid: "home-overview",
    title: "Platform overview",
    folder: "Overview",
    question: "Is anything wrong, with which component, and where do I look next?",
    asker: "whoever opens the application, in the morning or after a message",
    alerts: ["ProbeFailed", "ProbeFlapping", "ProbeSlow"],
    next: ["alerts-overview", ...(hasProbes(site) ? ["slo-components"] : []), "capacity-planning", ...FIRST_PAGES],
    shows: "24h",
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Components without trouble",
            description: `Of ${COMPONENTS.length}: no warning or worse fires, and all probes are answered.`,
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `count((${componentStates(site)}) == 0) or vector(0)` }],
            thresholds: [warningBelow(COMPONENTS.length), criticalBelow(COMPONENTS.length - 3)],
            isTile: true,
          }),
          firingTile("critical", {
            title: "Critical alerts",
            description: "Things that are down, or lost soon. Each has a runbook, in the table below.",
          }),
          firingTile("warning", { title: "Warnings", description: "Things that want somebody before long." }),
          ...ofProbes(site, () =>
            stat({
              title: "Probes that fail",
              description: "At this moment: what users would see. One after five minutes is a critical alert.",
              unit: "count",
              decimals: 0,
              width: 4,
              queries: [{ expr: `sum(1 - ${success()})` }],
              thresholds: [warningAbove(1)],
              isTile: true,
            }),
          ),
          stat({
            title: "Nodes that are not ready",
            description: "The cluster moves what ran there after five minutes. Zero is right, during an update one.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `count(${nodes()}) - (${orNone(`sum(${condition({ condition: "Ready", status: "true" })})`)})` }],
            thresholds: [criticalAbove(1)],
            isTile: true,
          }),
          stat({
            title: "Targets without an answer",
            description: "What can't be seen at this moment: the fewer answer, the less is to be believed of this page.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `1 - sum(${targetSeries.up()}) / count(${targetSeries.up()})` }],
            thresholds: [warningAbove(0.03), criticalAbove(0.1)],
            isTile: true,
          }),
        ],
      },
      { title: "The ten components", isShared: true, panels: [componentStrip(site)] },
      {
        title: "What is wrong?",
        panels: [
          firingTable({}, { width: 14, height: 11 }),
          ...ofProbes(site, () =>
            worst({
              title: "Probes that failed",
              description: "The share of the last hour. All of it is down, a few percent come and go.",
              by: { component: "Component", probe: "Probe", instance: "Target" },
              leadsTo: { component: { dashboard: "alerts-overview", variable: "component" } },
              width: 10,
              height: 11,
              head: "Failed",
              expr: `max by (component, probe, instance) (1 - avg_over_time(${success()}[1h]))`,
              unit: "ratio",
              thresholds: [warningAbove(0.0001), criticalAbove(0.1)],
            }),
          ),
        ],
      },
      {
        title: "What do users get?",
        panels: [
          ...ofProbes(site, () =>
            bars({
              title: "Availability within a day",
              description: "The share of right answers to each component's probes. 0.999 is a minute and a half a day without one.",
              unit: "ratio",
              decimals: 2,
              width: 8,
              min: 0,
              max: 1,
              queries: [{ expr: `sort(avg_over_time(${availability()}[1d]))`, legend: "{{component}}" }],
              thresholds: [warningBelow(0.999), criticalBelow(0.99)],
            }),
          ),
          ...ofProbes(site, () =>
            graph({
              title: "How long do the answers take?",
              description: "The slowest probe of each component. One that climbs is felt before it fails.",
              unit: "seconds",
              min: 0,
              width: 8,
              queries: [{ expr: `max by (component) (${took()})`, legend: "{{component}}" }],
            }),
          ),
          graph({
            title: "How many alerts fire?",
            description: "By severity. A wide hill is one cause with many effects: look for the first that fired.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `count by (severity) (${firingAlerts()}) or label_replace(vector(0), "severity", "none", "", "")`,
                legend: "{{severity}}",
              },
            ],
          }),
        ],
      },
    ],
  });
