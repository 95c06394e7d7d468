import { GIB } from "../../../lib/bytes";
import { days } from "../../../lib/duration";
import { around, counts, never, since, still } from "../../../lib/world/course";
import { by, type HealthyMetrics, told } from "../../../lib/world/healthy";
import type { processMetrics } from "../series/process";

export const processHealthy = (): HealthyMetrics<typeof processMetrics> => ({
  process_cpu_cores_available: still(4),
  process_cpu_seconds_total: counts(0.2),
  process_max_fds: still(1_048_576),
  process_open_fds: around(200, 40),
  process_resident_memory_anon_bytes: around(0.3 * GIB),
  process_resident_memory_bytes: around(0.5 * GIB),
  process_start_time_seconds: since(days(12)),
  vm_app_start_timestamp: since(days(12)),
  vm_app_version: told(["v1.150.0"], (short_version) => ({ short_version, version: `victoria-metrics-${short_version}` })),
  vm_available_memory_bytes: still(2 * GIB),
  vm_http_request_errors_total: by("path", { "/api/v1/query": never, "/api/v1/write": never }),
  vm_http_requests_total: by("path", { "/api/v1/query": counts(2), "/api/v1/write": counts(1), "/metrics": counts(1 / 30) }),
  vm_log_messages_total: [
    [{ level: "info", location: "main.go:1", app_version: "v1.150.0", is_printed: "true" }, counts(0.001)],
    [{ level: "warn", location: "main.go:2", app_version: "v1.150.0", is_printed: "true" }, never],
    [{ level: "error", location: "main.go:3", app_version: "v1.150.0", is_printed: "true" }, never],
  ],
});
