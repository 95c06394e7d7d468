import { hours } from "../../lib/duration";
import { ago, counts, never, still } from "../../lib/world/course";
import { by, each, eachBy, healthy, oneOf } from "../../lib/world/healthy";
import { statusPageSeries } from "./series";

const STATUSES = ["operational", "degraded_performance", "partial_outage", "major_outage", "under_maintenance"] as const;

export const statusPageHealthy = healthy(statusPageSeries, ({ site: { components } }) => {
  const component = ({ name }: (typeof components)[number]) => ({ component: name });
  return {
    status_page_component_desired: eachBy(components, component, "status", oneOf(STATUSES, "operational")),
    status_page_component_actual: eachBy(components, component, "status", oneOf(STATUSES, "operational")),
    status_page_component_missing: each(components, component, still(0)),
    status_page_component_held_by_person: each(components, component, still(0)),
    status_page_queue_length: still(0),
    status_page_unknown_components_total: [[{ component: "Elsewhere" }, never]],
    status_page_calls_total: by("outcome", { done: counts(1 / 3600), failed: never }),
    // nothing to tell for hours
    status_page_last_success_timestamp_seconds: ago(hours(5)),
    status_page_webhook_alerts_total: by("kind", { alert: counts(1 / 3600), elsewhere: never, homeless: never, malformed: never }),
    status_page_webhooks_total: by("code", { "200": counts(1 / 3600), "400": never, "413": never }),
    status_page_resyncs_total: by("outcome", { settled: counts(1 / 300), unsettled: never, failed: never }),
  };
});
