import { GIB } from "../../../lib/bytes";
import { around, counts, never, still, taking } from "../../../lib/world/course";
import { by, each, type HealthyMetrics, healthy } from "../../../lib/world/healthy";
import { type insertMetrics, metricsStoreSeries, type selectMetrics, type storageMetrics } from "../series/metrics-store";
import { processHealthy } from "./process";

const PARTS = ["storage/inmemory", "storage/small", "storage/big", "indexdb/file"];
const KEPT = ["storage/hour_metric_ids", "storage/tsid", "storage/metricName", "indexdb/dataBlocks"];
const ASKED = ["promql/parse", "promql/rollupResult"];
const PATH = "/storage";

const caches = (types: readonly string[]) => ({
  vm_cache_entries: each(types, (type) => ({ type }), around(60_000, 500)),
  vm_cache_size_bytes: each(types, (type) => ({ type }), around(60e6, 1e6)),
  vm_cache_size_max_bytes: each(types, (type) => ({ type }), still(200e6)),
});

export const insertHealthy = (): HealthyMetrics<typeof insertMetrics> => ({
  vm_concurrent_insert_capacity: still(8),
  vm_concurrent_insert_current: still(0),
  vm_concurrent_insert_limit_timeout_total: never,
  vm_rows_ignored_total: by("reason", { too_many_labels: never, too_long_label_value: never }),
  vm_rows_inserted_total: by("type", { promremotewrite: counts(2000) }),
});

export const selectHealthy = (): HealthyMetrics<typeof selectMetrics> => ({
  ...caches(ASKED),
  vm_deduplicated_samples_total: by("type", { select: counts(1) }),
  vm_concurrent_select_limit_timeout_total: never,
  vm_request_duration_seconds: by("path", { "/api/v1/query": taking(2, 0.004), "/api/v1/query_range": taking(0.2, 0.05) }),
  vm_slow_queries_total: never,
});

export const storageHealthy = (): HealthyMetrics<typeof storageMetrics> => ({
  ...caches(KEPT),
  vm_deduplicated_samples_total: by("type", { merge: counts(1) }),
  vm_rows_added_to_storage_total: counts(2000),
  vm_rows_ignored_total: by("reason", { nan_value: never, big_timestamp: never, small_timestamp: never }),
  vm_slow_row_inserts_total: counts(0.5),
  vm_new_timeseries_created_total: counts(0.1),
  vm_data_size_bytes: each(PARTS, (type) => ({ type }), around(3 * GIB, GIB / 100)),
  vm_rows: each(PARTS, (type) => ({ type }), around(4e9, 1e6)),
  vm_free_disk_space_bytes: each([PATH], (path) => ({ path }), around(300 * GIB, GIB / 10)),
  vm_free_disk_space_limit_bytes: each([PATH], (path) => ({ path }), still(10_000_000)),
  vm_total_disk_space_bytes: each([PATH], (path) => ({ path }), still(312 * GIB)),
  vm_storage_is_read_only: each([PATH], (path) => ({ path }), still(0)),
  vm_indexdb_items_dropped_total: by("reason", { too_long_item: never }),
  vm_missing_tsids_for_metric_id_total: never,
});

/** One program has the series of all three; of a name that two of them give it has both sets. */
export const metricsStoreHealthy = healthy(metricsStoreSeries, () => ({
  ...processHealthy(),
  ...insertHealthy(),
  ...selectHealthy(),
  ...storageHealthy(),
  ...caches([...KEPT, ...ASKED]),
  vm_deduplicated_samples_total: by("type", { merge: counts(1), select: counts(1) }),
}));
