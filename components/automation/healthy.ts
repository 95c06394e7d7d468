import { counts, evenly, never, still, taking } from "../../lib/world/course";
import { each, healthy } from "../../lib/world/healthy";
import { n8nSeries } from "./series";

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
/** A run every two minutes. */
const OFTEN = 1 / 120;

/** It names them where it is told to. */
const WORKFLOWS = ["Invoices to the archive", "News of the day", "Calendar of the waste"].map((workflow_name, index) => ({
  workflow_id: `wf${index + 1}`,
  workflow_name,
}));

export const n8nHealthy = healthy(n8nSeries, () => ({
  n8n_active_workflow_count: still(12),
  n8n_workflow_started_total: each(WORKFLOWS, (labels) => labels, evenly(OFTEN / WORKFLOWS.length)),
  n8n_workflow_success_total: each(WORKFLOWS, (labels) => labels, evenly(OFTEN / WORKFLOWS.length)),
  n8n_workflow_failed_total: each(WORKFLOWS, (labels) => labels, never),
  n8n_workflow_execution_duration_seconds: each(
    ["success"],
    (status) => ({ status, mode: "trigger" }),
    taking(OFTEN, 2, { bounds: BOUNDS }),
  ),
  n8n_scaling_mode_queue_jobs_waiting: still(0),
  n8n_scaling_mode_queue_jobs_active: still(1),
  n8n_scaling_mode_queue_jobs_completed: counts(OFTEN),
  n8n_scaling_mode_queue_jobs_failed: never,
}));
