import { counter, declareSeries, gauge } from "../../../lib/series";
import { processMetrics } from "./process";

/** A queue on disk before one receiver. */
const QUEUE = ["path", "name"] as const;

/** Series of the scraper agent that rules and dashboards may read (seen on vmagent 1.150). `url` is a number unless it may be shown. */
export const vmagentSeries = declareSeries({
  ...processMetrics,

  // scraping
  vm_promscrape_config_last_reload_successful: gauge("flag", "1 when the configuration was loaded."),
  vm_promscrape_scrape_pool_targets: gauge("count", "Targets of a job, by status.", "scrape_job", "status"),
  vm_promscrape_scrapes_failed_total: counter("count", "Scrapes that failed."),
  vm_promscrape_scrapes_skipped_by_sample_limit_total: counter("count", "Scrapes left out because the target gave too many samples."),
  vm_promscrape_scrapes_timed_out_total: counter("count", "Scrapes that took too long."),
  vm_promscrape_scrapes_total: counter("count", "Scrapes that were answered.", "status_code"),
  vm_promscrape_targets: gauge("count", "Targets, by how they were found and by status.", "type", "status"),

  vmagent_http_request_errors_total: counter("count", "What was pushed to it, and is no such thing.", "path", "protocol?"),
  vm_rows_ignored_total: counter("count", "Samples refused before they are sent on.", "reason"),

  // what it sends on
  vmagent_relabel_config_last_reload_successful: gauge("flag", "1 when the rules on labels were loaded; absent without a file of them."),
  vmagent_remotewrite_packets_dropped_total: counter("count", "Blocks that the receiver refused for good.", "url"),
  vmagent_remotewrite_pending_data_bytes: gauge("bytes", "What waits for a receiver, in memory and on disk.", "path", "url"),
  vmagent_remotewrite_queues: gauge("count", "Connections that send to a receiver.", "url"),
  vmagent_remotewrite_relabel_metrics_dropped_total: counter("count", "Samples left out by a receiver's rules on labels.", "path", "url"),
  vmagent_remotewrite_requests_total: counter("count", "Requests to a receiver, by its answer.", "url", "status_code"),
  vmagent_remotewrite_retries_count_total: counter("count", "Requests to a receiver that were repeated.", "url"),
  vmagent_remotewrite_rows_pushed_after_relabel_total: counter(
    "count",
    "Samples for a receiver that its rules on labels left.",
    "path",
    "url",
  ),
  vmagent_remotewrite_send_duration_seconds_total: counter("seconds", "Time spent on sending to a receiver.", "url"),
  vm_persistentqueue_blocks_dropped_total: counter("count", "Blocks of samples lost because a queue was full.", ...QUEUE),
  vm_persistentqueue_bytes_dropped_total: counter("bytes", "Bytes lost because a queue was full.", ...QUEUE),
  vm_persistentqueue_bytes_pending: gauge("bytes", "Bytes in a queue.", ...QUEUE),
  vm_persistentqueue_free_disk_space_bytes: gauge("bytes", "What is left on a queue's disk.", ...QUEUE),
  vm_persistentqueue_read_duration_seconds_total: counter("seconds", "Time spent on reading queues."),
  vm_persistentqueue_write_duration_seconds_total: counter("seconds", "Time spent on writing queues."),
});
