import { days } from "../duration";
import { reloaderSeries } from "../metrics/operator-scrape";
import { processSeries } from "../service/process-series";
import { around, counts, never, since, still } from "./course";
import { healthy } from "./healthy";

const MIB = 2 ** 20;

/** Every service of ours. */
export const processHealthy = healthy(processSeries, () => ({
  process_start_time_seconds: since(days(9)),
  process_cpu_seconds_total: counts(0.02),
  process_resident_memory_bytes: around(80 * MIB),
  nodejs_heap_size_used_bytes: around(30 * MIB),
  nodejs_external_memory_bytes: around(4 * MIB),
}));

/** The configuration reloader beside what the operator makes. */
export const reloaderHealthy = healthy(reloaderSeries, () => ({
  configreloader_config_last_reload_total: counts(1 / 86_400),
  configreloader_k8s_watch_errors_total: never,
  configreloader_last_reload_errors_total: never,
  configreloader_last_reload_success_timestamp_seconds: since(days(2)),
  configreloader_last_reload_successful: still(1),
  configreloader_secret_content_update_errors_total: never,
}));
