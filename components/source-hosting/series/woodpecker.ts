import { declareSeries, gauge } from "../../../lib/series";

/** What Woodpecker's server exports of its queue and its store; seen on a running Woodpecker 3.17.0. */
export const woodpeckerSeries = declareSeries({
  woodpecker_pending_steps: gauge("count", "Workflows that wait for an agent."),
  woodpecker_waiting_steps: gauge("count", "Workflows that wait for others."),
  woodpecker_running_steps: gauge("count", "Workflows that run."),
  woodpecker_worker_count: gauge("count", "Agents that could take a workflow."),
  woodpecker_pipeline_total_count: gauge("count", "Pipelines in the store."),
  woodpecker_repo_count: gauge("count", "Repositories."),
  woodpecker_user_count: gauge("count", "Users."),
});
