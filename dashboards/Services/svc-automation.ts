import { n8nSeries } from "../../components/automation/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { graph, heat, stat, timeline } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";

const {
  n8n_active_workflow_count: workflows,
  n8n_scaling_mode_queue_jobs_active: active,
  n8n_scaling_mode_queue_jobs_completed: completed,
  n8n_scaling_mode_queue_jobs_failed: queueFailed,
  n8n_scaling_mode_queue_jobs_waiting: waiting,
  n8n_workflow_execution_duration_seconds: took,
  n8n_workflow_failed_total: failed,
  n8n_workflow_started_total: started,
  n8n_workflow_success_total: succeeded,
} = n8nSeries;

const WORKFLOW = { workflow_name: "Workflow", workflow_id: "Number" };
/** Without its setting that names them there is one line of all. */
const byWorkflow = (of: string): string =>
  `label_replace(sum by (workflow_name, workflow_id) (increase(${of}[1d])), "workflow_name", "all, which it does not name", "workflow_name", "")`;
const failedShare = `sum by (job) (increase(${failed()}[1h])) / (sum by (job) (increase(${started()}[1h])) > 0)`;
const hourly = (of: string): string => `sum(increase(${of}[1h]))`;
const quantile = (share: number): string => `histogram_quantile(${share}, sum by (le) (rate(${took.bucket()}[$__rate_interval])))`;
const recent = `histogram_quantile(0.95, sum by (le) (increase(${took.bucket()}[1h])))`;

export const svcAutomation = ({ job }: Scraped): Dashboard =>
  dashboard({
    uid: "svc-automation",
    title: "Workflow automation",
    folder: "Services",
    question: "Do the workflows run, end well, and not wait for each other?",
    asker: "whoever misses what a workflow should have done",
    areas: ["automation"],
    next: ["svc-databases"],
    shows: "24h",
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Processes that answer",
            description: "None: no workflow runs, and what calls one gets no answer. Look at its pod, then at its database.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${targetSeries.up({ job })}) or vector(0)` }],
            thresholds: [criticalBelow(1)],
          }),
          stat({
            title: "Workflows switched on",
            description: "As the instance that has most of them says. Fewer than yesterday: somebody switched one off, or an import did.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${workflows()})` }],
            hasTrend: true,
          }),
          stat({
            title: "Runs in an hour",
            description: "That began. Nought where schedules are switched on is a scheduler that stands.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${started()}[1h]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Runs that fail",
            description: "Share of an hour's runs. Most of them: something that many need is gone, such as a login or the network.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${failedShare}) or vector(0)` }],
            asks: ["AutomationRunsFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Runs that wait",
            description: "For a worker. A few for moments are usual; some that stay while none runs are workers that are gone.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${waiting()})` }],
            thresholds: [warningAbove(20)],
            hasTrend: true,
          }),
          stat({
            title: "Time of a run",
            description: "19 of 20 runs of the last hour took less. Hours are a workflow that waits inside for somebody else.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: recent }],
          }),
        ],
      },
      goldenSignals({
        title: "Runs",
        traffic: {
          unit: "per hour",
          description: "Runs that began, ended well and failed. A steady gap between the first and the others are runs that hang.",
          queries: [
            { expr: hourly(started()), legend: "began" },
            { expr: hourly(succeeded()), legend: "ended well" },
            { expr: hourly(failed()), legend: "failed" },
          ],
        },
        errors: {
          description: "Of an hour. Most of them: what many workflows need is gone, such as a login, a server, the network.",
          queries: [{ expr: failedShare, legend: "{{job}}" }],
          asks: ["AutomationRunsFailing"],
        },
        duration: {
          description: "Half of the runs, and 19 of 20 of them, take less. What climbs is often a server that a workflow asks.",
          queries: [
            { expr: quantile(0.5), legend: "half" },
            { expr: quantile(0.95), legend: "19 of 20" },
          ],
        },
      }),
      {
        title: "Workflows",
        panels: [
          worst({
            title: "Which workflows fail most?",
            description: "Failed runs within a day. One alone: its own login or a changed page; many at once: what they share.",
            by: WORKFLOW,
            head: "Failed",
            unit: "count",
            decimals: 0,
            expr: byWorkflow(failed()),
            thresholds: [warningAbove(1)],
          }),
          worst({
            title: "Which workflows run most?",
            description: "Within a day. One that runs far more than it should is called in a loop.",
            by: WORKFLOW,
            head: "Runs",
            unit: "count",
            decimals: 0,
            expr: byWorkflow(started()),
          }),
          heat({
            title: "How are the runs' times spread?",
            description: "How many runs took how long. A band far above the others is a workflow that waits.",
            unit: "seconds",
            expr: `sum by (le) (increase(${took.bucket()}[$__rate_interval]))`,
          }),
          graph({
            title: "How do runs end, by what started them?",
            description: "Runs in an hour. Webhooks that fail are told to their callers; triggers that fail are seen here alone.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (mode, status) (increase(${took.count()}[1h]))`, legend: "{{mode}} {{status}}" }],
          }),
        ],
      },
      {
        title: "Queue and workers",
        panels: [
          graph({
            title: "How many runs wait, and how many run?",
            description: "Some wait and none runs: no worker is there, or none reaches the queue. Look at their pods and at its Redis.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `max(${waiting()})`, legend: "wait" },
              { expr: `max(${active()})`, legend: "run" },
            ],
          }),
          graph({
            title: "How many do the workers get done?",
            description: "Runs in an hour by how they ended. What falls while more wait is a worker too few.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `max(increase(${completed()}[1h]))`, legend: "ended" },
              { expr: `max(increase(${queueFailed()}[1h]))`, legend: "failed" },
            ],
          }),
          timeline({
            title: "Which processes answer?",
            description: "Main process, workers and receivers of webhooks, as far as each is asked. One that comes and goes is killed.",
            unit: "flag",
            width: 8,
            queries: [{ expr: `max by (instance) (${targetSeries.up({ job })})`, legend: "{{instance}}" }],
            means: { 0: { text: "does not answer", color: "red" }, 1: { text: "answers", color: "green" } },
          }),
        ],
      },
    ],
  });
