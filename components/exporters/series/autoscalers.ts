import { declareSeries, gauge } from "../../../lib/series";

const GROUP = ["customresource_group", "customresource_kind", "customresource_version"] as const;
const AUTOSCALER = [...GROUP, "namespace", "verticalpodautoscaler", "target_api_version?", "target_kind", "target_name"] as const;
const OF_CONTAINER = [...AUTOSCALER, "container", "resource", "unit"] as const;

/**
 * Series of the vertical autoscalers, which kube-state-metrics 2.20 gives by the configuration in custom-resource-states.ts; its own
 * (`kube_verticalpodautoscaler_*`) were removed in 2.9 (docs/metrics/extend/customresourcestate-metrics.md; seen on a running one).
 */
export const autoscalerSeries = declareSeries({
  kube_customresource_verticalpodautoscaler_created: gauge("timestamp", "When an autoscaler's object was made.", ...AUTOSCALER),
  kube_customresource_verticalpodautoscaler_spec_updatepolicy_updatemode: gauge(
    "flag",
    "1 for the mode that an autoscaler is in, 0 for the others.",
    ...AUTOSCALER,
    "update_mode",
  ),
  kube_customresource_verticalpodautoscaler_status_condition: gauge(
    "flag",
    "1 for a condition that is met (RecommendationProvided, NoPodsMatched, ConfigUnsupported, ...), 0 for one that was.",
    ...AUTOSCALER,
    "condition",
  ),
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_target: gauge(
    "mixed",
    "What an autoscaler recommends to set aside for a container, in the unit that its label names.",
    ...OF_CONTAINER,
  ),
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_lowerbound: gauge(
    "mixed",
    "The request below which an autoscaler would change a container, in the unit that its label names.",
    ...OF_CONTAINER,
  ),
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_upperbound: gauge(
    "mixed",
    "The request above which an autoscaler would change a container, in the unit that its label names.",
    ...OF_CONTAINER,
  ),
});
