import { autoscalers } from "../components/autoscaling/autoscaler";
import { autoscaler } from "../components/autoscaling/prerequisite";
import { autoscalingCautions, autoscalingSetup, excludedNamespaces, recordedContainers } from "../components/autoscaling/setup";
import { vpaRecommendations } from "../dashboards/Cluster/vpa-recommendations";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { autoscaling as autoscalingRules } from "../rules/autoscaling";

const NAME = "autoscaling";
const BUNDLE = "monitoring-autoscaling";

/** What brings the rules that not every site with the section has. */
const MORE = "record containers in its workloads, and name namespaces in its excluded";

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
  name: NAME,
  // with every alert there is
  dormant: (site) =>
    withheld({ exporter: NAME, until: "write the section autoscaling", dashboards: [vpaRecommendations.uid] }, [
      autoscalingRules(site, EVERYTHING),
    ]),
  at: (site) => {
    const section = site.autoscaling;
    if (section === undefined) return undefined;
    const excluded = excludedNamespaces(site);
    const recorded = recordedContainers(section);
    const rules = [autoscalingRules(site, { excluded, recorded })];
    const lacksNothing = excluded.length > 0 && recorded.length > 0;
    return {
      declares: {
        prerequisites: [autoscaler],
        outsideSetups: [autoscalingSetup(site, section)],
        cautions: autoscalingCautions(section),
        sections: [{ section: "autoscaling", bundles: section.workloads.length > 0 ? [BUNDLE] : [], credentials: [] }],
        rules,
        dashboards: [vpaRecommendations],
        withheld: lacksNothing ? [] : withheld({ exporter: NAME, until: MORE }, [autoscalingRules(site, EVERYTHING)], rules),
      },
      bundles: () =>
        section.workloads.length === 0
          ? []
          : [{ name: BUNDLE, namespace: site.namespaces.monitoring, build: (bundle) => autoscalers(bundle, site, section) }],
    };
  },
};
