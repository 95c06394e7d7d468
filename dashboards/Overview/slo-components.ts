import { probeSeries } from "../../components/probes/series";
import { COMPONENT_COLORS } from "../../lib/dashboards/component-colors";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { days } from "../../lib/duration";
import { select } from "../../lib/series";

const { probe_duration_seconds: took, probe_success: success } = probeSeries;

/** Recorded every five minutes (rules/probes-availability.ts): a month of it is read at once, a month of the probes themselves is not. */
const availability = select("component:probe_success:avg5m");
const over = (range: string): string => `avg_over_time(${availability()}[${range}])`;

/** What a component may miss in a month: 43 minutes. */
const OBJECTIVE = 0.999;
const POOR = 0.99;
const JUDGED = [warningBelow(OBJECTIVE), criticalBelow(POOR)];
const MONTH_SECONDS = days(30).seconds;
/** 1 while nothing of it is used, below 0 when more is missed than may be. */
const budget = `1 - (1 - ${over("30d")}) / ${(1 - OBJECTIVE).toPrecision(1)}`;

export const sloComponents = dashboard({
  uid: "slo-components",
  title: "Component availability",
  folder: "Overview",
  question: "How much of the time does each component answer, and is it more or less than a month ago?",
  asker: "whoever plans the next maintenance, or decides what to mend for good",
  alerts: ["ProbeFailed", "ProbeFlapping", "ProbeSlow"],
  next: ["home-overview", "alerts-overview"],
  shows: "30d",
  refresh: "15m",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Components within their budget",
          description: "Of those that are probed: over thirty days at least 999 of 1000 answers were right.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `count(${over("30d")} >= ${OBJECTIVE}) or vector(0)` }],
        }),
        stat({
          title: "The worst of a month",
          description: "The component that answered least over thirty days.",
          unit: "ratio",
          width: 6,
          showsName: true,
          queries: [{ expr: `bottomk(1, ${over("30d")})`, legend: "{{component}}" }],
          thresholds: JUDGED,
        }),
        stat({
          title: "The worst of a day",
          description: "Availability of the component that answered least within a day.",
          unit: "ratio",
          decimals: 2,
          width: 4,
          queries: [{ expr: `min(${over("1d")})` }],
          thresholds: JUDGED,
        }),
        stat({
          title: "The worst of a week",
          description: "The same within seven days.",
          unit: "ratio",
          decimals: 2,
          width: 5,
          queries: [{ expr: `min(${over("7d")})` }],
          thresholds: JUDGED,
        }),
        stat({
          title: "The worst of thirty days",
          description: "The same within thirty days: what people remember.",
          unit: "ratio",
          decimals: 2,
          width: 5,
          queries: [{ expr: `min(${over("30d")})` }],
          thresholds: JUDGED,
        }),
      ],
    },
    {
      title: "Each component",
      panels: [
        table({
          title: "Availability, and what is left to miss",
          description:
            "The share of right answers, what was missed in time, and how much of the 43 minutes a month is left. Where nothing was probed nothing is counted.",
          by: { component: "Component" },
          height: 12,
          columns: [
            { title: "Missed in 30 days", expr: `(1 - ${over("30d")}) * ${MONTH_SECONDS}`, unit: "seconds", decimals: 0 },
            { title: "Budget left", expr: budget, unit: "ratio", decimals: 0, thresholds: [warningBelow(0.25), criticalBelow(0)] },
            { title: "1 day", expr: over("1d"), unit: "ratio", decimals: 3, thresholds: JUDGED },
            { title: "7 days", expr: over("7d"), unit: "ratio", decimals: 3, thresholds: JUDGED },
            { title: "30 days", expr: over("30d"), unit: "ratio", decimals: 3, thresholds: JUDGED },
          ],
        }),
        bars({
          title: "What is left of the month's budget?",
          description: "Below nothing more was missed than the objective allows: no risky change there until it has recovered.",
          unit: "ratio",
          decimals: 0,
          max: 1,
          queries: [{ expr: `sort(${budget})`, legend: "{{component}}" }],
          thresholds: [warningBelow(0.25), criticalBelow(0)],
        }),
        graph({
          title: "Availability of each day",
          description: "The share of right answers within the 24 hours before. A line that sinks for weeks is a component that gets worse.",
          unit: "ratio",
          max: 1,
          colors: COMPONENT_COLORS,
          queries: [{ expr: over("1d"), legend: "{{component}}" }],
          thresholds: [warningBelow(OBJECTIVE)],
        }),
        timeline({
          title: "When did a component answer less than it should?",
          description: "The share of right answers, by five minutes. Short marks at the same hour each day are a job that takes its place.",
          unit: "ratio",
          height: 11,
          queries: [{ expr: availability(), legend: "{{component}}" }],
          thresholds: JUDGED,
        }),
      ],
    },
    {
      title: "Which probes cost it?",
      panels: [
        worst({
          title: "Probes that failed most",
          description: "The share of a day's answers that were wrong or missing. One probe of several is one service of the component.",
          by: { component: "Component", probe: "Probe", instance: "Target" },
          head: "Failed",
          most: 15,
          expr: `max by (component, probe, instance) (1 - avg_over_time(${success()}[1d]))`,
          unit: "ratio",
          decimals: 2,
          thresholds: [warningAbove(1 - OBJECTIVE)],
        }),
        worst({
          title: "Probes that took longest",
          description: "On average of a day. A user waits for several such answers to see a page.",
          by: { component: "Component", probe: "Probe", instance: "Target" },
          head: "Time",
          most: 15,
          expr: `max by (component, probe, instance) (avg_over_time(${took()}[1d]))`,
          unit: "seconds",
        }),
      ],
    },
  ],
});
