import { days } from "../../../lib/duration";
import type { Autoscaler } from "../../../lib/world/autoscalers";
import { since, still } from "../../../lib/world/course";
import { each, eachBy, healthy, oneOf } from "../../../lib/world/healthy";
import { autoscalerSeries } from "../series/autoscalers";

const UPDATE_MODES = ["Off", "Initial", "Recreate", "InPlaceOrRecreate", "InPlace", "Auto"];

const autoscalerOf = ({ namespace, name, about }: Autoscaler) => ({
  customresource_group: "autoscaling.k8s.io",
  customresource_kind: "VerticalPodAutoscaler",
  customresource_version: "v1",
  namespace,
  verticalpodautoscaler: name,
  target_api_version: about.apiVersion,
  target_kind: about.kind,
  target_name: about.name,
});

/** Everything has what is recommended for it. */
export const autoscalersHealthy = healthy(autoscalerSeries, ({ autoscalers }) => {
  const bound = (of: (one: Autoscaler, resource: "cpu" | "memory") => number) =>
    (["cpu", "memory"] as const).flatMap((resource) =>
      each(
        autoscalers,
        (one) => ({ ...autoscalerOf(one), container: one.container, resource, unit: resource === "cpu" ? "core" : "byte" }),
        (one) => still(of(one, resource)),
      ),
    );
  return {
    kube_customresource_verticalpodautoscaler_created: each(autoscalers, autoscalerOf, since(days(31))),
    kube_customresource_verticalpodautoscaler_spec_updatepolicy_updatemode: autoscalers.flatMap((one) =>
      eachBy([one], autoscalerOf, "update_mode", oneOf(UPDATE_MODES, one.mode)),
    ),
    kube_customresource_verticalpodautoscaler_status_condition: each(
      autoscalers,
      (one) => ({ ...autoscalerOf(one), condition: "RecommendationProvided" }),
      still(1),
    ),
    kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_target: bound(
      ({ target }, resource) => target[resource],
    ),
    kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_lowerbound: bound(
      ({ target }, resource) => target[resource] / 2,
    ),
    kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_upperbound: bound(
      ({ upperBound }, resource) => upperBound[resource],
    ),
  };
});
