import { days } from "../../../lib/duration";
import { counted, counts, never, since, still } from "../../../lib/world/course";
import { by, each, healthy } from "../../../lib/world/healthy";
import { bindSeries } from "../series/bind";

/** For its own zones alone: nobody has it ask others. */
export const bindHealthy = healthy(bindSeries, ({ site: { domain } }) => ({
  bind_up: still(1),
  bind_boot_time_seconds: since(days(20)),
  bind_config_time_seconds: since(days(3)),
  bind_incoming_queries_total: by("type", { A: counts(1.5), AAAA: counts(1), MX: counts(0.05), SOA: counts(0.02), TXT: counts(0.1) }),
  bind_incoming_requests_total: by("opcode", { QUERY: counts(2.7), NOTIFY: counts(1 / 43_200), IQUERY: never }),
  bind_responses_total: by("result", {
    Success: counts(2.2),
    NXDOMAIN: counts(0.3),
    Nxrrset: counts(0.2),
    Referral: counts(0.01),
    SERVFAIL: never,
    FORMERR: never,
  }),
  bind_response_rcodes_total: by("rcode", {
    NOERROR: counts(2.4),
    NXDOMAIN: counts(0.3),
    REFUSED: counts(0.001),
    SERVFAIL: never,
    FORMERR: never,
    NOTAUTH: never,
    NOTIMP: never,
  }),
  bind_query_errors_total: by("error", { Dropped: never, Failure: counts(1 / 3600) }),
  bind_query_duplicates_total: counts(1 / 3600),
  bind_query_recursions_total: never,
  bind_recursive_clients: never,
  bind_resolver_dnssec_validation_errors_total: by("view", { _default: never, _bind: never }),
  bind_zone_serial: each([domain, "10.168.192.in-addr.arpa"], (zone_name) => ({ view: "_default", zone_name }), counted(2_026_030_401)),
  bind_zone_transfer_success_total: counts(1 / 43_200),
  bind_zone_transfer_failure_total: never,
  bind_zone_transfer_rejected_total: never,
}));
