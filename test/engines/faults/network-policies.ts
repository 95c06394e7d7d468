import { kubeStateMetricsSeries as kube } from "../../../components/exporters/series/kube-state-metrics";
import { goes, together } from "../../../lib/world/fault";
import { expected, type Faults } from "./fault";

/** What keeps namespaces apart. */
export const networkPolicyFaults: Faults = ({ cluster: { pods } }) => {
  const owned = pods.find(({ app }) => app.component === "Websites");
  if (owned === undefined) throw new Error("the world has no pod of Websites");
  const { namespace } = owned;
  return [
    {
      title: "the CD tool prunes the policies of a namespace",
      change: together(
        goes(kube.kube_networkpolicy_created({ namespace })),
        goes(kube.kube_networkpolicy_spec_ingress_rules({ namespace })),
        goes(kube.kube_networkpolicy_spec_egress_rules({ namespace })),
      ),
      expect: expected("Websites", "NetworkPoliciesGone", "warning", 12),
    },
  ];
};
