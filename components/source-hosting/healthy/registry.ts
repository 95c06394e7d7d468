import { counts, evenly, never, still, taking } from "../../../lib/world/course";
import { by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { registrySeries } from "../series/registry";

/** Requests per second. */
const REQUESTS = [
  { handler: "base", method: "get", code: "200", perSecond: 0.1 },
  { handler: "blob", method: "get", code: "200", perSecond: 0.02 },
  { handler: "blob", method: "head", code: "404", perSecond: 0.001 },
  { handler: "manifest", method: "get", code: "200", perSecond: 0.01 },
  // once in some hours a client breaks off
  { handler: "blob_upload", method: "patch", code: "500", perSecond: 1 / 14_400 },
  { handler: "manifest", method: "head", code: "200", perSecond: 0.02 },
];
const HANDLERS = ["base", "blob", "manifest"];
const ACTIONS = { GetContent: 0.05, Reader: 0.02, Stat: 0.08, List: 0.001 };

export const registryHealthy = healthy(registrySeries, () => {
  const handlers = <Course extends object>(course: Course) => each(HANDLERS, (handler) => ({ handler }), course);
  const proxied = <Course extends object>(blob: Course, manifest: Course) => by("type", { blob, manifest });
  return {
    registry_http_requests_total: each(
      REQUESTS,
      ({ perSecond: _, ...labels }) => labels,
      ({ perSecond }) => counts(perSecond),
    ),
    registry_http_request_duration_seconds: each(
      REQUESTS,
      ({ handler, method }) => ({ handler, method }),
      ({ perSecond }) => taking(perSecond, 0.01),
    ),
    registry_http_response_size_bytes: handlers(taking(0.05, 4000, { bounds: [1024, 2048, 5120, 10_240, 102_400, 512_000, 1_048_576] })),
    registry_http_in_flight_requests: handlers(still(0)),
    registry_storage_action_seconds: eachBy(
      ["filesystem"],
      (driver) => ({ driver }),
      "action",
      Object.fromEntries(Object.entries(ACTIONS).map(([action, perSecond]) => [action, taking(perSecond, 0.002)])),
    ),
    registry_storage_cache_requests_total: counts(0.05),
    registry_storage_cache_hits_total: counts(0.045),
    registry_storage_cache_errors_total: never,
    // each hit is a request
    registry_proxy_requests_total: proxied(evenly(0.02), evenly(0.01)),
    registry_proxy_hits_total: proxied(evenly(0.018), evenly(0.009)),
    registry_proxy_misses_total: proxied(counts(0.001), counts(0.0005)),
    registry_proxy_pulled_bytes_total: proxied(counts(5000), counts(20)),
  };
});
