import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { nodeExporterSeries } from "../../../components/exporters/series/node-exporter";
import { hours, minutes } from "../../../lib/duration";
import { START } from "../../../lib/world/course";
import { becomes, type Change, later, startsAgain, targetFails, targets, together } from "../../../lib/world/fault";
import { comesAndGoes } from "./comes-and-goes";
import type { Faults } from "./fault";
import { warning } from "./nodes";

const { kube_node_spec_unschedulable, kube_node_status_condition } = kubeStateMetricsSeries;
const { node_boot_time_seconds, node_cpu_seconds_total, node_pressure_memory_stalled_seconds_total } = nodeExporterSeries;

type Status = "true" | "false" | "unknown";

/** What the cluster says of a node changes. */
const says = (node: string, condition: string, holds: Status): Change =>
  together(
    ...(["true", "false", "unknown"] as const).map((status) =>
      becomes(kube_node_status_condition({ node, condition, status }), status === holds ? 1 : 0),
    ),
  );

/** It is booted at that moment, and counts from zero. */
const boots = (instance: string): Change => {
  const on = { job: "node-exporter", instance };
  return together(
    (world, from) => becomes(node_boot_time_seconds(on), START + from)(world, from),
    startsAgain(node_cpu_seconds_total(on)),
    startsAgain(node_pressure_memory_stalled_seconds_total(on)),
  );
};

export const nodeStateFaults: Faults = ({ cluster: { nodes } }) => {
  const [first] = nodes;
  if (first === undefined) throw new Error("a cluster has nodes");
  const { name: node, address } = first;
  const instance = `${address}:9100`;
  const own = (job: string) => targets(job === "kubelet" ? { job, node } : { job, instance });
  const isCordoned = becomes(kube_node_spec_unschedulable({ node }), 1);
  return [
    {
      title: "a node was drained for its update and does not boot",
      change: together(
        isCordoned,
        later(minutes(2), together(targetFails(own("kubelet")), targetFails(own("node-exporter")), says(node, "Ready", "unknown"))),
      ),
      expect: warning("NodeMaintenanceOverdue", 65, { never: ["NodeDown", "NodeUnreachable", "NodeNotReady"] }),
    },
    {
      title: "a node is drained, updated and booted within ten minutes",
      change: together(
        isCordoned,
        later(minutes(4), together(boots(instance), says(node, "Ready", "unknown"))),
        later(minutes(8), says(node, "Ready", "true")),
        later(minutes(10), becomes(kube_node_spec_unschedulable({ node }), 0)),
      ),
      expect: { nothingFor: hours(2) },
    },
    {
      title: "a kubelet hangs for nine minutes of fifteen",
      change: comesAndGoes(
        minutes(9),
        minutes(15),
        together(targetFails(own("kubelet")), later(minutes(1), says(node, "Ready", "unknown"))),
      ),
      expect: warning("KubeletUnreachable", 8),
    },
    {
      title: "the network plugin of a node does not start",
      change: says(node, "Ready", "false"),
      expect: warning("NodeNotReady", 12, { never: ["NodeDown", "NodeUnreachable"] }),
    },
    {
      title: "a kubelet has died, and its machine runs on",
      change: together(targetFails(own("kubelet")), later(minutes(1), says(node, "Ready", "unknown"))),
      expect: warning("NodeUnreachable", 10, { never: ["NodeDown", "NodeExporterDown"] }),
    },
    {
      title: "a bad cable: a node is ready and not ready by turns",
      change: together(
        ...[0, 5, 11, 17].flatMap((minute) => [
          later(minutes(minute), says(node, "Ready", "unknown")),
          later(minutes(minute + 2), says(node, "Ready", "true")),
        ]),
      ),
      expect: warning("NodeReadinessFlapping", 10),
    },
    {
      title: "images fill the disk of a node, and its kubelet evicts pods",
      change: says(node, "DiskPressure", "true"),
      expect: warning("NodeConditionPressure", 4),
    },
    {
      title: "somebody cordoned a node and forgot it",
      change: isCordoned,
      expect: warning("NodeCordonedLong", 8 * 60 + 5),
    },
    {
      title: "a node crashes and boots again within two minutes",
      change: later(minutes(2), boots(instance)),
      expect: warning("NodeRebootedUnexpectedly", 10),
    },
  ];
};
