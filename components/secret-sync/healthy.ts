import { around, counts, never, still, taking } from "../../lib/world/course";
import { absent, each, eachBy, healthy, oneOf } from "../../lib/world/healthy";
import { secretSyncSeries } from "./series";

const STORE = "vault";
const READY = oneOf(["True", "False"], "True");
const CONTROLLERS = ["clustersecretstore", "externalsecret", "secretstore"];

export const secretSyncHealthy = healthy(
  secretSyncSeries,
  ({ namespaces }) => {
    const secret = (namespace: string) => ({ name: "credentials", namespace });
    const ready = <Labels>(labels: Labels) => ({ ...labels, condition: "Ready" });
    const controllers = <Course extends object>(course: Course) => each(CONTROLLERS, (controller) => ({ controller }), course);
    return {
      externalsecret_status_condition: eachBy(namespaces, (namespace) => ready(secret(namespace)), "status", READY),
      externalsecret_sync_calls_total: each(namespaces, secret, counts(1 / 3600)),
      externalsecret_sync_calls_error: each(namespaces, secret, never),
      externalsecret_reconcile_duration: each(namespaces, secret, around(4e7, 2e7)),
      externalsecret_provider_api_calls_count: eachBy(
        [{ provider: "HashiCorp/Vault", call: "ReadSecretData" }],
        (labels) => labels,
        "status",
        { success: counts(namespaces.length / 3600), error: never },
      ),
      secretstore_status_condition: absent("there is only the cluster's store"),
      clustersecretstore_status_condition: eachBy([STORE], (name) => ready({ name }), "status", READY),
      controller_runtime_reconcile_total: eachBy(CONTROLLERS, (controller) => ({ controller }), "result", {
        success: counts(0.005),
        requeue_after: counts(0.01),
        requeue: never,
        error: never,
      }),
      controller_runtime_reconcile_errors_total: controllers(never),
      controller_runtime_reconcile_time_seconds: controllers(taking(0.015, 0.05)),
      workqueue_depth: each(CONTROLLERS, (controller) => ({ name: controller, controller }), still(0)),
    };
  },
  // the other replica waits to lead
  { on: ({ index }) => index === 0 },
);
