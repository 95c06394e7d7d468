import { counter, declareSeries, gauge } from "../../lib/series";

/** What snmp_exporter 0.28.0 tells of itself, at its /metrics. */
export const exporterSeries = declareSeries({
  snmp_packet_retries_total: counter("count", "Questions that were asked again."),
  snmp_request_errors_total: counter("count", "Requests that could not be understood."),
  snmp_unexpected_pdu_type_total: counter("count", "Answers of another type than the module expects."),
});

/** What it tells of its work with a device; one that does not answer fails the scrape. */
export const walkSeries = declareSeries({
  snmp_scrape_duration_seconds: gauge("seconds", "Time of asking a device.", "module"),
  snmp_scrape_pdus_returned: gauge("count", "Values that a device gave.", "module"),
  snmp_scrape_walk_duration_seconds: gauge("seconds", "Time of a device's answers.", "module"),
});
