import { jobsAt } from "../components/batch/jobs/at-site";
import { controllerManagerExporter } from "../components/control-plane/exporters";
import { exporterShell } from "../components/exporters/chart";
import { CURATED_SERIES } from "../components/exporters/curated";
import { clusterDns, exporterConnections, objectStateExporter } from "../components/exporters/network";
import { absentSystemd, EXPORTER_JOBS, exporterScrapes } from "../components/exporters/scrapes";
import { fullClaim } from "../components/metrics/capacity";
import { apiServerPage } from "../dashboards/Cluster/k8s-apiserver";
import { clusterCompute } from "../dashboards/Cluster/k8s-cluster";
import { clusterDnsPage } from "../dashboards/Cluster/k8s-coredns";
import { kubeletPage } from "../dashboards/Cluster/k8s-kubelet";
import { namespacePods } from "../dashboards/Cluster/k8s-namespace-pods";
import { namespaceWorkloads } from "../dashboards/Cluster/k8s-namespace-workloads";
import { onePod } from "../dashboards/Cluster/k8s-pod";
import { workload } from "../dashboards/Cluster/k8s-workload";
import { nodeClock } from "../dashboards/Nodes/node-clock";
import { nodeDetail } from "../dashboards/Nodes/node-detail";
import { nodeHardware } from "../dashboards/Nodes/node-hardware";
import { nodeNetwork } from "../dashboards/Nodes/node-network";
import { nodeUse } from "../dashboards/Nodes/node-use";
import { storageStall } from "../dashboards/Nodes/storage-stall";
import { secNetworkPolicy } from "../dashboards/Security/sec-network-policy";
import { storageClaims } from "../dashboards/Storage/storage-claims";
import { jobOf } from "../lib/metrics/observed";
import type { Scrape } from "../lib/metrics/scrape";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { CHART_EXPORTERS, isOff } from "../lib/site/sections/scrapes";
import { apiServer } from "../rules/api-server";
import { claims } from "../rules/claims";
import { clusterDns as clusterDnsRules } from "../rules/cluster-dns";
import { jobs } from "../rules/jobs";
import { kubelets } from "../rules/kubelets";
import { leftOver } from "../rules/left-over";
import { networkPolicies } from "../rules/network-policies";
import { nodes } from "../rules/nodes";
import { nodesDisk } from "../rules/nodes-disk";
import { nodesHardware } from "../rules/nodes-hardware";
import { nodesLoad } from "../rules/nodes-load";
import { nodesNetwork } from "../rules/nodes-network";
import { nodesServices } from "../rules/nodes-services";
import { nodesState } from "../rules/nodes-state";
import { objectStates } from "../rules/object-states";
import { pods } from "../rules/pods";
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
    const all = exporterScrapes(site, scraped);
    const off = CHART_EXPORTERS.filter((name) => isOff(name, site.scrapes?.off));
    const isHere = ({ name }: Scrape) => !off.some((one) => one === name);
    const scrapes = all.filter(isHere);
    const withoutSystemd = absentSystemd(site);
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
        charts: [exporterShell(site, scrapes)],
        workloads: off.includes(EXPORTER_JOBS.clusterDns.job) ? [exporter] : Object.values(scraped),
        connections: exporterConnections(site, scraped),
        scrapes,
        absentExporters: [
          ...all
            .filter((one) => !isHere(one))
            .map(({ name, series }) => ({ name, series, until: "scrapes.off names it", isOff: true as const })),
          ...(withoutSystemd === undefined ? [] : [withoutSystemd]),
        ],
        curated: CURATED_SERIES,
        get withheld() {
          if (withoutSystemd === undefined) return [];
          const { name: exporter, until } = withoutSystemd;
          return withheld({ exporter, until }, [nodesServices(EXPORTER_JOBS.nodes)]);
        },
        dashboards: [
          clusterCompute,
          namespaceWorkloads,
          namespacePods,
          workload,
          onePod,
          apiServerPage({ ...EXPORTER_JOBS, controllers: jobOf(controllerManagerExporter) }),
          kubeletPage(EXPORTER_JOBS.kubelet),
          clusterDnsPage(EXPORTER_JOBS.clusterDns),
          storageStall,
          nodeDetail,
          nodeUse,
          nodeHardware(site),
          nodeNetwork,
          nodeClock,
          storageClaims,
          secNetworkPolicy,
        ],
        // built only where somebody reads them
        get rules() {
          return [
            nodes(site, EXPORTER_JOBS.nodes),
            nodesState(EXPORTER_JOBS),
            nodesDisk(EXPORTER_JOBS.nodes),
            nodesLoad(EXPORTER_JOBS.nodes),
            nodesNetwork(EXPORTER_JOBS.nodes),
            nodesHardware(EXPORTER_JOBS.nodes),
            ...(withoutSystemd === undefined ? [nodesServices(EXPORTER_JOBS.nodes)] : []),
            networkPolicies(site),
            workloads(site, fullClaim(site)),
            pods(site),
            jobs(site, { namespace: site.namespaces.monitoring, names: jobsAt(site).map(({ job }) => job.script) }),
            claims(site),
            leftOver(site),
            nodeRecordings(site, EXPORTER_JOBS),
            workloadRecordings(site, EXPORTER_JOBS),
            apiServer(EXPORTER_JOBS.apiServer),
            kubelets(EXPORTER_JOBS.kubelet),
            clusterDnsRules(EXPORTER_JOBS.clusterDns),
            objectStates(EXPORTER_JOBS),
          ];
        },
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
