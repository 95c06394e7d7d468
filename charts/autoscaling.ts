import { autoscalers } from "../components/autoscaling/autoscaler";
import { autoscaler } from "../components/autoscaling/prerequisite";
import { autoscalingCautions, autoscalingSetup, excludedNamespaces, recordedContainers } from "../components/autoscaling/setup";
import type { Part } from "../lib/platform/part";
import { autoscaling as autoscalingRules, OF_EXCLUDED, OF_RECORDED } from "../rules/autoscaling";

const BUNDLE = "monitoring-autoscaling";

/** A site that lacks nothing. */
const EVERYTHING = {
  excluded: ["databases"],
  recorded: [
    {
      namespace: "git",
      kind: "StatefulSet",
      workload: "git",
      container: "git",
      requests: { cpu: 1, memory: 2 ** 30 },
      limits: { cpu: 2, memory: 2 ** 31 },
    },
  ],
};

/** What the cluster's autoscaler is told of others' workloads, where there is one; our own stand beside their objects. */
export const autoscaling: Part = {
  name: "autoscaling",
  // with every alert there is
  dormant: (site) => [autoscalingRules(site, EVERYTHING)],
  at: (site) => {
    const section = site.autoscaling;
    if (section === undefined) return undefined;
    const excluded = excludedNamespaces(site);
    const recorded = recordedContainers(section);
    return {
      declares: {
        prerequisites: [autoscaler],
        outsideSetups: [autoscalingSetup(site, section)],
        cautions: autoscalingCautions(section),
        sections: [{ section: "autoscaling", bundles: section.workloads.length > 0 ? [BUNDLE] : [], credentials: [] }],
        rules: [autoscalingRules(site, { excluded, recorded })],
        dormantAlerts: [...(excluded.length > 0 ? [] : [OF_EXCLUDED]), ...(recorded.length > 0 ? [] : [OF_RECORDED])],
      },
      bundles: () =>
        section.workloads.length === 0
          ? []
          : [{ name: BUNDLE, namespace: site.namespaces.monitoring, build: (bundle) => autoscalers(bundle, site, section) }],
    };
  },
};
