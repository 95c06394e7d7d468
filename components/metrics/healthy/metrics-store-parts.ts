import { counts, never, still } from "../../../lib/world/course";
import { by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { vminsertSeries, vmselectSeries, vmstorageSeries } from "../series/metrics-store-parts";
import { insertHealthy, selectHealthy, storageHealthy } from "./metrics-store";
import { processHealthy } from "./process";

const ADDRESSES = [0, 1, 2].map((index) => `vmstorage-belfry-${index}.vmstorage-belfry.monitoring:8400`);
const sent = (addr: string) => ({ name: "vminsert", addr, rpc_call: "metric_rows" });
const asked = (addr: string) => ({ name: "vmselect", type: "rpcClient", addr: addr.replace(":8400", ":8401") });

export const vminsertHealthy = healthy(vminsertSeries, () => ({
  ...processHealthy(),
  ...insertHealthy(),
  vm_rpc_vmstorage_is_reachable: each(ADDRESSES, sent, still(1)),
  vm_rpc_vmstorage_is_read_only: each(ADDRESSES, sent, still(0)),
  vm_rpc_connection_errors_total: each(ADDRESSES, sent, never),
  vm_rpc_dial_errors_total: each(ADDRESSES, sent, never),
  vm_rpc_handshake_errors_total: each(ADDRESSES, sent, never),
  vm_rpc_rows_dropped_on_overload_total: each(ADDRESSES, sent, never),
  vm_rpc_rows_incompletely_replicated_total: by("name", { vminsert: never }),
  vm_rpc_rows_rerouted_from_here_total: each(ADDRESSES, sent, never),
  vm_rpc_rows_sent_total: each(ADDRESSES, sent, counts(700)),
  vm_rpc_send_duration_seconds_total: each(ADDRESSES, sent, counts(0.02)),
}));

export const vmselectHealthy = healthy(vmselectSeries, () => ({
  ...processHealthy(),
  ...selectHealthy(),
  vm_requests_total: eachBy(ADDRESSES, asked, "action", { search: counts(2), labelNames: counts(0.01) }),
  vm_request_errors_total: eachBy(ADDRESSES, asked, "action", { search: never, labelNames: never }),
  vm_partial_results_total: eachBy(["vmselect"], (name) => ({ name }), "action", { search: never, labelNames: never }),
}));

export const vmstorageHealthy = healthy(vmstorageSeries, () => ({
  ...processHealthy(),
  ...storageHealthy(),
  vm_vmselect_concurrent_requests_limit_timeout_total: by("addr", { ":8401": never }),
}));
