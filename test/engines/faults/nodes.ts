import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { nodeExporterSeries } from "../../../components/exporters/series/node-exporter";
import { minutes } from "../../../lib/duration";
import { becomes, countsFaster, goes, startsAgain, targetFails, targetGoes, targets } from "../../../lib/world/fault";
import { comesAndGoes } from "./comes-and-goes";
import { type Expected, type Faults, platform } from "./fault";
import { nodeVanishes } from "./orchestrator";

/** A fault of a node, which the platform is told of. */
export const warning = (alert: string, within: number, more: Partial<Expected> = {}): Expected => platform(alert, "warning", within, more);

export const nodeFaults: Faults = ({ cluster: { nodes } }) => {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a cluster has nodes");
  const instance = `${first.address}:9100`;
  return [
    {
      title: "a node's memory runs short, and its tasks wait half of the time",
      change: countsFaster(nodeExporterSeries.node_pressure_memory_stalled_seconds_total({ instance }), 0.5),
      expect: warning("NodeMemoryStallPSI", 10),
    },
    {
      title: "the router's memory runs short",
      change: countsFaster(nodeExporterSeries.node_pressure_memory_stalled_seconds_total({ job: "router" }), 0.5),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "a node was booted again, and counts from zero",
      change: startsAgain(nodeExporterSeries.node_pressure_memory_stalled_seconds_total({ instance })),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "a node's kernel was updated to one without pressure counters",
      change: goes(nodeExporterSeries.node_pressure_memory_stalled_seconds_total({ instance })),
      expect: warning("NodePressureMissing", 20),
    },
    {
      title: "a node exporter does not answer",
      change: targetFails(targets({ job: "node-exporter", instance })),
      expect: warning("NodeExporterDown", 12),
    },
    {
      title: "the node exporters' Service was removed",
      change: targetGoes(targets({ job: "node-exporter" })),
      expect: warning("NodeExporterDown", 12),
    },
    {
      title: "somebody gave every container of a node three processors",
      change: becomes(kubeStateMetricsSeries.kube_pod_container_resource_limits({ resource: "cpu", node: first.name }), 3),
      // the workloads' own components are told that their limits are no longer those that they declare
      expect: warning("KubeCPUOvercommit", 12, { others: ["ContainerLimitFarFromRequest", "ContainerResourcesNotAsRecorded"] }),
    },
    {
      title: "a node is off",
      change: nodeVanishes(last),
      expect: platform("NodeDown", "critical", 8, {
        others: ["DeploymentUnavailable", "StatefulSetShort", "BoilerBridgeDown", "UpsExporterDown", "ClusterDnsDown"],
      }),
    },
    {
      title: "a node is off for eight minutes of fifteen: its power supply is loose",
      change: comesAndGoes(minutes(8), minutes(15), nodeVanishes(last)),
      expect: platform("NodeDown", "critical", 8, {
        others: ["DeploymentUnavailable", "StatefulSetShort", "BoilerBridgeDown", "UpsExporterDown", "ClusterDnsDown"],
      }),
    },
  ];
};
