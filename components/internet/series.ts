import { counter, declareSeries, gauge } from "../../lib/series";

/**
 * What the node exporter on the router gives: on Linux seen on a running node_exporter 1.12.1. OpenWrt's own (prometheus-node-exporter-lua,
 * read in openwrt/packages) and FreeBSD's under OPNsense give the interfaces' numbers, the processor's and the times under the same
 * names; connection tracking and the state of an interface are Linux's. A NAT64 translator is an interface here.
 */
export const routerSeries = declareSeries({
  node_boot_time_seconds: gauge("timestamp", "When the router was booted."),
  node_time_seconds: gauge("timestamp", "The router's clock."),
  node_load1: gauge("count", "Load of the last minute."),
  node_load5: gauge("count", "Load of the last 5 minutes."),
  node_load15: gauge("count", "Load of the last 15 minutes."),
  node_cpu_seconds_total: counter("seconds", "Time of a processor by what it did.", "cpu", "mode"),
  node_memory_MemTotal_bytes: gauge("bytes", "Memory; Linux only."),
  node_memory_MemAvailable_bytes: gauge("bytes", "Memory that programs can still have; Linux only."),
  // asked of nodes alone; it is here so that a rule which takes the router for a node is seen
  node_pressure_memory_stalled_seconds_total: counter("seconds", "Time in which all tasks waited for memory; Linux only."),
  node_nf_conntrack_entries: gauge("count", "Connections that are tracked; Linux only."),
  node_nf_conntrack_entries_limit: gauge("count", "Most connections that can be tracked; Linux only."),
  node_network_up: gauge("flag", "1 when an interface is up; Linux only.", "device"),
  node_network_carrier: gauge("flag", "1 when an interface has a link; Linux only.", "device"),
  node_network_receive_bytes_total: counter("bytes", "Bytes received.", "device"),
  node_network_transmit_bytes_total: counter("bytes", "Bytes sent.", "device"),
  node_network_receive_packets_total: counter("count", "Packets received.", "device"),
  node_network_transmit_packets_total: counter("count", "Packets sent.", "device"),
  node_network_receive_errs_total: counter("count", "Packets received with an error.", "device"),
  node_network_transmit_errs_total: counter("count", "Packets that could not be sent.", "device"),
  node_network_receive_drop_total: counter("count", "Received packets that were dropped.", "device"),
  node_network_transmit_drop_total: counter("count", "Packets that were dropped instead of sent.", "device"),
});
