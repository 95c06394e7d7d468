import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

/**
 * What unbound_exporter makes of unbound's control channel; seen on a running unbound_exporter 0.5.0 with unbound 1.17.1. The answers'
 * codes and the queries' kinds need `extended-statistics: yes`.
 */
export const unboundSeries = declareSeries({
  unbound_up: gauge("flag", "Whether unbound's statistics could be read."),
  unbound_time_up_seconds_total: counter("seconds", "Time since unbound began."),
  unbound_queries_total: counter("count", "Queries.", "thread"),
  unbound_cache_hits_total: counter("count", "Queries answered from the cache.", "thread"),
  unbound_cache_misses_total: counter("count", "Queries that took recursion.", "thread"),
  unbound_prefetches_total: counter("count", "Cache entries fetched anew before their end.", "thread"),
  unbound_expired_total: counter("count", "Answers that were served after their end.", "thread"),
  unbound_recursive_replies_total: counter("count", "Answers by recursion.", "thread"),
  unbound_response_time_seconds: histogram("seconds", "Time that recursion took."),
  unbound_recursion_time_seconds_avg: gauge("seconds", "Mean time that recursion took."),
  unbound_recursion_time_seconds_median: gauge("seconds", "Median time that recursion took."),
  unbound_request_list_current_user: gauge("count", "Queries of clients that wait for recursion.", "thread"),
  unbound_request_list_exceeded_total: counter("count", "Queries dropped because too many waited.", "thread"),
  unbound_request_list_overwritten_total: counter("count", "Waiting queries that gave way to newer ones.", "thread"),
  unbound_answer_rcodes_total: counter("count", "Answers by their code.", "rcode"),
  unbound_answers_bogus: counter("count", "Answers of others whose signatures are wrong."),
  unbound_answers_secure_total: counter("count", "Answers of others whose signatures are right."),
  unbound_query_types_total: counter("count", "Queries by what they ask for.", "type"),
  unbound_query_tls_total: counter("count", "Queries over TLS."),
  unbound_query_ipv6_total: counter("count", "Queries over IPv6."),
  unbound_unwanted_queries_total: counter("count", "Queries of clients that may not ask."),
  unbound_unwanted_replies_total: counter("count", "Answers that nobody had asked for: somebody may try to poison the cache."),
  unbound_memory_caches_bytes: gauge("bytes", "Memory of the caches.", "cache"),
  unbound_msg_cache_count: gauge("count", "Answers in the cache."),
  unbound_rrset_cache_count: gauge("count", "Record sets in the cache."),
});
