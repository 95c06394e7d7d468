import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { byNamespace } from "../lib/alerts/owner";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { POD } from "./proof-pod";

const { kube_namespace_status_phase: phase, kube_networkpolicy_created: created } = kubeStateMetricsSeries;

/** What keeps namespaces apart. A namespace that never had a policy is somebody's choice. */
export function networkPolicies(site: Site): RuleBundle {
  // proofs
  const { namespace } = POD;
  const policy = (values: string, name = "default-deny"): SeriesSet => ({ [created({ namespace, networkpolicy: name })]: values });
  const active = (values = "1x2000"): SeriesSet => ({ [phase({ namespace, phase: "Active" })]: values });
  const lost = "1795740163x29 stale";
  const day = 29 + 24 * 60;
  return area("network-policies", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    alert("NetworkPoliciesGone", {
      expr: [
        `count by (namespace) (count_over_time(${created()}[1d])) unless on (namespace) count by (namespace) (${created()})`,
        `and on (namespace) max by (namespace) (${phase({ phase: "Active" })}) == 1`,
      ].join("\n"),
      for: minutes(10),
      summary: "Namespace {{ $labels.namespace }} has lost all of its network policies",
      description: "Whatever runs in the cluster may talk to its pods now, and they to anybody. It had {{ $value }} within a day.",
      fires: [after(minutes(40), { ...policy(lost), ...active() }), keptAfter(minutes(day - 1), { ...policy(lost), ...active() })],
      silent: [
        overAfter(minutes(day + 2), { ...policy(lost), ...active() }),
        after(minutes(45), { ...policy(lost), ...policy("1795740163x2000", "other"), ...active() }),
        after(minutes(45), { ...policy(lost), ...active("0x2000") }),
        after(minutes(45), { ...policy(lost), ...active("1x29 stale") }),
      ],
    }),
  ]);
}
