import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import type { SeriesSet } from "../lib/alerts/proof";

/** A pod for proofs, as kube-state-metrics names one. */
export const POD = { namespace: "git", pod: "git-0", uid: "0d3c8f2e-6a41-4c0b-9a57-2f1d7e5b9c10" };

/** The phase of {@link POD}: kube-state-metrics gives a sample for each, 1 for the pod's and 0 for the others. */
export function inPhase(phase: "Pending" | "Running" | "Succeeded"): SeriesSet {
  const of = (one: string) => [kubeStateMetricsSeries.kube_pod_status_phase({ ...POD, phase: one }), one === phase ? "1x20" : "0x20"];
  return Object.fromEntries(["Pending", "Running", "Succeeded", "Failed", "Unknown"].map(of));
}
