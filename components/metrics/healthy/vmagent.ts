import { around, counts, never, still } from "../../../lib/world/course";
import { absent, by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { vmagentSeries } from "../series/vmagent";
import { processHealthy } from "./process";

// the store, and the log store
const URLS = ["1:secret-url", "2:secret-url"];
const PATH = "/tmp/vmagent-remotewrite-data/persistent-queue/1_0";
const url = (one: string) => ({ url: one });
const queue = (one: string) => ({ path: PATH, url: one });
const onDisk = (one: string) => ({ path: PATH, name: one });

export const vmagentHealthy = healthy(vmagentSeries, ({ nodes }) => ({
  ...processHealthy(),
  vm_promscrape_config_last_reload_successful: still(1),
  vm_promscrape_scrape_pool_targets: eachBy(["node-exporter", "kubelet"], (scrape_job) => ({ scrape_job }), "status", {
    up: still(nodes.length),
    down: still(0),
  }),
  vm_promscrape_scrapes_failed_total: never,
  vm_promscrape_scrapes_skipped_by_sample_limit_total: never,
  vm_promscrape_scrapes_timed_out_total: never,
  vm_promscrape_scrapes_total: by("status_code", { "200": counts(1) }),
  vm_promscrape_targets: eachBy(["kubernetes_sd"], (type) => ({ type }), "status", { up: still(3 * nodes.length), down: still(0) }),
  vmagent_http_request_errors_total: by("path", { "/api/v1/write": never }),
  vm_rows_ignored_total: by("reason", { too_many_labels: never, too_long_label_value: never }),
  vmagent_relabel_config_last_reload_successful: absent("there is no file of rules on labels"),
  vmagent_remotewrite_packets_dropped_total: each(URLS, url, never),
  vmagent_remotewrite_pending_data_bytes: each(URLS, queue, around(2000, 1500)),
  vmagent_remotewrite_queues: each(URLS, url, still(8)),
  vmagent_remotewrite_relabel_metrics_dropped_total: each(URLS, queue, never),
  vmagent_remotewrite_requests_total: eachBy(URLS, url, "status_code", { "2XX": counts(1) }),
  vmagent_remotewrite_retries_count_total: each(URLS, url, never),
  vmagent_remotewrite_rows_pushed_after_relabel_total: each(URLS, queue, counts(2000)),
  vmagent_remotewrite_send_duration_seconds_total: each(URLS, url, counts(0.02)),
  vm_persistentqueue_blocks_dropped_total: each(URLS, onDisk, never),
  vm_persistentqueue_bytes_dropped_total: each(URLS, onDisk, never),
  vm_persistentqueue_bytes_pending: each(URLS, onDisk, still(0)),
  vm_persistentqueue_free_disk_space_bytes: each(URLS, onDisk, still(4e9)),
  vm_persistentqueue_read_duration_seconds_total: counts(0.0001),
  vm_persistentqueue_write_duration_seconds_total: counts(0.0001),
}));
