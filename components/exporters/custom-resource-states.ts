import { KINDS } from "../../lib/kubernetes/kinds";
import type { Site } from "../../lib/site/schema";

/** Every mode of the API, for none is our own alone. */
const UPDATE_MODES = ["Off", "Initial", "Recreate", "InPlaceOrRecreate", "InPlace", "Auto"];

const { group, version } = KINDS.VerticalPodAutoscaler;
const PREFIX = "verticalpodautoscaler";

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly commonLabels?: Readonly<Record<string, string>>;
  readonly each: object;
}

const UNITS = { cpu: "core", memory: "byte" } as const;

/** A bound of what is recommended for each container: a metric for each resource, of one name. */
function bound(field: string, help: string): Metric[] {
  return Object.entries(UNITS).map(([resource, unit]) => ({
    name: `${PREFIX}_status_recommendation_containerrecommendations_${field.toLowerCase()}`,
    help,
    commonLabels: { resource, unit },
    each: {
      type: "Gauge",
      gauge: {
        path: ["status", "recommendation", "containerRecommendations"],
        labelsFromPath: { container: ["containerName"] },
        valueFrom: [field, resource],
      },
    },
  }));
}

/**
 * What kube-state-metrics tells of the vertical autoscalers: the file of its --custom-resource-state-config-file. Each name comes to be
 * `kube_customresource_<name>`, and is declared in series/autoscalers.ts.
 */
export const AUTOSCALER_STATES = {
  kind: "CustomResourceStateMetrics",
  spec: {
    resources: [
      {
        groupVersionKind: { group, version, kind: "VerticalPodAutoscaler" },
        // a new one has no status, which it would take for an error of ours, one line for each metric at each change
        errorLogV: 1,
        labelsFromPath: {
          namespace: ["metadata", "namespace"],
          verticalpodautoscaler: ["metadata", "name"],
          target_api_version: ["spec", "targetRef", "apiVersion"],
          target_kind: ["spec", "targetRef", "kind"],
          target_name: ["spec", "targetRef", "name"],
        },
        metrics: [
          {
            name: `${PREFIX}_created`,
            help: "When the object was made.",
            each: { type: "Gauge", gauge: { path: ["metadata", "creationTimestamp"] } },
          },
          {
            name: `${PREFIX}_spec_updatepolicy_updatemode`,
            help: "The mode of the autoscaler.",
            each: {
              type: "StateSet",
              stateSet: { labelName: "update_mode", path: ["spec", "updatePolicy", "updateMode"], list: UPDATE_MODES },
            },
          },
          {
            name: `${PREFIX}_status_condition`,
            help: "Whether a condition is met.",
            each: {
              type: "Gauge",
              gauge: { path: ["status", "conditions"], labelsFromPath: { condition: ["type"] }, valueFrom: ["status"] },
            },
          },
          ...bound("target", "What is recommended to set aside for the container."),
          ...bound("lowerBound", "The request below which the container would be changed."),
          ...bound("upperBound", "The request above which the container would be changed."),
        ] satisfies Metric[],
      },
    ],
  },
};

/** The values of its chart that make it read that file, and let it list the objects (kube-state-metrics 8.4.0, values.yaml). */
export function customResourceStates({ autoscaling }: Pick<Site, "autoscaling">) {
  if (autoscaling === undefined) return {};
  return {
    customResourceState: { enabled: true, config: AUTOSCALER_STATES },
    rbac: { extraRules: [{ apiGroups: [group], resources: ["verticalpodautoscalers"], verbs: ["list", "watch"] }] },
  };
}
