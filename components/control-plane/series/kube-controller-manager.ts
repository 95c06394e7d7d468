import { kubernetesProgram, queueWorker } from "../../../lib/metrics/go-series";
import { counter, declareSeries, gauge } from "../../../lib/series";

/** Series of the controllers 1.35 that rules and dashboards may read (seen on a running kube-controller-manager 1.35.0). */
export const controllerManagerSeries = declareSeries({
  ...kubernetesProgram,
  ...queueWorker,
  leader_election_master_status: gauge("flag", "1 on the one that works, 0 on those that wait for it to end.", "name"),
  node_collector_evictions_total: counter("count", "Nodes whose pods were told to go.", "zone"),
  node_collector_unhealthy_nodes_in_zone: gauge("count", "Nodes that don't report.", "zone"),
  node_collector_zone_health: gauge("percent", "Nodes that report.", "zone"),
  node_collector_zone_size: gauge("count", "Nodes.", "zone"),
});
