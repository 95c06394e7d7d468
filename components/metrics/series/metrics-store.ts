import { counter, declareSeries, gauge, summary } from "../../../lib/series";
import { processMetrics } from "./process";

/*
 * What the store tells of each of its works (seen on victoria-metrics 1.150, the single one). Of the clustered one each part does one of
 * them, from the same packages; which names are whose was read in app/ of its sources (tag v1.150.0-cluster).
 */

/** Of both that look at what is sent and that keep it. */
const refusedMetrics = {
  vm_rows_ignored_total: counter("count", "Samples refused.", "reason"),
};

/** Of both that ask and that keep. `storage/hour_metric_ids` counts the series of the last hour. */
const cacheMetrics = {
  vm_deduplicated_samples_total: counter("count", "Samples left out as duplicates.", "type"),
  vm_cache_entries: gauge("count", "Entries of a cache.", "type"),
  vm_cache_size_bytes: gauge("bytes", "Size of a cache.", "type"),
  vm_cache_size_max_bytes: gauge("bytes", "Most that a cache may take.", "type"),
};

/** What comes in. */
export const insertMetrics = {
  ...refusedMetrics,
  vm_concurrent_insert_capacity: gauge("count", "Most writes that run at a time."),
  vm_concurrent_insert_current: gauge("count", "Writes that run."),
  vm_concurrent_insert_limit_timeout_total: counter("count", "Writes that waited for others until their time was up."),
  vm_rows_inserted_total: counter("count", "Samples received, by protocol.", "type"),
};

/** What is asked. */
export const selectMetrics = {
  ...cacheMetrics,
  vm_concurrent_select_limit_timeout_total: counter("count", "Queries that waited for others until their time was up."),
  vm_request_duration_seconds: summary("seconds", "Time of a query.", "path"),
  vm_slow_queries_total: counter("count", "Queries that took longer than the configured bound."),
};

/** What is kept. */
export const storageMetrics = {
  ...refusedMetrics,
  ...cacheMetrics,
  vm_rows_added_to_storage_total: counter("count", "Samples stored."),
  vm_slow_row_inserts_total: counter("count", "Samples whose series was in no cache."),
  vm_new_timeseries_created_total: counter("count", "Series that were not there before."),
  vm_data_size_bytes: gauge("bytes", "Size of the data, by kind of part.", "type"),
  vm_rows: gauge("count", "Samples kept, by kind of part.", "type"),
  vm_free_disk_space_bytes: gauge("bytes", "What is left on the disk.", "path"),
  vm_free_disk_space_limit_bytes: gauge("bytes", "What has to be left on the disk for writes to be taken.", "path"),
  vm_total_disk_space_bytes: gauge("bytes", "Size of the disk.", "path"),
  vm_storage_is_read_only: gauge("flag", "1 while too little is left on the disk for writes to be taken.", "path"),
  vm_indexdb_items_dropped_total: counter("count", "Entries that were too long for the index.", "reason"),
  vm_missing_tsids_for_metric_id_total: counter("count", "Look-ups that the index had no answer to."),
};

/** Series of the metrics store that rules and dashboards may read, where one program does all of it. */
export const metricsStoreSeries = declareSeries({ ...processMetrics, ...insertMetrics, ...selectMetrics, ...storageMetrics });
