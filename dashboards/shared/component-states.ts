import { probesOf } from "../../components/probes/probes";
import { probeSeries } from "../../components/probes/series";
import { type Meaning, type StatPanel, stat, type TimelinePanel, timeline } from "../../lib/dashboards/panel";
import { evaluatorSeries } from "../../lib/metrics/built-in-series";
import { not } from "../../lib/series";
import { COMPONENTS } from "../../lib/site/component";
import type { Site } from "../../lib/site/schema";

const { ALERTS } = evaluatorSeries;
const { probe_success: success } = probeSeries;

/** Worse is more. A probe that fails for five minutes is a critical alert by then. */
const MEANS: Readonly<Record<string, Meaning>> = {
  0: { text: "well", color: "green" },
  1: { text: "a probe fails", color: "yellow" },
  2: { text: "a warning", color: "orange" },
  3: { text: "critical", color: "red" },
};

const firing = (severity: "warning" | "critical"): string => ALERTS({ alertstate: "firing", severity, component: not("") });

/** What of a site tells whether there are probes. */
export type Probed = Pick<Site, "probes" | "cluster">;

export const hasProbes = (site: Probed): boolean => probesOf(site).length > 0;

/** The worst that alerts and probes say of each of the ten components: 0 for one that all is well with, or that nothing looks at. */
export const componentStates = (site: Probed): string =>
  [
    "max by (component) (",
    [
      ...COMPONENTS.map((component) => `  label_replace(vector(0), "component", "${component}", "", "")`),
      ...(hasProbes(site) ? [`  1 - ${success()}`] : []),
      `  2 * ${firing("warning")}`,
      `  3 * ${firing("critical")}`,
    ].join("\n  or\n"),
    ")",
  ].join("\n");

const query = (site: Probed) => ({ expr: componentStates(site), legend: "{{component}}" });

/** The availability of the ten components over time, a strip each. */
export function componentStrip(site: Probed, changes: Partial<Pick<TimelinePanel, "title" | "height" | "width">> = {}): TimelinePanel {
  return timeline({
    title: "Which component had trouble, and when?",
    description:
      "The worst of its firing alerts and probes at each moment, silenced ones among them. Alerts of log lines are not in it: the public page has those too.",
    unit: "state",
    height: 11,
    ...changes,
    queries: [query(site)],
    means: MEANS,
  });
}

/** The same as they are now, a tile each. */
export function componentTiles(site: Probed, changes: Partial<Pick<StatPanel, "title" | "height" | "width">> = {}): StatPanel {
  return stat({
    title: "How are the ten components?",
    description: "The worst of each one's firing alerts and probes. Red is an outage, orange wants somebody before long.",
    unit: "state",
    width: 24,
    height: 8,
    isTile: true,
    ...changes,
    queries: [query(site)],
    means: MEANS,
  });
}
