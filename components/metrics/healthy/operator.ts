import { days } from "../../../lib/duration";
import { counts, never, since, still, taking } from "../../../lib/world/course";
import { absent, each, eachBy, healthy, told } from "../../../lib/world/healthy";
import { metricsOperatorSeries } from "../series/operator";

const CONTROLLERS = ["vmagent", "vmalert", "vmrule", "vmservicescrape"];
const of = (controller: string) => ({ controller });

export const metricsOperatorHealthy = healthy(
  metricsOperatorSeries,
  () => ({
    controller_runtime_active_workers: each(CONTROLLERS, of, still(0)),
    controller_runtime_max_concurrent_reconciles: each(CONTROLLERS, of, still(15)),
    controller_runtime_reconcile_errors_total: each(CONTROLLERS, of, never),
    controller_runtime_reconcile_time_seconds: each(CONTROLLERS, of, taking(0.02, 0.05)),
    controller_runtime_reconcile_total: eachBy(CONTROLLERS, of, "result", {
      success: counts(0.02),
      requeue_after: counts(0.01),
      requeue: never,
      error: never,
    }),
    operator_bad_objects_total: absent("every object can be read"),
    operator_controller_objects_count: each(CONTROLLERS, of, still(3)),
    operator_log_messages_total: eachBy([undefined], () => ({}), "level", { info: counts(0.1), error: never }),
    operator_reconcile_throttled_events_total: each(CONTROLLERS, of, counts(0.001)),
    rest_client_requests_total: eachBy([{ code: "200", host: "10.43.0.1:443" }], (labels) => labels, "method", {
      GET: counts(0.5),
      PATCH: counts(0.05),
    }),
    vm_app_start_timestamp: since(days(12)),
    vm_app_version: told(["v0.74.1"], (short_version) => ({ short_version, version: `operator-${short_version}` })),
    workqueue_depth: each(CONTROLLERS, (controller) => ({ controller, name: controller, priority: "0" }), still(0)),
  }),
  // another replica would wait to lead
  { on: ({ index }) => index === 0 },
);
