import type { Scrape } from "../../lib/metrics/scrape";

/**
 * Series that rules rely on before what exports them is part of the platform. Each entry goes when
 * its exporter's own declaration comes.
 */
export function pendingScrapes(): Scrape[] {
  return [
    {
      name: "blackbox-exporter",
      from: { kind: "pending", until: "the probes" },
      // blackbox exporter 0.28, CHANGELOG and prober/
      series: [
        "blackbox_exporter_config_last_reload_successful",
        "blackbox_module_unknown_total",
        "probe_dns_answer_rrs",
        "probe_dns_duration_seconds",
        "probe_dns_lookup_time_seconds",
        "probe_dns_query_succeeded",
        "probe_dns_serial",
        "probe_duration_seconds",
        "probe_failed_due_to_regex",
        "probe_http_content_length",
        "probe_http_duration_seconds",
        "probe_http_last_modified_timestamp_seconds",
        "probe_http_redirects",
        "probe_http_ssl",
        "probe_http_status_code",
        "probe_http_version",
        "probe_icmp_duration_seconds",
        "probe_ip_addr_hash",
        "probe_ip_protocol",
        "probe_ssl_earliest_cert_expiry",
        "probe_ssl_last_chain_expiry_timestamp_seconds",
        "probe_ssl_last_chain_info",
        "probe_success",
        "probe_tls_cipher_info",
        "probe_tls_version_info",
      ],
    },
    {
      name: "pushgateway",
      from: { kind: "pending", until: "the batch jobs" },
      series: [
        "push_time_seconds",
        "push_failure_time_seconds",
        "scheduler_schedule_interval_seconds",
        "storage_backup_age_days",
        // one per job, `<name>_last_run_timestamp_seconds`; this one stands for the shape
        "backup_age_last_run_timestamp_seconds",
      ],
    },
    {
      name: "volume-storage",
      from: { kind: "pending", until: "the volume storage's scrape, which renames its series to storage_*" },
      series: [
        "storage_backup_actual_size_bytes",
        "storage_backup_state",
        "storage_disk_capacity_bytes",
        "storage_disk_reservation_bytes",
        "storage_disk_status",
        "storage_disk_usage_bytes",
        "storage_engine_rebuild_progress",
        "storage_instance_manager_cpu_usage_millicpu",
        "storage_manager_memory_usage_bytes",
        "storage_node_count_total",
        "storage_node_status",
        "storage_node_storage_capacity_bytes",
        "storage_node_storage_reservation_bytes",
        "storage_node_storage_usage_bytes",
        "storage_snapshot_actual_size_bytes",
        "storage_volume_actual_size_bytes",
        "storage_volume_capacity_bytes",
        "storage_volume_file_system_read_only",
        "storage_volume_last_backup_at",
        "storage_volume_read_iops",
        "storage_volume_read_latency",
        "storage_volume_read_throughput",
        "storage_volume_robustness",
        "storage_volume_state",
        "storage_volume_write_iops",
        "storage_volume_write_latency",
        "storage_volume_write_throughput",
      ],
    },
  ];
}
