import { counter, declareSeries, gauge, histogram } from "../../lib/series";

const SECRET = ["name", "namespace"] as const;
const CONDITION = ["condition", "status"] as const;

/**
 * Series of external-secrets that rules and dashboards may read (seen on its collectors of v0.20.4; v1.3.2 read: the same).
 * `namespace` is the secret's.
 */
export const secretSyncSeries = declareSeries({
  externalsecret_status_condition: gauge("flag", "1 for the status of a secret's condition: Ready, Deleted.", ...SECRET, ...CONDITION),
  externalsecret_sync_calls_total: counter("count", "Times that a secret was synced.", ...SECRET),
  externalsecret_sync_calls_error: counter("count", "Times that syncing a secret failed.", ...SECRET),
  externalsecret_reconcile_duration: gauge("nanoseconds", "Time of the last look at a secret.", ...SECRET),
  externalsecret_provider_api_calls_count: counter("count", "Calls to a secret store.", "provider", "call", "status"),
  secretstore_status_condition: gauge("flag", "1 for the status of a store's condition.", ...SECRET, ...CONDITION),
  clustersecretstore_status_condition: gauge("flag", "1 for the status of a condition of a cluster's store.", "name", ...CONDITION),

  controller_runtime_reconcile_total: counter("count", "Objects that a controller looked at.", "controller", "result"),
  controller_runtime_reconcile_errors_total: counter("count", "Objects that a controller failed on.", "controller"),
  controller_runtime_reconcile_time_seconds: histogram("seconds", "Time that a controller took for an object.", "controller"),
  workqueue_depth: gauge("count", "Objects that wait for a controller.", "name", "controller", "priority?"),
});
