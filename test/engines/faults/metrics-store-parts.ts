import { vminsertSeries, vmselectSeries } from "../../../components/metrics/series/metrics-store-parts";
import { vmauthSeries } from "../../../components/metrics/series/vmauth";
import { minutes } from "../../../lib/duration";
import { becomes, countsFaster, later, targetFails, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const NODE = "vmstorage-belfry-1.vmstorage-belfry.monitoring:8400";
const { vm_rpc_vmstorage_is_reachable: reachable, vm_rpc_dial_errors_total: undialled } = vminsertSeries;
const { vmauth_unauthorized_user_request_backend_errors_total: backendErrors } = vmauthSeries;

/** What goes wrong between the parts of a clustered store: under `scale: cluster` alone. */
export const metricsStorePartsFaults: Faults = ({ targets: all }) => {
  const node = all.find(({ labels: { job } }) => job === "vmstorage-belfry");
  if (node === undefined) throw new Error("the world has no storage node");
  return [
    {
      title: "one of the storage nodes does not answer any more",
      change: targetFails(targets({ instance: node.labels.instance ?? "" })),
      expect: platform("MetricsStoreNodeLost", "warning", 12, { never: ["MetricsStoreDown"] }),
    },
    {
      title: "a network policy lets nobody write to a storage node any more",
      change: together(becomes(reachable({ addr: NODE }), 0), countsFaster(undialled({ addr: NODE }), 1)),
      expect: [platform("MetricsStoreNodeLost", "warning", 12), platform("MetricsStoreCallsFailing", "info", 17)],
    },
    {
      title: "a storage node is updated, and takes samples again after five minutes",
      change: together(
        becomes(reachable({ addr: NODE }), 0),
        countsFaster(undialled({ addr: NODE }), 1),
        later(minutes(5), together(becomes(reachable({ addr: NODE }), 1), countsFaster(undialled({ addr: NODE }), -1))),
      ),
      expect: { nothingFor: minutes(60) },
    },
    {
      title: "queries over years are cut off by a storage node",
      change: countsFaster(vmselectSeries.vm_request_errors_total({ action: "search" }), 1 / 30),
      expect: platform("MetricsStoreCallsFailing", "info", 17),
    },
    {
      title: "so few storage nodes take samples that each has one copy",
      change: countsFaster(vminsertSeries.vm_rpc_rows_incompletely_replicated_total(), 700),
      expect: platform("MetricsStoreCopiesMissing", "info", 17),
    },
    {
      title: "the proxy before the store is not let out to those that read",
      change: countsFaster(backendErrors(), 0.2),
      expect: platform("MetricsStoreFrontErrors", "warning", 17),
    },
    {
      title: "everybody asks at once, and the proxy turns them away",
      change: countsFaster(vmauthSeries.vmauth_concurrent_requests_limit_reached_total(), 0.2),
      expect: platform("MetricsStoreOverloaded", "warning", 17),
    },
    {
      title: "a route of the proxy can't be read",
      change: becomes(vmauthSeries.vmauth_config_last_reload_successful(), 0),
      expect: platform("MetricsStoreFrontConfigStale", "warning", 12),
    },
  ];
};
