import { kubernetesProgramHealthy, queueWorkerHealthy } from "../../../lib/world/built-in";
import { never, still } from "../../../lib/world/course";
import { by, each, healthy } from "../../../lib/world/healthy";
import { controllerManagerSeries } from "../series/kube-controller-manager";

const ZONES = ["zone-1"];

export const controllerManagerHealthy = healthy(controllerManagerSeries, (cluster, { index }) => {
  const zones = <Course extends object>(course: Course) => each(ZONES, (zone) => ({ zone }), course);
  return {
    ...kubernetesProgramHealthy(cluster, { mebibytes: 130, processors: 0.03 }),
    ...queueWorkerHealthy(["deployment", "replicaset", "job", "node_lifecycle_controller"]),
    leader_election_master_status: by("name", { "kube-controller-manager": still(index === 0 ? 1 : 0) }),
    node_collector_evictions_total: zones(never),
    node_collector_unhealthy_nodes_in_zone: zones(still(0)),
    node_collector_zone_health: zones(still(100)),
    node_collector_zone_size: zones(still(cluster.nodes.length)),
  };
});
