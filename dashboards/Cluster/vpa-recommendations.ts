import { autoscalerSeries } from "../../components/exporters/series/autoscalers";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { matches, not, select } from "../../lib/series";
import { orLine } from "../shared/share";

const {
  kube_customresource_verticalpodautoscaler_created: created,
  kube_customresource_verticalpodautoscaler_spec_updatepolicy_updatemode: updateMode,
  kube_customresource_verticalpodautoscaler_status_condition: condition,
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_lowerbound: lower,
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_target: target,
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_upperbound: upper,
} = autoscalerSeries;

// what rules/autoscaling.ts records
const requests = select("autoscaler_target_container:kube_pod_container_resource_requests:max");
const limits = select("autoscaler_target_container:kube_pod_container_resource_limits:max");

const CONTAINER = "namespace, target_kind, target_name, container, resource";
const chosen = { namespace: matches("$namespace") };
const of = (resource: "cpu" | "memory") => ({ ...chosen, resource });
const most = (expr: string): string => `max by (${CONTAINER}) (${expr})`;
/** How often what is recommended goes into what runs: above 1 it runs with too little. */
const overRequest = (resource: "cpu" | "memory"): string => `${most(target(of(resource)))} / ${most(requests(of(resource)))}`;
const overLimit = (resource: "cpu" | "memory"): string => `${most(target(of(resource)))} / ${most(limits(of(resource)))}`;
const setAside = (resource: "cpu" | "memory"): string => `${most(requests(of(resource)))} - ${most(target(of(resource)))}`;
const legend = "{{namespace}} {{target_name}} {{container}}";
const BY = { namespace: "Namespace", target_kind: "Kind", target_name: "Workload", container: "Container" };
const toWorkload = { target_name: { dashboard: "k8s-workload", variable: "workload", with: { namespace: "namespace" } } };

const ratioWhereChanged = [
  `${most(limits(chosen))} / ${most(requests(chosen))}`,
  `and on (namespace, target_kind, target_name) ${updateMode({ ...chosen, update_mode: matches("Auto|Recreate|InPlaceOrRecreate|InPlace") })} == 1`,
].join("\n");

