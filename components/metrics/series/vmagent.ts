import { counter, declareSeries, gauge } from "../../../lib/series";

/** Series of the scraper agent (VictoriaMetrics, deployment/docker/rules). */
export const vmagentSeries = declareSeries({
  vm_persistentqueue_bytes_dropped_total: counter("bytes", "Queue overflow.", "path"),
  vm_persistentqueue_bytes_pending: gauge("bytes", "Queue.", "path"),
  vm_persistentqueue_free_disk_space_bytes: gauge("bytes", "Queue disk (new).", "path"),
  vm_persistentqueue_read_duration_seconds_total: counter("seconds", "Queue reads."),
  vm_persistentqueue_write_duration_seconds_total: counter("seconds", "Queue writes."),
  vm_promscrape_config_last_reload_successful: gauge("flag", "1 when scrape config loaded."),
  vm_promscrape_scrape_pool_targets: gauge("count", "Targets by job.", "scrape_job", "status"),
  vm_promscrape_scrapes_failed_total: counter("count", "Failed scrapes."),
  vm_promscrape_scrapes_skipped_by_sample_limit_total: counter("count", "Sample limit."),
  vm_promscrape_scrapes_timed_out_total: counter("count", "Timeouts."),
  vm_promscrape_scrapes_total: counter("count", "Scrapes."),
  vm_promscrape_targets: gauge("count", "Targets up/down.", "type", "status"),
  vmagent_daily_series_limit_current_series: gauge("count", "Series limiter."),
  vmagent_hourly_series_limit_current_series: gauge("count", "Series limiter."),
  vmagent_http_request_errors_total: counter("count", "Push errors.", "path"),
  vmagent_relabel_config_last_reload_successful: gauge("flag", "1 when relabel config loaded."),
  vmagent_remotewrite_packets_dropped_total: counter("count", "Dropped by the receiver (4xx).", "url"),
  vmagent_remotewrite_pending_data_bytes: gauge("bytes", "Queue on disk+memory.", "path", "url"),
  vmagent_remotewrite_queues: gauge("count", "Queues.", "url"),
  vmagent_remotewrite_relabel_metrics_dropped_total: counter("count", "Rows dropped by URL relabel (the curated second write).", "url"),
  vmagent_remotewrite_requests_total: counter("count", "Requests.", "url", "status_code"),
  vmagent_remotewrite_retries_count_total: counter("count", "Retries.", "url"),
  vmagent_remotewrite_rows_pushed_after_relabel_total: counter("count", "Rows after URL relabel.", "url"),
  vmagent_remotewrite_send_duration_seconds_total: counter("seconds", "Send time.", "url"),
});
