import { counter, declareSeries, gauge, info, unconfirmed } from "../../../lib/series";

const FILESYSTEM = ["device", "fstype", "mountpoint"] as const;

/**
 * Series of node_exporter 1.12 that rules and dashboards may read: seen on a running 1.12.1, hardware that takes a machine of its own as
 * files beside the kernel's.
 */
export const nodeExporterSeries = declareSeries({
  // the node
  node_boot_time_seconds: gauge("timestamp", "When the node was booted."),
  node_time_seconds: gauge("timestamp", "The node's clock."),
  node_uname_info: info("Kernel and name of the node.", "sysname", "release", "version", "machine", "nodename", "domainname"),
  node_filefd_allocated: gauge("count", "Open files."),
  node_filefd_maximum: gauge("count", "Most files that may be open."),

  // processors
  node_cpu_seconds_total: counter("seconds", "Time of a processor by what it did.", "cpu", "mode"),
  node_context_switches_total: counter("count", "Context switches of all processors."),
  node_procs_running: gauge("count", "Processes that run or could."),
  node_procs_blocked: gauge("count", "Processes that wait for I/O."),
  node_cpu_core_throttles_total: counter("count", "Times that a core was slowed down for heat.", "package", "core"),
  node_load1: gauge("count", "Load of the last minute."),
  node_load5: gauge("count", "Load of the last 5 minutes."),
  node_load15: gauge("count", "Load of the last 15 minutes."),

  // memory
  node_memory_MemTotal_bytes: gauge("bytes", "Memory."),
  node_memory_MemAvailable_bytes: gauge("bytes", "Memory that programs can still have without swapping."),
  node_memory_MemFree_bytes: gauge("bytes", "Memory that nothing uses."),
  node_memory_Buffers_bytes: gauge("bytes", "Buffers of block devices."),
  node_memory_Cached_bytes: gauge("bytes", "Page cache."),
  node_memory_Slab_bytes: gauge("bytes", "Memory of the kernel's own objects."),
  node_memory_Dirty_bytes: gauge("bytes", "Pages that wait to be written."),
  node_memory_Writeback_bytes: gauge("bytes", "Pages that are being written."),
  node_memory_SwapTotal_bytes: gauge("bytes", "Swap."),
  node_memory_SwapFree_bytes: gauge("bytes", "Swap that nothing uses."),
  node_vmstat_oom_kill: counter("count", "Processes killed for lack of memory."),
  node_vmstat_pgmajfault: counter("count", "Page faults that had to read from a disk."),
  node_edac_correctable_errors_total: counter("count", "Memory errors that were corrected.", "controller"),
  node_edac_uncorrectable_errors_total: counter("count", "Memory errors that could not be corrected.", "controller"),

  // pressure: time in which some (waiting) or all (stalled) tasks were held up
  node_pressure_cpu_waiting_seconds_total: counter("seconds", "Time in which a task waited for a processor."),
  node_pressure_io_waiting_seconds_total: counter("seconds", "Time in which a task waited for I/O."),
  node_pressure_io_stalled_seconds_total: counter("seconds", "Time in which all tasks waited for I/O."),
  node_pressure_memory_waiting_seconds_total: counter("seconds", "Time in which a task waited for memory."),
  node_pressure_memory_stalled_seconds_total: counter("seconds", "Time in which all tasks waited for memory."),
  node_pressure_irq_stalled_seconds_total: unconfirmed(
    counter("seconds", "Time that interrupts took from all tasks; needs a kernel that counts it."),
  ),

  // disks
  node_disk_io_time_seconds_total: counter("seconds", "Time in which a disk was busy.", "device"),
  node_disk_io_time_weighted_seconds_total: counter("seconds", "Time of all requests of a disk together.", "device"),
  node_disk_read_bytes_total: counter("bytes", "Bytes read.", "device"),
  node_disk_read_time_seconds_total: counter("seconds", "Time of all reads together.", "device"),
  node_disk_reads_completed_total: counter("count", "Reads.", "device"),
  node_disk_write_time_seconds_total: counter("seconds", "Time of all writes together.", "device"),
  node_disk_writes_completed_total: counter("count", "Writes.", "device"),
  node_disk_written_bytes_total: counter("bytes", "Bytes written.", "device"),
  node_md_disks: gauge("count", "Disks of a software RAID by state.", "device", "state"),
  node_md_disks_required: gauge("count", "Disks that a software RAID should have.", "device"),
  node_md_state: gauge("flag", "1 for the state that a software RAID is in, 0 for the others.", "device", "state"),

  // filesystems
  node_filesystem_size_bytes: gauge("bytes", "Size.", ...FILESYSTEM),
  node_filesystem_avail_bytes: gauge("bytes", "Bytes that are left for others than root.", ...FILESYSTEM),
  node_filesystem_free_bytes: gauge("bytes", "Bytes that are left.", ...FILESYSTEM),
  node_filesystem_files: gauge("count", "Inodes.", ...FILESYSTEM),
  node_filesystem_files_free: gauge("count", "Inodes that are left.", ...FILESYSTEM),
  // a filesystem that can't be asked has these two alone, with the error as a label
  node_filesystem_device_error: gauge("flag", "1 when a filesystem could not be asked.", ...FILESYSTEM, "device_error?"),
  node_filesystem_readonly: gauge("flag", "1 when mounted read-only.", ...FILESYSTEM, "device_error?"),

  // network
  node_network_up: gauge("flag", "1 when an interface is up.", "device"),
  node_network_speed_bytes: gauge("bytes per second", "What the link can carry; negative where the kernel does not know.", "device"),
  node_bonding_active: gauge("count", "Links of a bond that work.", "master"),
  node_bonding_slaves: gauge("count", "Links of a bond.", "master"),
  node_network_carrier_changes_total: counter("count", "Times that the link came or went.", "device"),
  node_network_receive_bytes_total: counter("bytes", "Bytes received.", "device"),
  node_network_receive_packets_total: counter("count", "Packets received.", "device"),
  node_network_receive_drop_total: counter("count", "Received packets that were dropped.", "device"),
  node_network_receive_errs_total: counter("count", "Packets received with an error.", "device"),
  node_network_transmit_bytes_total: counter("bytes", "Bytes sent.", "device"),
  node_network_transmit_packets_total: counter("count", "Packets sent.", "device"),
  node_network_transmit_drop_total: counter("count", "Packets to be sent that were dropped.", "device"),
  node_network_transmit_errs_total: counter("count", "Packets that could not be sent.", "device"),
  node_netstat_Tcp_CurrEstab: gauge("count", "TCP connections."),
  node_netstat_Tcp_OutSegs: counter("count", "TCP segments sent."),
  node_netstat_Tcp_RetransSegs: counter("count", "TCP segments sent again."),
  node_netstat_TcpExt_TCPSynRetrans: counter("count", "Openings of a TCP connection that were sent again."),
  node_nf_conntrack_entries: gauge("count", "Connections that the firewall follows."),
  node_nf_conntrack_entries_limit: gauge("count", "Most connections that the firewall can follow."),

  // clock
  node_timex_estimated_error_seconds: gauge("seconds", "What the clock is thought to be wrong."),
  node_timex_maxerror_seconds: gauge("seconds", "Most that the clock can be wrong."),
  node_timex_offset_seconds: gauge("seconds", "What the clock is off from its reference."),
  node_timex_sync_status: gauge("flag", "1 when the clock follows a reference."),

  // sensors
  node_hwmon_chip_names: gauge("flag", "1, with the name of a chip.", "chip", "chip_name"),
  node_hwmon_sensor_label: gauge("flag", "1, with what a sensor is called.", "chip", "sensor", "label"),
  node_hwmon_temp_celsius: gauge("celsius", "Temperature.", "chip", "sensor"),
  node_hwmon_temp_max_celsius: gauge("celsius", "Temperature that is too high.", "chip", "sensor"),
  node_hwmon_temp_crit_celsius: gauge("celsius", "Temperature that is critical.", "chip", "sensor"),
  node_hwmon_fan_rpm: gauge("count", "Turns of a fan in a minute.", "chip", "sensor"),

  // the exporter
  node_exporter_build_info: info("Release of the exporter.", "version", "revision", "branch", "goversion", "goos", "goarch", "tags"),
  node_scrape_collector_success: gauge("flag", "1 when a collector worked.", "collector"),
  node_textfile_mtime_seconds: gauge("timestamp", "When a text file was last written.", "file"),
  node_textfile_scrape_error: gauge("flag", "1 when a text file could not be read."),
});
