import { counter, declareSeries, gauge, unconfirmed } from "../../lib/series";

/** On each: what the process calls itself. `instance` and `cluster` are the target's and the agent's. */
const OWN = ["role?"] as const;
const STORED = [...OWN, "organization", "stream_type"] as const;

/**
 * Series of the log store that rules and dashboards may read (read in OpenObserve 0.92.2, src/config/src/metrics.rs, and not seen: it can't be
 * built here). What has labels of its own is absent until it first happens.
 */
export const logStoreSeries = declareSeries({
  zo_ingest_records: unconfirmed(counter("count", "Records that were taken.", ...STORED)),
  zo_ingest_bytes: unconfirmed(counter("bytes", "Size of the records that were taken.", ...STORED)),
  zo_ingest_errors: unconfirmed(counter("count", "Records that were refused.", ...STORED, "stream", "error_type")),
  zo_ingest_memtable_bytes: unconfirmed(gauge("bytes", "Records in memory that are in no file yet.", ...OWN)),
  zo_ingest_parquet_files: unconfirmed(gauge("count", "Files that are not in the object store yet.", ...STORED)),
  zo_storage_compressed_bytes: unconfirmed(gauge("bytes", "What is stored.", ...STORED)),
  zo_storage_records: unconfirmed(gauge("count", "Records that are stored.", ...STORED)),
  zo_query_timeout_nums: unconfirmed(counter("count", "Searches that took too long.", ...OWN, "organization")),
  zo_query_running_nums: unconfirmed(gauge("count", "Searches that run.", ...OWN, "organization")),
  zo_meta_num_nodes: unconfirmed(gauge("count", "Processes that know of each other.", ...OWN, "node_role")),
  zo_node_up: unconfirmed(gauge("flag", "1 while it runs.", ...OWN, "version")),
});
