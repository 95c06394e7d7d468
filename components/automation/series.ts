import { counter, declareSeries, gauge, histogram } from "../../lib/series";

const WORKFLOW = ["workflow_id?", "workflow_name?"] as const;

/**
 * What n8n tells of itself with N8N_METRICS; seen on the collectors of n8n 2.41.3 over events of ours. What workflows do takes
 * N8N_METRICS_INCLUDE_MESSAGE_EVENT_BUS_METRICS, and is there once one has done it; the queue takes N8N_METRICS_INCLUDE_QUEUE_METRICS and
 * workers.
 */
export const n8nSeries = declareSeries({
  n8n_active_workflow_count: gauge("count", "Workflows that are switched on."),
  n8n_workflow_started_total: counter("count", "Runs of a workflow that began.", ...WORKFLOW),
  n8n_workflow_success_total: counter("count", "Runs that ended well.", ...WORKFLOW),
  n8n_workflow_failed_total: counter("count", "Runs that failed.", ...WORKFLOW),
  n8n_workflow_execution_duration_seconds: histogram("seconds", "Time that a run took.", "status", "mode", "workflow_id?"),
  n8n_scaling_mode_queue_jobs_waiting: gauge("count", "Runs that wait for a worker."),
  n8n_scaling_mode_queue_jobs_active: gauge("count", "Runs that workers are at."),
  n8n_scaling_mode_queue_jobs_completed: counter("count", "Runs that workers have ended."),
  n8n_scaling_mode_queue_jobs_failed: counter("count", "Runs that workers have failed at."),
});
