import { autoscalerSeries } from "../../../components/exporters/series/autoscalers";
import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { componentOfNamespace } from "../../../lib/site/component";
import { namespaceMap } from "../../../lib/site/namespace-map";
import type { Autoscaler } from "../../../lib/world/autoscalers";
import { still } from "../../../lib/world/course";
import { appears, becomes, goes, together } from "../../../lib/world/fault";
import { expected, type Faults, platform } from "./fault";

const {
  kube_customresource_verticalpodautoscaler_spec_updatepolicy_updatemode: updateMode,
  kube_customresource_verticalpodautoscaler_status_condition: condition,
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_target: target,
} = autoscalerSeries;
const { kube_deployment_spec_replicas, kube_node_info, kube_pod_container_resource_limits, kube_pod_container_resource_requests } =
  kubeStateMetricsSeries;

/** In minutes. */
const LONG = 8 * 60;

const named = ({ namespace, name: verticalpodautoscaler }: Autoscaler) => ({ namespace, verticalpodautoscaler });
const whole = (one: Autoscaler) => ({
  customresource_group: "autoscaling.k8s.io",
  customresource_kind: "VerticalPodAutoscaler",
  customresource_version: "v1",
  ...named(one),
  target_api_version: one.about.apiVersion,
  target_kind: one.about.kind,
  target_name: one.about.name,
});

/** What the autoscaler of a cluster does badly, and what is not what somebody said. */
export const autoscalingFaults: Faults = ({ cluster: { site, apps, autoscalers, nodes } }) => {
  const inMode = (mode: string) => {
    const one = autoscalers.find((other) => other.mode === mode && apps.some(isApp(other)));
    if (one === undefined) throw new Error(`the world has no workload in mode ${mode}`);
    return { ...one, component: componentOfNamespace(namespaceMap(site), one.namespace) };
  };
  const isApp = ({ namespace, about }: Autoscaler) => {
    return (app: { readonly kind: string; readonly namespace: string; readonly name: string }) =>
      app.kind === about.kind && app.namespace === namespace && app.name === about.name;
  };
  const [evicted, resized] = [inMode("Recreate"), inMode("InPlaceOrRecreate")];
  const recorded = autoscalers.find(
    (one) =>
      one.mode === "Off" && site.autoscaling?.workloads.some(({ namespace, containers }) => containers && namespace === one.namespace),
  );
  const [node] = nodes;
  if (recorded === undefined || node === undefined) throw new Error("the world has nothing recorded");
  const owner = componentOfNamespace(namespaceMap(site), recorded.namespace);
  const memory = { resource: "memory" };
  const ofContainer = ({ namespace, container }: Autoscaler) => ({ namespace, container, ...memory });
  const excluded = site.autoscaling?.excluded?.[0] ?? "";
  return [
    {
      title: "a workload that is sized by hand has grown past its memory limit's recommendation",
      change: becomes(target({ ...named(recorded), ...memory }), 1.1 * recorded.upperBound.memory),
      expect: expected(owner, "ContainerLimitBelowRecommendation", "warning", 6 * 60 + 4),
    },
    {
      title: "the updater was scaled to nothing, and a workload needs three times what it was given",
      change: together(
        becomes(target({ ...named(evicted), ...memory }), 3 * evicted.target.memory),
        becomes(kube_pod_container_resource_limits(ofContainer(evicted)), 1.4 * evicted.target.memory),
      ),
      expect: expected(evicted.component, "ContainerRequestNotAdapted", "warning", LONG + 4),
    },
    {
      title: "a workload that is sized by hand needs three times what was once recorded",
      change: becomes(target({ ...named(recorded), ...memory }), 3 * recorded.target.memory),
      expect: expected(owner, "ContainerRequestOutgrown", "warning", LONG + 4),
    },
    {
      title: "an upgrade of a chart took back what was recorded for it",
      change: becomes(kube_pod_container_resource_requests(ofContainer(recorded)), 0.8 * recorded.target.memory),
      expect: expected(owner, "ContainerResourcesNotAsRecorded", "warning", 64),
    },
    {
      title: "somebody gives a workload that the autoscaler resizes twice its memory as a limit",
      change: becomes(kube_pod_container_resource_limits(ofContainer(resized)), 2 * resized.target.memory),
      expect: expected(resized.component, "ContainerLimitFarFromRequest", "warning", 64),
    },
    {
      title: "the recommender has lost what it knew",
      change: goes(target(named(evicted))),
      expect: expected(evicted.component, "VerticalAutoscalerWithoutRecommendation", "warning", 64),
    },
    {
      title: "a workload was renamed, and its autoscaler was not",
      change: together(
        goes(target(named(resized))),
        appears("kube-state-metrics", condition({ ...whole(resized), condition: "ConfigUnsupported" }), still(1)),
      ),
      expect: expected(resized.component, "VerticalAutoscalerTargetUnusable", "warning", 64),
    },
    {
      title: "a node came back with an old kubelet",
      change: together(
        goes(kube_node_info({ node: node.name })),
        appears(
          "kube-state-metrics",
          kube_node_info({
            node: node.name,
            kernel_version: "6.12.0",
            os_image: "Linux",
            container_runtime_version: "containerd://2.1",
            kubelet_version: "v1.32.4",
            kubeproxy_version: "deprecated",
            system_uuid: node.uid,
            internal_ip: node.address,
          }),
          still(1),
        ),
      ),
      expect: platform("VerticalAutoscalerInPlaceUnsupported", "warning", 64),
    },
    {
      title: "a workload whose pods the autoscaler evicts was scaled down to one",
      change: becomes(kube_deployment_spec_replicas({ namespace: evicted.namespace, deployment: evicted.about.name }), 1),
      expect: expected(evicted.component, "VerticalAutoscalerEvictsSingleReplica", "warning", 64),
    },
    {
      title: "the chart of a database brings an autoscaler of its own",
      change: appears("kube-state-metrics", updateMode({ ...whole(evicted), namespace: excluded, update_mode: "Recreate" }), still(1)),
      expect: expected(componentOfNamespace(namespaceMap(site), excluded), "VerticalAutoscalerWhereExcluded", "warning", 20),
    },
  ];
};
