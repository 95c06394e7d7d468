import { GIB, MIB } from "../../lib/bytes";
import { around, counts, still } from "../../lib/world/course";
import { absent, each, healthy, told } from "../../lib/world/healthy";
import { logStoreSeries } from "./series";

const OWN = { role: "all" };

export const logStoreHealthy = healthy(logStoreSeries, () => {
  const stored = <Course extends object>(course: Course) =>
    each(["logs", "metrics", "traces"], (stream_type) => ({ ...OWN, organization: "default", stream_type }), course);
  return {
    zo_ingest_records: stored(counts(20)),
    zo_ingest_bytes: stored(counts(8000)),
    zo_ingest_errors: absent("nothing was refused"),
    zo_ingest_memtable_bytes: [[OWN, around(40 * MIB, 30 * MIB)]],
    zo_ingest_parquet_files: stored(around(6, 5)),
    zo_storage_compressed_bytes: stored(around(20 * GIB, GIB / 10)),
    zo_storage_records: stored(around(4e8, 1e6)),
    zo_query_timeout_nums: absent("every search ended in time"),
    zo_query_running_nums: [[{ ...OWN, organization: "default" }, still(0)]],
    zo_meta_num_nodes: [[{ ...OWN, node_role: "all" }, still(1)]],
    zo_node_up: told(["v0.92.2"], (version) => ({ ...OWN, version })),
  };
});
