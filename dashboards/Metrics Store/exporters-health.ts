import { leastOver, mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { worst } from "../../lib/dashboards/worst";
import { targetSeries } from "../../lib/metrics/built-in-series";
import { matches } from "../../lib/series";

const {
  scrape_duration_seconds: took,
  scrape_samples_post_metric_relabeling: kept,
  scrape_samples_scraped: samples,
  scrape_timeout_seconds: timeout,
  up,
} = targetSeries;

const job = { job: matches("$job") };
const answering = `sum by (job) (${up(job)})`;
const whole = `count by (job) (${up(job)})`;
const now = `sum by (job) (${samples(job)})`;
const before = `sum by (job) (${samples(job)} offset 1h)`;

export const exportersHealth = dashboard({
  uid: "exporters-health",
  title: "Exporters",
  folder: "Metrics Store",
  question: "Does everything that is watched answer, in time and with all that it had?",
  asker: "whoever was told that an exporter is gone, or sees a graph end",
  areas: ["exporters-gone", "exporter-instances"],
  alerts: ["MetricsAgentTargetsDown", "MetricsAgentPoolEmpty"],
  next: ["vm-agent", "vm-cardinality"],
  variables: [choice("job", "Job", { of: up, label: "job" })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Targets that don't answer",
          description: "At this moment. Many at once are a node, a network policy or the agent itself, and not each exporter.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `count(${up(job)}) - sum(${up(job)})` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Jobs of which nobody answers",
          description: "What they tell of is not watched, and alerts on it stay silent.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `count(${answering}) - count(${answering} > 0)` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Jobs",
          description: "What is asked. One less than yesterday is a scrape that finds nothing any more: it has no `up` at all.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `count(${whole})` }],
          hasTrend: true,
        }),
        stat({
          title: "The slowest scrape",
          description: "As a share of the time that it may take. At 1 it is given up, and all of its samples are missing.",
          unit: "ratio",
          width: 4,
          queries: [{ expr: `max(${took(job)} / ${timeout(job)})` }],
          thresholds: [warningAbove(0.7)],
          hasTrend: true,
        }),
        stat({
          title: "Least of an hour ago",
          description: "Samples of the job that lost most. Far below 1 it answers, and a part of what it told is gone.",
          unit: "ratio",
          width: 4,
          queries: [{ expr: `min(${now} / ${before})` }],
          thresholds: [warningBelow(0.7), criticalBelow(0.3)],
        }),
        stat({
          title: "Samples of a round",
          description: "Of all targets together, after relabelling. It follows what runs.",
          unit: "count",
          width: 4,
          queries: [{ expr: `sum(${kept(job)})` }],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Who does not answer?",
      panels: [
        timeline({
          title: "Jobs of which a part does not answer",
          description: "The worst fifteen, by the share of their targets that answers.",
          unit: "ratio",
          height: 10,
          queries: [{ expr: leastOver(15, `${answering} / ${whole}`), legend: "{{job}}" }],
          thresholds: [warningBelow(1), criticalBelow(0.01)],
        }),
        worst({
          title: "Targets that did not answer",
          description:
            "The share of the last hour. A whole hour is gone; a few percent come and go with a network or a node that is short.",
          by: { job: "Job", instance: "Target" },
          head: "Without answer",
          most: 15,
          expr: `max by (job, instance) (1 - avg_over_time(${up(job)}[1h]))`,
          unit: "ratio",
          thresholds: [warningAbove(0.01)],
        }),
        table({
          title: "Jobs and their targets",
          description: "Those that lack most are first. A job that is not here is not asked at all.",
          width: 12,
          height: 8,
          by: { job: "Job" },
          columns: [
            { title: "Don't answer", expr: `${whole} - ${answering}`, unit: "count", thresholds: [warningAbove(1)] },
            { title: "Targets", expr: whole, unit: "count" },
          ],
        }),
      ],
    },
    {
      title: "Who is slow, or tells less?",
      panels: [
        graph({
          title: "The slowest jobs",
          description: "Time of the slowest target. One that climbs over days holds ever more series; a jump is a machine that is short.",
          unit: "seconds",
          min: 0,
          queries: [{ expr: mostOver(8, `max by (job) (${took(job)})`), legend: "{{job}}" }],
        }),
        worst({
          title: "Targets near the end of their time",
          description: "As a share of what a scrape may take. Beyond 1 nothing of the target is stored.",
          by: { job: "Job", instance: "Target" },
          head: "Of its time",
          expr: `max by (job, instance) (${took(job)} / ${timeout(job)})`,
          unit: "ratio",
          thresholds: [warningAbove(0.7)],
        }),
        graph({
          title: "Jobs that tell less than an hour ago",
          description:
            "Samples now by those an hour ago, of the eight that lost most. A fall without a deployment is an exporter that lost its source.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: leastOver(8, `${now} / ${before}`), legend: "{{job}}" }],
        }),
        graph({
          title: "Samples, by job",
          description: "Of a round of scrapes, the eight jobs that give most.",
          unit: "count",
          min: 0,
          queries: [{ expr: mostOver(8, now), legend: "{{job}}" }],
        }),
      ],
    },
  ],
});
