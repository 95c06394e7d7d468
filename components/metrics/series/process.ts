import { counter, gauge, info } from "../../../lib/series";

/** What every program of VictoriaMetrics 1.150 exports about itself (seen on victoria-metrics, vmagent and vmalert). */
export const processMetrics = {
  process_cpu_cores_available: gauge("cores", "Processors that the program may use."),
  process_cpu_seconds_total: counter("seconds", "CPU time."),
  process_max_fds: gauge("count", "Most files that the program may open."),
  process_open_fds: gauge("count", "Open files."),
  process_resident_memory_anon_bytes: gauge("bytes", "Memory that no file stands behind."),
  process_resident_memory_bytes: gauge("bytes", "Memory."),
  process_start_time_seconds: gauge("timestamp", "When the process began."),
  vm_app_start_timestamp: gauge("timestamp", "When the program began."),
  vm_app_version: info("Release of the program.", "version", "short_version"),
  vm_available_memory_bytes: gauge("bytes", "Memory that the program may use."),
  vm_http_request_errors_total: counter("count", "Requests that failed.", "path", "protocol?", "reason?"),
  vm_http_requests_total: counter("count", "Requests.", "path", "protocol?"),
  vm_log_messages_total: counter("count", "Lines logged, by the place in the program.", "level", "location", "app_version", "is_printed"),
};
