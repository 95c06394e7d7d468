import { counter, declareSeries, gauge, summary } from "../../../lib/series";
import { processMetrics } from "./process";

/**
 * Series of the proxy before the parts of a clustered store (seen on vmauth 1.150). Whoever calls it says no name, so that of its users
 * there is the one without.
 */
export const vmauthSeries = declareSeries({
  ...processMetrics,

  vmauth_config_last_reload_successful: gauge("flag", "1 when the routes to the parts were loaded."),
  vmauth_config_last_reload_success_timestamp_seconds: gauge("timestamp", "When the routes to the parts were last loaded."),

  vmauth_concurrent_requests_capacity: gauge("count", "Most requests that run at a time."),
  vmauth_concurrent_requests_current: gauge("count", "Requests that run."),
  vmauth_concurrent_requests_limit_reached_total: counter("count", "Requests turned away because too many run."),
  vmauth_unauthorized_user_concurrent_requests_limit_reached_total: counter(
    "count",
    "Requests turned away because their user has too many.",
  ),

  vmauth_unauthorized_user_requests_total: counter("count", "Requests."),
  vmauth_unauthorized_user_request_errors_total: counter("count", "Requests that failed, whoever's fault it is."),
  vmauth_unauthorized_user_request_backend_errors_total: counter("count", "Requests that no part answered."),
  vmauth_unauthorized_user_request_duration_seconds: summary("seconds", "Time of a request."),
  vmauth_http_request_errors_total: counter("count", "Requests that go to no part.", "reason"),
});
