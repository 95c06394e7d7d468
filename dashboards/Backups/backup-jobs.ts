import { pushedSeries, pushgatewaySeries } from "../../components/batch/series";
import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import type { DeclaredJob } from "../../lib/batch/declaration";
import { CADENCES_UNTIL_STALE } from "../../lib/batch/declaration";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, text, timeline } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { cadence, lastRun, lastSuccess, patience, RUN_STATES, runStates } from "../shared/batch-runs";

const { push_failure_time_seconds: refusedAt, push_time_seconds: pushedAt, scheduler_cronjob_info: cronJobs } = pushedSeries;
const { kube_cronjob_spec_suspend: suspended, kube_job_status_failed: failedPods } = kubeStateMetricsSeries;

const late = [warningAbove(1)];
const count = (of: string): string => `count(${of}) or vector(0)`;
/** In seconds since a moment that is told by job. */
const since = (of: string): string => `time() - max by (job) (${of})`;
const refused = `max by (job) (${refusedAt()}) > on (job) max by (job) (${pushedAt()})`;

/** What runs by the clock: a line for each job that is declared, and for each other one that the gateway has heard of. */
export function backupJobs(jobs: readonly DeclaredJob[], gateway: Scraped): Dashboard {
  const names = jobs.map(({ name }) => name);
  const gauges = [...new Set(jobs.flatMap((job) => job.gauges.map(({ name }) => name)))].filter((name) => !/_last_run_/.test(name));
  return dashboard({
    uid: "backup-jobs",
    title: "Batch jobs",
    folder: "Backups",
    question: "Which jobs that run by the clock have not run, failed, or are heard of no more?",
    asker: "whoever was told of a batch job, and wants to know whether it is the only one",
    shows: "7d",
    areas: ["batch"],
    next: ["backup-overview", "backup-databases", "backup-nas", "home-overview"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Jobs that failed",
            description: "By what they say of themselves. What such a job looks after is not known until it runs well again.",
            unit: "count",
            width: 4,
            queries: [{ expr: count(`${lastSuccess()} == 0`) }],
            thresholds: late,
          }),
          stat({
            title: "Jobs that are late",
            description: `Jobs that have not run for ${CADENCES_UNTIL_STALE} of their cadences. One is a job that hangs or was stopped; all at once are a gateway that lost what it held.`,
            unit: "count",
            width: 4,
            queries: [{ expr: count(`${patience} > 1`) }],
            thresholds: late,
          }),
          stat({
            title: "Jobs never heard of",
            description: "They run nowhere, or do not reach the gateway, or push under another name than they are declared by.",
            unit: "count",
            width: 4,
            queries: [{ expr: `${names.length} - (${count(lastRun(names))})` }],
            thresholds: late,
          }),
          stat({
            title: "Jobs without a cadence",
            description: "Nobody notices when such a job stops. It is suspended, or its label is not the name of its script.",
            unit: "count",
            width: 4,
            queries: [{ expr: count(`${lastRun()} unless on (job) ${cadence}`) }],
            thresholds: late,
          }),
          stat({
            title: "Jobs with a refused push",
            description: "The gateway did not take what they pushed last: alerts judge older figures since.",
            unit: "count",
            width: 4,
            queries: [{ expr: count(refused) }],
            thresholds: late,
          }),
          stat({
            title: "Gateway answers",
            description: "0: what jobs push now is lost, and this page shows what was before.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `max(${targetSeries.up({ job: gateway.job })}) or vector(0)` }],
            thresholds: [criticalBelow(1)],
          }),
        ],
      },
      {
        title: "Each job",
        panels: [
          timeline({
            title: "How is each job?",
            description:
              "Late goes before failed. A job that is declared and was never heard of has a line as well; one that nobody declared has one since it first pushed.",
            unit: "state",
            height: 4 + Math.ceil(names.length * 0.8),
            queries: [{ expr: runStates(jobs), legend: "{{job}}" }],
            means: RUN_STATES,
          }),
          table({
            title: "When did they run, and when do they have to?",
            description: `The share of its patience is the time since a job ran by ${CADENCES_UNTIL_STALE} times its cadence: at 1 it is late. Those nearest to it are first.`,
            by: { job: "Job" },
            columns: [
              { title: "Share of patience", expr: patience, unit: "ratio", decimals: 0, thresholds: late },
              { title: "Ran ago", expr: `time() - ${lastRun()}`, unit: "seconds" },
              { title: "Has to run every", expr: cadence, unit: "seconds" },
              {
                title: "Last run",
                expr: lastSuccess(),
                unit: "flag",
                means: { 0: { text: "failed", color: "red" }, 1: { text: "well", color: "green" } },
              },
              { title: "Pushed ago", expr: since(pushedAt()), unit: "seconds" },
            ],
          }),
          graph({
            title: "How near is each to being late?",
            description:
              "Since the last run, as a share of the time after which a job is late. Teeth of even height are a job that keeps its schedule.",
            unit: "ratio",
            min: 0,
            thresholds: late,
            queries: [{ expr: patience, legend: "{{job}}" }],
          }),
          ...(gauges.length === 0
            ? []
            : [
                graph({
                  title: "How many figures does each job tell?",
                  description:
                    "Beside its runs: an age for each backup, a count for each bucket. A step down is something that is looked after no more.",
                  unit: "count",
                  min: 0,
                  queries: [{ expr: `count by (job) ({__name__=~${JSON.stringify(gauges.join("|"))}})`, legend: "{{job}}" }],
                }),
              ]),
        ],
      },
      {
        title: "Guards",
        panels: [
          timeline({
            title: "Did the gateway refuse what they pushed?",
            description: "Mostly a series is there twice, or has another type elsewhere. The job's log says what the gateway answered.",
            unit: "flag",
            width: 12,
            queries: [
              {
                expr: `max by (job) (${refusedAt()}) > bool on (job) max by (job) (${pushedAt()})`,
                legend: "{{job}}",
              },
            ],
            means: { 0: { text: "taken", color: "green" }, 1: { text: "refused", color: "red" } },
          }),
          timeline({
            title: "Is its CronJob suspended?",
            description: "Of every CronJob that the map of cadences knows. A suspended one runs no more, and is never late.",
            unit: "flag",
            width: 12,
            queries: [
              {
                expr: [
                  `max by (runs) (max by (namespace, cronjob, runs) (${cronJobs()}) * on (namespace, cronjob) group_left () max by (namespace, cronjob) (${suspended()}))`,
                  'or on () label_replace(vector(0), "runs", "none is known", "", "")',
                ].join("\n"),
                legend: "{{runs}}",
              },
            ],
            means: { 0: { text: "runs", color: "green" }, 1: { text: "suspended", color: "orange" } },
          }),
          graph({
            title: "How many CronJobs does the map know?",
            description:
              "What has a schedule in the cluster, and what has a cadence. None at all means that nobody notices a job that stops.",
            unit: "count",
            min: 0,
            queries: [
              { expr: count(cronJobs()), legend: "CronJobs" },
              { expr: count(cadence), legend: "cadences" },
            ],
          }),
          graph({
            title: "What is asked of the gateway?",
            description: "Pushes and scrapes by how they ended. Codes of 400 are pushes that it refused.",
            unit: "per second",
            min: 0,
            queries: [
              {
                expr: `sum by (handler, code) (rate(${pushgatewaySeries.pushgateway_http_requests_total()}[$__rate_interval]))`,
                legend: "{{handler}} {{code}}",
              },
            ],
          }),
          graph({
            title: "Pods of jobs that failed, by namespace",
            description: "Of every job of the cluster, those that push nothing too. It counts until the failed job is cleared away.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (namespace) (${failedPods()})`, legend: "{{namespace}}" }],
            width: 24,
          }),
          text({
            title: "Which jobs are declared?",
            description: "As the site has them. A job that is in none of these rows and pushes all the same belongs to nobody.",
            height: Math.min(3 + jobs.length, 14),
            markdown: declaredTable(jobs),
          }),
        ],
      },
    ],
  });
}

function declaredTable(jobs: readonly DeclaredJob[]): string {
  const lines = jobs.map(({ name, component, severity, runs, gauges }) => [
    name,
    component,
    severity,
    whereOf(runs),
    gauges
      .map((one) => one.name)
      .filter((one) => !/_last_run_/.test(one))
      .join(", "),
  ]);
  const head = ["Job", "Component", "Severity", "Runs", "Tells"];
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function whereOf(runs: DeclaredJob["runs"]): string {
  switch (runs.by) {
    case "belfry":
      return `\`${runs.schedule}\` (${runs.timeZone})`;
    case "cluster":
      return `a CronJob in ${runs.namespace}`;
    case "elsewhere":
      return `every ${runs.everySeconds / 3600} h outside of the cluster`;
  }
}
