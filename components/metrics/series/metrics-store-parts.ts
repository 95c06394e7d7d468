import { counter, declareSeries, gauge, unconfirmed } from "../../../lib/series";
import { insertMetrics, selectMetrics, storageMetrics } from "./metrics-store";
import { processMetrics } from "./process";

/** A storage node, as the part that calls it knows it. */
const NODE = ["name", "addr"] as const;
/** What a writer sends it: samples, or texts about them. */
const SENT = [...NODE, "rpc_call"] as const;

/*
 * The parts of a clustered store under `scale: cluster`. No registry has them, so what they tell of each other was read in their sources
 * (tag v1.150.0-cluster: app/vminsert/netstorage, app/vmselect/netstorage, lib/vmselectapi) and not seen.
 */

/** Series of what takes the samples and spreads them over the storage nodes. */
export const vminsertSeries = declareSeries({
  ...processMetrics,
  ...insertMetrics,
  vm_rpc_vmstorage_is_reachable: unconfirmed(gauge("flag", "0 while a storage node takes nothing.", ...SENT)),
  vm_rpc_vmstorage_is_read_only: unconfirmed(gauge("flag", "1 while a storage node says that it is read-only.", ...SENT)),
  vm_rpc_connection_errors_total: unconfirmed(counter("count", "Connections to a storage node that broke.", ...SENT)),
  vm_rpc_dial_errors_total: unconfirmed(counter("count", "Connections to a storage node that did not come about.", ...SENT)),
  vm_rpc_handshake_errors_total: unconfirmed(counter("count", "Storage nodes that did not answer as one does.", ...SENT)),
  vm_rpc_rows_dropped_on_overload_total: unconfirmed(counter("count", "Samples dropped because a storage node is too slow.", ...SENT)),
  vm_rpc_rows_incompletely_replicated_total: unconfirmed(counter("count", "Samples kept on fewer nodes than they should be.", "name")),
  vm_rpc_rows_rerouted_from_here_total: unconfirmed(counter("count", "Samples that another storage node had to take.", ...SENT)),
  vm_rpc_rows_sent_total: unconfirmed(counter("count", "Samples sent to a storage node.", ...SENT)),
  vm_rpc_send_duration_seconds_total: unconfirmed(counter("seconds", "Time spent on sending to a storage node.", ...SENT)),
});

/** Series of what asks the storage nodes for queries. */
export const vmselectSeries = declareSeries({
  ...processMetrics,
  ...selectMetrics,
  vm_requests_total: unconfirmed(counter("count", "Requests to a storage node.", "action", "type", ...NODE)),
  vm_request_errors_total: unconfirmed(counter("count", "Requests to a storage node that failed.", "action", "type", ...NODE)),
  vm_partial_results_total: unconfirmed(counter("count", "Answers that lack what a storage node did not give.", "action", "name")),
});

/** Series of a storage node. */
export const vmstorageSeries = declareSeries({
  ...processMetrics,
  ...storageMetrics,
  vm_vmselect_concurrent_requests_limit_timeout_total: unconfirmed(
    counter("count", "Queries that waited for others at a storage node until their time was up.", "addr"),
  ),
});
