import { exporterShell } from "../components/exporters/chart";
import { clusterDns, exporterConnections, objectStateExporter } from "../components/exporters/network";
import { EXPORTER_JOBS, exporterScrapes } from "../components/exporters/scrapes";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { nodes } from "../rules/nodes";
import { nodeRecordings } from "../rules/recordings-nodes";
import { workloadRecordings } from "../rules/recordings-workloads";
import { workloads } from "../rules/workloads";

/** The upstream exporters of nodes and of the cluster's objects, and the rules on what they tell. */
export const exporters: Part = {
  name: "exporters",
  at: (site) => {
    const { exporters: namespace, orchestrator } = site.namespaces;
    const exporter = objectStateExporter(site);
    const scraped = { objects: exporter, clusterDns: clusterDns(site) };
    return {
      declares: {
        namespaces: [
          {
            name: namespace,
            podSecurity: {
              level: "privileged",
              because: "node exporter reads the host's /proc, /sys and file systems and listens on the host's network",
            },
          },
        ],
        charts: [exporterShell(site)],
        workloads: Object.values(scraped),
        connections: exporterConnections(site, scraped),
        scrapes: exporterScrapes(site, scraped),
        rules: [nodes(site), workloads(site), nodeRecordings(site, EXPORTER_JOBS), workloadRecordings(site, EXPORTER_JOBS)],
      },
      bundles: ({ paths }) => [
        {
          name: "monitoring-exporters",
          namespace,
          build: (bundle) => workloadPolicy(bundle, exporter, paths, orchestrator),
        },
      ],
    };
  },
};
