import { MIB } from "../../../lib/bytes";
import { around, counts, never, still, taking } from "../../../lib/world/course";
import { by, each, healthy } from "../../../lib/world/healthy";
import { unboundSeries } from "../series/unbound";

const THREADS = ["0", "1"];

/** Doubled from a microsecond to half a second, and from a second on. */
const DOUBLED = Array.from({ length: 20 }, (_, n) => 2 ** n);
const BOUNDS = [...DOUBLED.map((microseconds) => microseconds / 1e6), ...DOUBLED];

export const unboundHealthy = healthy(unboundSeries, () => {
  const threads = <Course extends object>(course: Course) => each(THREADS, (thread) => ({ thread }), course);
  return {
    unbound_up: still(1),
    unbound_time_up_seconds_total: counts(1),
    unbound_queries_total: threads(counts(4)),
    unbound_cache_hits_total: threads(counts(3.2)),
    unbound_cache_misses_total: threads(counts(0.8)),
    unbound_prefetches_total: threads(counts(0.2)),
    unbound_expired_total: threads(counts(0.02)),
    unbound_recursive_replies_total: threads(counts(0.8)),
    unbound_response_time_seconds: taking(1.6, 0.025, { bounds: BOUNDS }),
    unbound_recursion_time_seconds_avg: around(0.04, 0.01),
    unbound_recursion_time_seconds_median: around(0.025, 0.005),
    unbound_request_list_current_user: threads(around(1, 1)),
    unbound_request_list_exceeded_total: threads(never),
    unbound_request_list_overwritten_total: threads(never),
    unbound_answer_rcodes_total: by("rcode", {
      NOERROR: counts(7.2),
      NXDOMAIN: counts(0.8),
      SERVFAIL: counts(0.005),
      FORMERR: never,
      NOTIMPL: never,
      REFUSED: never,
    }),
    unbound_answers_bogus: never,
    unbound_answers_secure_total: counts(0.5),
    unbound_query_types_total: by("type", { A: counts(4), AAAA: counts(3), HTTPS: counts(0.8), PTR: counts(0.1), SRV: counts(0.05) }),
    unbound_query_tls_total: counts(0.5),
    unbound_query_ipv6_total: counts(3),
    unbound_unwanted_queries_total: never,
    unbound_unwanted_replies_total: never,
    unbound_memory_caches_bytes: by("cache", { message: around(12 * MIB), rrset: around(24 * MIB) }),
    unbound_msg_cache_count: around(22_000),
    unbound_rrset_cache_count: around(40_000),
  };
});