export const vpaRecommendations = dashboard({
  uid: "vpa-recommendations",
  title: "Autoscaler recommendations",
  folder: "Cluster",
  question: "Which containers run with less or far more than the autoscaler recommends, and does it do what its mode says?",
  asker: "whoever sizes workloads, and was told that a request or a limit is far off",
  areas: ["autoscaling"],
  next: ["k8s-workload", "k8s-namespace-workloads", "k8s-cluster"],
  shows: "7d",
  variables: [choice("namespace", "Namespace", { of: created, label: "namespace" })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Limits too low",
          description:
            "Containers whose limit of memory or processors is below the recommendation: they are killed or slowed down at their usual load.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${overLimit("memory")} > 1 or ${overLimit("cpu")} > 1) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Requests too low",
          description: "Containers that use more than twice what was set aside for them: on a busy node they lose first.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${overRequest("memory")} > 2 or ${overRequest("cpu")} > 2) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Memory set aside for nothing",
          description: "Requests above the recommendation, of all chosen containers together, each counted once.",
          unit: "bytes",
          width: 4,
          queries: [{ expr: `sum(clamp_min(${setAside("memory")}, 0))` }],
          hasTrend: true,
        }),
        stat({
          title: "Processors set aside for nothing",
          description: "Requests above the recommendation, of all chosen containers together, each counted once.",
          unit: "cores",
          decimals: 1,
          width: 4,
          queries: [{ expr: `sum(clamp_min(${setAside("cpu")}, 0))` }],
          hasTrend: true,
        }),
        stat({
          title: "No recommendation",
          description: "A new one has none for its first minutes. For longer the recommender is down, or finds no pods of it.",
          unit: "count",
          width: 4,
          queries: [
            {
              expr: `count(max by (namespace, verticalpodautoscaler) (${created(chosen)}) unless on (namespace, verticalpodautoscaler) ${target(chosen)}) or vector(0)`,
            },
          ],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Nothing to scale",
          description: "Their target is not there, or is of a kind that they can't change.",
          unit: "count",
          width: 4,
          queries: [
            {
              expr: `count(max by (namespace, verticalpodautoscaler) (${condition({ ...chosen, condition: matches("ConfigUnsupported|NoPodsMatched") })}) == 1) or vector(0)`,
            },
          ],
          thresholds: [warningAbove(1)],
        }),
      ],
    },
    {
      title: "Memory",
      panels: [
        table({
          title: "Memory: what is recommended of what is requested",
          description: "Above 1 it runs with less than it needs; far below 1 room is set aside for nothing. Above the limit it is killed.",
          by: BY,
          leadsTo: toWorkload,
          columns: [
            { title: "Of its request", unit: "ratio", decimals: 0, expr: overRequest("memory"), thresholds: [warningAbove(1.5)] },
            { title: "Of its limit", unit: "ratio", decimals: 0, expr: overLimit("memory"), thresholds: [warningAbove(1)] },
            { title: "Recommended", unit: "bytes", expr: most(target(of("memory"))) },
            { title: "Requested", unit: "bytes", expr: most(requests(of("memory"))) },
            { title: "Limit", unit: "bytes", expr: most(limits(of("memory"))) },
          ],
        }),
        graph({
          title: "Memory recommended to the ten that lack most",
          description: "By how often the request goes into it. One that climbs week after week leaks, or has more to do.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: mostOver(10, overRequest("memory")), legend }],
        }),
        bars({
          title: "Memory that could be given back",
          description: "Request less recommendation, of the ten with most. Lower the request, or leave it to the autoscaler.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: `topk(10, ${setAside("memory")})`, legend }],
        }),
      ],
    },
    {
      title: "Processors",
      panels: [
        table({
          title: "Processors: what is recommended of what is requested",
          description: "Above 1 it runs with less than it needs whenever its node is busy; above the limit it is slowed down all the time.",
          by: BY,
          leadsTo: toWorkload,
          columns: [
            { title: "Of its request", unit: "ratio", decimals: 0, expr: overRequest("cpu"), thresholds: [warningAbove(1.5)] },
            { title: "Of its limit", unit: "ratio", decimals: 0, expr: overLimit("cpu"), thresholds: [warningAbove(1)] },
            { title: "Recommended", unit: "cores", decimals: 3, expr: most(target(of("cpu"))) },
            { title: "Requested", unit: "cores", decimals: 3, expr: most(requests(of("cpu"))) },
            { title: "Limit", unit: "cores", decimals: 3, expr: most(limits(of("cpu"))) },
          ],
        }),
        graph({
          title: "Processors recommended to the ten that lack most",
          description: "By how often the request goes into them.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: mostOver(10, overRequest("cpu")), legend }],
        }),
        bars({
          title: "Processors that could be given back",
          description: "Request less recommendation, of the ten with most.",
          unit: "cores",
          min: 0,
          queries: [{ expr: `topk(10, ${setAside("cpu")})`, legend }],
        }),
      ],
    },
    {
      title: "Do the autoscalers do what they should?",
      panels: [
        graph({
          title: "How sure are they?",
          description:
            "Upper bound by the lower one, of the ten least sure. Far apart after a week: the load comes in bursts, and mode Off fits better.",
          unit: "count",
          min: 1,
          queries: [{ expr: mostOver(10, `${most(upper(chosen))} / ${most(lower(chosen))}`), legend: `${legend} {{resource}}` }],
        }),
        graph({
          title: "Limit by request, where pods are changed",
          description: "The autoscaler keeps this ratio when it changes a request: a limit that is far off goes up and down with it.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: [mostOver(10, ratioWhereChanged), orLine("target_name", "none is changed")].join("\n"),
              legend: `${legend} {{resource}}`,
            },
          ],
          asks: ["ContainerLimitFarFromRequest"],
        }),
        table({
          title: "Autoscalers by age, and their mode",
          description: "In the mode Off it recommends and changes nothing: what is recommended is for people.",
          by: {
            namespace: "Namespace",
            verticalpodautoscaler: "Autoscaler",
            target_kind: "Kind",
            target_name: "Workload",
            update_mode: "Mode",
          },
          leadsTo: toWorkload,
          columns: [
            {
              title: "Age",
              unit: "seconds",
              decimals: 0,
              expr: [
                `(time() - max by (namespace, verticalpodautoscaler, target_kind, target_name) (${created(chosen)}))`,
                "* on (namespace, verticalpodautoscaler) group_left (update_mode)",
                `topk by (namespace, verticalpodautoscaler) (1, max by (namespace, verticalpodautoscaler, update_mode) (${updateMode(chosen)}) == 1)`,
              ].join("\n"),
            },
          ],
        }),
        timeline({
          title: "What do they say of themselves?",
          description:
            "Conditions other than that a recommendation is there. Fetching history for long is a recommender that has no samples.",
          unit: "flag",
          height: 6,
          queries: [
            {
              expr: `max by (namespace, verticalpodautoscaler, condition) (${condition({ ...chosen, condition: not("RecommendationProvided") })}) ${orLine("condition", "nothing else")}`,
              legend: "{{namespace}} {{verticalpodautoscaler}} {{condition}}",
            },
          ],
          means: { 0: { text: "no", color: "green" }, 1: { text: "yes", color: "orange" } },
          asks: ["VerticalAutoscalerTargetUnusable"],
        }),
      ],
    },
  ],
});
