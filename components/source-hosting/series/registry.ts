import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

/**
 * Series of the CNCF distribution registry that rules and dashboards may read (seen on a running registry 3.1.2). A code, a method and
 * a handler have a series once they happened; `method` is in small letters.
 */
export const registrySeries = declareSeries({
  registry_http_requests_total: counter("count", "Requests that were answered.", "code", "handler", "method"),
  registry_http_request_duration_seconds: histogram("seconds", "Time of a request.", "handler", "method"),
  registry_http_response_size_bytes: histogram("bytes", "Size of an answer.", "handler"),
  registry_http_in_flight_requests: gauge("count", "Requests that run.", "handler"),
  registry_storage_action_seconds: histogram("seconds", "Time of an action on the storage.", "driver", "action"),
  registry_storage_cache_requests_total: counter("count", "Look-ups in the cache of layers."),
  registry_storage_cache_hits_total: counter("count", "Look-ups that the cache of layers had an answer to."),
  registry_storage_cache_errors_total: counter("count", "Look-ups in the cache of layers that failed."),

  // of a registry that stands before another
  registry_proxy_requests_total: counter("count", "Requests for what another registry has: blob, manifest.", "type"),
  registry_proxy_hits_total: counter("count", "Requests that needed no call to the other registry.", "type"),
  registry_proxy_misses_total: counter("count", "Requests that needed a call to the other registry.", "type"),
  registry_proxy_pulled_bytes_total: counter("bytes", "Bytes from the other registry.", "type"),
});
