import { around, counts, still } from "../../../lib/world/course";
import { healthy } from "../../../lib/world/healthy";
import { woodpeckerSeries } from "../series/woodpecker";

export const woodpeckerHealthy = healthy(woodpeckerSeries, () => ({
  woodpecker_pending_steps: still(0),
  woodpecker_waiting_steps: still(0),
  woodpecker_running_steps: around(1, 1),
  woodpecker_worker_count: still(2),
  woodpecker_pipeline_total_count: counts(1 / 1800),
  woodpecker_repo_count: still(22),
  woodpecker_user_count: still(5),
}));
