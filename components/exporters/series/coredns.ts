import { goProgram } from "../../../lib/metrics/go-series";
import { counter, declareSeries, gauge, histogram, info } from "../../../lib/series";

/** `server` is an address it listens at; a view, where there is one, picks the clients. */
const QUESTION = ["server", "zone", "view?"] as const;
const CACHE = ["server", "zones", "view?"] as const;
const UPSTREAM = ["proxy_name", "to"] as const;

/** Series of the cluster's DNS that rules and dashboards may read (seen on a running CoreDNS 1.13.1). */
export const clusterDnsSeries = declareSeries({
  ...goProgram,
  coredns_build_info: info("Release of the server.", "version", "revision?", "goversion"),
  coredns_panics_total: counter("count", "Panics."),
  coredns_reload_failed_total: counter("count", "Configurations that could not be loaded."),

  // questions
  coredns_dns_requests_total: counter("count", "Questions.", ...QUESTION, "proto", "family", "type"),
  coredns_dns_responses_total: counter("count", "Answers by their code.", ...QUESTION, "rcode", "plugin?"),
  coredns_dns_request_duration_seconds: histogram("seconds", "Time that answers took.", ...QUESTION),

  // what it passes on
  coredns_forward_healthcheck_broken_total: counter("count", "Times that all of a forward's servers were unhealthy."),
  coredns_forward_max_concurrent_rejects_total: counter("count", "Questions that were refused because too many were passed on already."),
  coredns_proxy_healthcheck_failures_total: counter(
    "count",
    "Failed health checks of a server that questions are passed on to.",
    ...UPSTREAM,
  ),
  coredns_proxy_request_duration_seconds: histogram(
    "seconds",
    "Time that a server took that questions are passed on to.",
    ...UPSTREAM,
    "rcode",
  ),

  // its cache
  coredns_cache_entries: gauge("count", "Answers in the cache.", ...CACHE, "type"),
  coredns_cache_hits_total: counter("count", "Questions that the cache answered.", ...CACHE, "type"),
  coredns_cache_misses_total: counter("count", "Questions that it did not.", ...CACHE),
});
