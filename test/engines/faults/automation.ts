import { n8nSeries as n8n } from "../../../components/automation/series";
import { becomes, countsFaster, freezes, targetFails, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

/** The workflow automation. */
export const automationFaults: Faults = () => [
  {
    title: "the workflow automation does not start with its new release",
    change: targetFails(targets({ job: "n8n" })),
    expect: platform("AutomationDown", "warning", 6),
  },
  {
    title: "a login that most workflows use has run out",
    change: together(freezes(n8n.n8n_workflow_success_total()), countsFaster(n8n.n8n_workflow_failed_total(), 1 / 120)),
    expect: platform("AutomationRunsFailing", "warning", 40),
  },
  {
    title: "the workers of the workflow automation lost their queue",
    change: together(
      becomes(n8n.n8n_scaling_mode_queue_jobs_waiting(), 14),
      becomes(n8n.n8n_scaling_mode_queue_jobs_active(), 0),
      freezes(n8n.n8n_scaling_mode_queue_jobs_completed()),
    ),
    expect: platform("AutomationQueueStuck", "warning", 17),
  },
];
