import { days } from "../../../lib/duration";
import { around, counts, never, since, still, taking } from "../../../lib/world/course";
import { by, healthy } from "../../../lib/world/healthy";
import { vmauthSeries } from "../series/vmauth";
import { processHealthy } from "./process";

export const vmauthHealthy = healthy(vmauthSeries, () => ({
  ...processHealthy(),
  vmauth_config_last_reload_successful: still(1),
  vmauth_config_last_reload_success_timestamp_seconds: since(days(12)),
  vmauth_concurrent_requests_capacity: still(1000),
  vmauth_concurrent_requests_current: around(3, 2),
  vmauth_concurrent_requests_limit_reached_total: never,
  vmauth_unauthorized_user_concurrent_requests_limit_reached_total: never,
  vmauth_unauthorized_user_requests_total: counts(4),
  vmauth_unauthorized_user_request_errors_total: never,
  vmauth_unauthorized_user_request_backend_errors_total: never,
  vmauth_unauthorized_user_request_duration_seconds: taking(4, 0.01),
  vmauth_http_request_errors_total: by("reason", { missing_route: never, client_canceled: counts(0.01) }),
}));
