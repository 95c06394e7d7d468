import { counter, declareSeries, gauge, summary, withoutQuantiles } from "../../../lib/series";

const REQUEST = ["method", "outcome", "status", "uri"] as const;

/**
 * What Keycloak exports on its management port with metrics-enabled and event-metrics-user-enabled; seen on a running Keycloak 26.4.7.
 * An event, a request or a hash that never happened has no series.
 */
export const keycloakSeries = declareSeries({
  keycloak_user_events_total: counter("count", "What users did, and what went wrong.", "event", "realm", "error?"),
  keycloak_credentials_password_hashing_validations_total: counter(
    "count",
    "Passwords that were checked.",
    "algorithm",
    "hashing_strength",
    "outcome",
    "realm",
  ),

  http_server_requests_seconds: withoutQuantiles(summary("seconds", "Time of answered requests.", ...REQUEST)),
  http_server_requests_seconds_max: gauge("seconds", "The slowest request of the last minutes.", ...REQUEST),
  http_server_active_requests: gauge("count", "Requests that are being answered.", "server_port", "url_scheme"),

  agroal_active_count: gauge("count", "Database connections in use.", "datasource"),
  agroal_available_count: gauge("count", "Database connections that nothing uses.", "datasource"),
  agroal_awaiting_count: gauge("count", "Threads that wait for a database connection.", "datasource"),
  agroal_acquire_count_total: counter("count", "Times that a database connection was taken.", "datasource"),
  agroal_blocking_time_total_milliseconds: gauge("milliseconds", "Time that threads waited for database connections.", "datasource"),

  jvm_memory_used_bytes: gauge("bytes", "Memory in use by pool.", "area", "id"),
  jvm_memory_max_bytes: gauge("bytes", "The most that a pool may hold; -1 where it has no bound of its own.", "area", "id"),
  jvm_gc_overhead: gauge("ratio", "Share of processor time that the garbage collector took."),
  jvm_gc_pause_seconds: withoutQuantiles(
    summary("seconds", "Time in which the garbage collector stopped everything.", "action", "cause", "gc"),
  ),
  jvm_threads_states_threads: gauge("count", "Threads by state.", "state"),
  process_cpu_usage: gauge("ratio", "Share of all processors that Keycloak uses."),
  process_uptime_seconds: gauge("seconds", "Time since the start."),
  vendor_cluster_size: gauge("count", "Nodes that share the sessions; none where the cache is local.", "cache_manager", "node"),
});
