import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, table } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { matches } from "../../lib/series";

const {
  kube_cronjob_next_schedule_time: nextRun,
  kube_cronjob_spec_suspend: suspended,
  kube_cronjob_status_last_schedule_time: lastRun,
  kube_cronjob_status_last_successful_time: lastSuccess,
  kube_horizontalpodautoscaler_spec_max_replicas: mostReplicas,
  kube_horizontalpodautoscaler_status_current_replicas: replicas,
  kube_horizontalpodautoscaler_status_desired_replicas: desiredReplicas,
  kube_poddisruptionbudget_status_current_healthy: healthyNow,
  kube_poddisruptionbudget_status_desired_healthy: healthyWanted,
  kube_poddisruptionbudget_status_pod_disruptions_allowed: mayGo,
} = kubeStateMetricsSeries;

const chosen = { namespace: matches("$namespace") };
const cronJob = (expr: string): string => `max by (namespace, cronjob) (${expr})`;
const budget = (expr: string): string => `max by (namespace, poddisruptionbudget) (${expr})`;
const scaler = (expr: string): string => `max by (namespace, horizontalpodautoscaler) (${expr})`;

/** What runs at times, and what says how many pods there may be, of the namespaces chosen by `$namespace`. */
export const jobsAndBudgets: Row = {
  title: "Jobs, autoscalers and budgets",
  panels: [
    table({
      title: "Cron jobs by the age of their last success",
      description: "An age far above what lies between two runs is a job that fails, or that nothing starts: look at its last run.",
      by: { namespace: "Namespace", cronjob: "Cron job" },
      columns: [
        {
          title: "Last success",
          unit: "seconds",
          decimals: 0,
          expr: `time() - ${cronJob(lastSuccess(chosen))} or on () label_replace(vector(0), "cronjob", "no cron job", "", "")`,
        },
        {
          title: "Last start",
          unit: "seconds",
          decimals: 0,
          expr: `time() - ${cronJob(lastRun(chosen))} or on () label_replace(vector(0), "cronjob", "no cron job", "", "")`,
        },
        {
          title: "Late by",
          unit: "seconds",
          decimals: 0,
          expr: `clamp_min(time() - ${cronJob(nextRun(chosen))}, 0) or on () label_replace(vector(0), "cronjob", "no cron job", "", "")`,
          asks: ["CronJobNotRun"],
        },
        {
          title: "Suspended",
          unit: "flag",
          expr: `${cronJob(suspended(chosen))} or on () label_replace(vector(0), "cronjob", "no cron job", "", "")`,
          means: { 0: { text: "no", color: "green" }, 1: { text: "yes", color: "blue" } },
        },
      ],
    }),
    graph({
      title: "Pods that autoscalers made, of the most that they may",
      description: "At 1 for long the load is more than its autoscaler may answer with pods: everything gets slower from here on.",
      unit: "ratio",
      min: 0,
      max: 1,
      queries: [
        {
          expr: `${scaler(replicas(chosen))} / ${scaler(mostReplicas(chosen))} or on () label_replace(vector(0), "horizontalpodautoscaler", "no autoscaler", "", "")`,
          legend: "{{namespace}} {{horizontalpodautoscaler}}",
        },
        {
          expr: `${scaler(desiredReplicas(chosen))} / ${scaler(mostReplicas(chosen))} or on () label_replace(vector(0), "horizontalpodautoscaler", "no autoscaler", "", "")`,
          legend: "{{namespace}} {{horizontalpodautoscaler}} wanted",
        },
      ],
    }),
    table({
      title: "Disruption budgets by pods that they lack",
      description: "One that lets no pod go stops the draining of a node; one that lacks pods is violated now.",
      width: 12,
      height: 8,
      by: { namespace: "Namespace", poddisruptionbudget: "Budget" },
      columns: [
        {
          title: "Lacks",
          unit: "count",
          expr: `clamp_min(${budget(healthyWanted(chosen))} - ${budget(healthyNow(chosen))}, 0) or on () label_replace(vector(0), "poddisruptionbudget", "no budget", "", "")`,
          thresholds: [warningAbove(1)],
        },
        {
          title: "May go now",
          unit: "count",
          expr: `${budget(mayGo(chosen))} or on () label_replace(vector(0), "poddisruptionbudget", "no budget", "", "")`,
        },
      ],
    }),
  ],
};
