import { foreignConnections, foreignJobs, foreignPages } from "../components/batch/foreign";
import { gatewayWorkload, pushgateway } from "../components/batch/gateway/construct";
import { gatewayScrapes } from "../components/batch/gateway/scrapes";
import { jobConnections, jobsAt, jobWorkload, ownJob, runJob } from "../components/batch/jobs/at-site";
import { pushedAt } from "../components/batch/pushed-at";
import { scrapeObject } from "../lib/metrics/scrape-object";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { backups } from "../rules/backups";
import { batch as batchRules } from "../rules/batch";

/** What runs by the clock and tells of it: the Pushgateway, the jobs that this site has something for, and those of others. */
export const batch: Part = {
  name: "batch",
  at: (site) => {
    const { monitoring: namespace, orchestrator } = site.namespaces;
    const gateway = gatewayWorkload(site);
    const running = jobsAt(site);
    const workloads = [gateway, ...running.map((one) => jobWorkload(one, site))];
    const batchJobs = [...running.map((one) => ownJob(one, site)), ...foreignJobs(site)];
    const { given, absent } = pushedAt(site, batchJobs);
    const credentials = [...new Map(running.flatMap(({ pod }) => pod.credentials).map((one) => [one.name, one])).values()];
    const scrapes = gatewayScrapes(gateway, given);
    return {
      declares: {
        workloads,
        connections: [...running.flatMap((one) => jobConnections(one, site)), ...foreignConnections(site)],
        credentials,
        scrapes: Object.values(scrapes),
        absentExporters: absent,
        batchJobs,
        rules: [batchRules(scrapes.itself, batchJobs, namespace), backups()],
        outsideSetups: foreignPages(site),
        // the gateway and the cadence map stay
        sections: site.batch === undefined ? [] : [{ section: "batch", bundles: [], credentials }],
      },
      bundles: ({ paths }) => [
        {
          name: "monitoring-batch",
          namespace,
          build: (bundle) => {
            pushgateway(bundle, site);
            for (const one of running) runJob(bundle, one, site);
            for (const workload of workloads) workloadPolicy(bundle, workload, paths, orchestrator);
            scrapeObject(bundle, scrapes.itself, namespace);
          },
        },
      ],
    };
  },
};
