import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { nodeExporterSeries } from "../../../components/exporters/series/node-exporter";
import { minutes } from "../../../lib/duration";
import { becomes, countsFaster, goes, startsAgain, targetFails, targetGoes, targets } from "../../../lib/world/fault";
import type { Expected, Faults } from "./fault";
import { nodeVanishes } from "./orchestrator";

const platform = (alert: string, within: number, more: Partial<Expected> = {}): Expected => ({
  alert,
  component: "Platform",
  severity: "warning",
  within: minutes(within),
  ...more,
});

export const nodeFaults: Faults = ({ cluster: { nodes } }) => {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a cluster has nodes");
  const instance = `${first.address}:9100`;
  return [
    {
      title: "a node's memory runs short, and its tasks wait half of the time",
      change: countsFaster(nodeExporterSeries.node_pressure_memory_stalled_seconds_total({ instance }), 0.5),
      expect: platform("NodeMemoryStallPSI", 10),
    },
    {
      title: "a node was booted again, and counts from zero",
      change: startsAgain(nodeExporterSeries.node_pressure_memory_stalled_seconds_total({ instance })),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "a node's kernel was updated to one without pressure counters",
      change: goes(nodeExporterSeries.node_pressure_memory_stalled_seconds_total({ instance })),
      expect: platform("NodePressureMissing", 20),
    },
    {
      title: "a node exporter does not answer",
      change: targetFails(targets({ job: "node-exporter", instance })),
      expect: platform("NodePressureMissing", 20),
    },
    {
      title: "the node exporters' Service was removed",
      change: targetGoes(targets({ job: "node-exporter" })),
      expect: platform("NodePressureMissing", 20),
    },
    {
      title: "somebody gave every container of a node three processors",
      change: becomes(kubeStateMetricsSeries.kube_pod_container_resource_limits({ resource: "cpu", node: first.name }), 3),
      expect: platform("KubeCPUOvercommit", 12),
    },
    {
      title: "a node is off",
      change: nodeVanishes(last),
      expect: platform("NodePressureMissing", 20, {
        others: ["DeploymentUnavailable", "StatefulSetShort", "BoilerBridgeDown", "UpsExporterDown"],
      }),
    },
  ];
};
