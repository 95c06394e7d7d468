import { counter, declareSeries, gauge } from "../../../lib/series";

/** What bind_exporter makes of named's statistics channel; seen on a running bind_exporter 0.6.1 with BIND 9.18.49. */
export const bindSeries = declareSeries({
  bind_up: gauge("flag", "Whether named's statistics could be read."),
  bind_boot_time_seconds: gauge("timestamp", "When named began."),
  bind_config_time_seconds: gauge("timestamp", "When named last read its configuration."),
  bind_incoming_queries_total: counter("count", "Queries by what they ask for.", "type"),
  bind_incoming_requests_total: counter("count", "Requests by opcode.", "opcode"),
  bind_responses_total: counter("count", "Answers by how they turned out.", "result"),
  bind_response_rcodes_total: counter("count", "Answers by their code.", "rcode"),
  bind_query_errors_total: counter("count", "Queries that failed or were dropped.", "error"),
  bind_query_duplicates_total: counter("count", "Queries that were being answered already."),
  bind_query_recursions_total: counter("count", "Queries that took recursion."),
  bind_recursive_clients: counter("count", "Clients that wait for recursion; named counts it down again."),
  bind_resolver_dnssec_validation_errors_total: counter("count", "Answers of others whose signatures are wrong.", "view"),
  bind_zone_serial: counter("state", "Serial number of a zone; none while the zone is not loaded.", "view", "zone_name"),
  bind_zone_transfer_success_total: counter("count", "Zone transfers that went well."),
  bind_zone_transfer_failure_total: counter("count", "Zone transfers that failed."),
  bind_zone_transfer_rejected_total: counter("count", "Zone transfers that were refused to others."),
});
