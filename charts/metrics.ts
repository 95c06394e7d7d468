import { kubeletScrapes } from "../components/exporters/scrapes";
import { metricsAgent } from "../components/metrics/agent";
import { agentToken, logStoreReceiver } from "../components/metrics/curated";
import { ruleEvaluator } from "../components/metrics/evaluator";
import { metricsConnections } from "../components/metrics/network";
import { metricsOperator } from "../components/metrics/prerequisite";
import { FREE_SHARE, storeCautions } from "../components/metrics/room";
import { metricsScrapes } from "../components/metrics/scrapes";
import { metricsStore } from "../components/metrics/store";
import { metricsWorkloads } from "../components/metrics/workloads";
import { exportersHealth } from "../dashboards/Metrics Store/exporters-health";
import { vmAgent } from "../dashboards/Metrics Store/vm-agent";
import { vmAlert } from "../dashboards/Metrics Store/vm-alert";
import { vmCardinality } from "../dashboards/Metrics Store/vm-cardinality";
import { vmSingle } from "../dashboards/Metrics Store/vm-single";
import { VM_OPERATOR } from "../lib/metrics/operator";
import { scrapeObject } from "../lib/metrics/scrape-object";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { metricsAgent as agentRules } from "../rules/metrics-agent";
import { metricsEvaluator as evaluatorRules } from "../rules/metrics-evaluator";
import { metricsPrograms } from "../rules/metrics-programs";
import { metricsStore as storeRules } from "../rules/metrics-store";
import { metricsStoreParts } from "../rules/metrics-store-parts";

/** The agent that scrapes, the store that keeps, the evaluator that judges. */
export const metrics: Part = {
  name: "metrics",
  at: (site) => {
    const { monitoring: namespace, orchestrator } = site.namespaces;
    const plane = metricsWorkloads(site);
    const { parts, ...ends } = plane;
    const workloads = [...Object.values(ends), ...Object.values(parts ?? {})];
    const own = metricsScrapes(plane);
    const scrapes = [...own.all, ...kubeletScrapes(site)];
    const ofParts = metricsStoreParts({ ...own.store, front: own.store.front ?? own.store.storage });
    const partRules = own.store.front === undefined ? [] : [ofParts];
    return {
      declares: {
        agent: plane.agent,
        workloads,
        connections: metricsConnections(site, plane),
        scrapes,
        ingestTokens: [agentToken(site)],
        rules: [
          storeRules(own.store, own.agent, FREE_SHARE),
          ...partRules,
          agentRules(own.agent),
          evaluatorRules(own.evaluator),
          metricsPrograms(own.programs, own.reloaders),
        ],
        withheld: withheld({ exporter: "a clustered store", until: "write scale: cluster" }, [ofParts], partRules),
        dashboards: [vmSingle(own.store), vmAgent(own.agent), vmAlert(own.evaluator), vmCardinality(own.store), exportersHealth],
        operators: [VM_OPERATOR],
        prerequisites: [metricsOperator],
        cautions: storeCautions(site),
      },
      bundles: ({ paths, curated }) => [
        {
          name: "monitoring-metrics",
          namespace,
          build: (bundle) => {
            metricsStore(bundle, site, plane.front);
            metricsAgent(bundle, site, logStoreReceiver(site, curated));
            ruleEvaluator(bundle, site);
            for (const workload of workloads) workloadPolicy(bundle, workload, paths, orchestrator);
            for (const scrape of scrapes) scrapeObject(bundle, scrape, namespace);
          },
        },
      ],
    };
  },
};
