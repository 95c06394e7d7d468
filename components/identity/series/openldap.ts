import { counter, declareSeries, gauge } from "../../../lib/series";

/**
 * What openldap_exporter makes of slapd's monitor database: a gauge for each number, counters among them, told apart by `dn`.
 * Seen on a running openldap_exporter 2.3.2 with slapd 2.5.13. Its own counters lack `_total`.
 */
export const openldapSeries = declareSeries({
  openldap_dial: counter("count", "Connections of the exporter to slapd.", "result"),
  openldap_bind: counter("count", "Logins of the exporter.", "result"),
  openldap_scrape: counter("count", "Readings of the monitor database; `result` is ok, or which of them failed.", "result"),
  openldap_monitor_counter_object: gauge("mixed", "Connections, waiters, bytes, entries and referrals.", "dn"),
  openldap_monitor_operation: gauge("count", "Operations that are done, by their kind; it only grows.", "dn"),
  openldap_monitored_object: gauge("mixed", "Threads by state, and seconds since the start.", "dn"),
  openldap_monitor_replication: gauge(
    "mixed",
    "The last change by server (`id`), with --replicationObject: `type` gt is its time in seconds since the epoch.",
    "id",
    "type",
  ),
});
