import { KINDS } from "../../lib/kubernetes/kinds";
import type { Prerequisite } from "../../lib/platform/installation";

/** The first that has resizing in place behind no feature gate, and the oldest kubelets that can (docs/features.md, docs/installation.md of the autoscaler). */
export const IN_PLACE_AT_LEAST = { autoscaler: "1.6.0", kubernetesMinor: 33 } as const;

/** Facts of the release: vertical-pod-autoscaler, docs/flags.md, docs/features.md, docs/known-limitations.md. */
export const autoscaler: Prerequisite = {
  name: "Vertical Pod Autoscaler",
  release: "1.7.1",
  group: KINDS.VerticalPodAutoscaler.group,
  settings: [
    `All three of its parts run: recommender, updater and admission controller. ${IN_PLACE_AT_LEAST.autoscaler} is the oldest release that resizes in place without a feature gate, on Kubernetes 1.${IN_PLACE_AT_LEAST.kubernetesMinor} or later (1.35, where it is no longer beta, is what belfry is made for).`,
    "The recommender has `--pod-recommendation-min-memory-mb=32` and `--pod-recommendation-min-cpu-millicores=10`: by default it never recommends less than 250 MB and 25 millicores for a pod, several times what small ones take.",
    "It asks metrics-server (`metrics.k8s.io`) what pods use.",
    "Nobody else makes a VerticalPodAutoscaler for these workloads, the metrics operator included (`VM_VPA_API_ENABLED` unset): nobody can say what two do to the same pods.",
  ],
};
