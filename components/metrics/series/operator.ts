import { counter, declareSeries, gauge, histogram, info } from "../../../lib/series";

/** Series of the metrics operator that rules and dashboards may read (seen on VictoriaMetrics operator v0.74.1). */
export const metricsOperatorSeries = declareSeries({
  controller_runtime_active_workers: gauge("count", "Objects that a controller looks at.", "controller"),
  controller_runtime_max_concurrent_reconciles: gauge("count", "Most objects that a controller looks at at a time.", "controller"),
  controller_runtime_reconcile_errors_total: counter("count", "Objects that a controller failed on.", "controller"),
  controller_runtime_reconcile_time_seconds: histogram("seconds", "Time that a controller took for an object.", "controller"),
  controller_runtime_reconcile_total: counter("count", "Objects that a controller looked at.", "controller", "result"),
  operator_bad_objects_total: counter("count", "Rules and scrape objects left out because they can't be read.", "crd", "object_namespace"),
  operator_controller_objects_count: gauge("count", "Objects that a controller knows.", "controller"),
  operator_log_messages_total: counter("count", "Lines logged.", "level"),
  operator_reconcile_throttled_events_total: counter("count", "Looks put off because objects change too fast.", "controller"),
  rest_client_requests_total: counter("count", "Requests to the API server.", "code", "host", "method"),
  vm_app_start_timestamp: gauge("timestamp", "When the program began."),
  vm_app_version: info("Release of the program.", "version", "short_version"),
  workqueue_depth: gauge("count", "Objects that wait for a controller.", "name", "controller", "priority"),
});
