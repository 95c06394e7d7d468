import { counter, declareSeries, gauge } from "../series";

/** What every service of ours exports of its process. */
export const processSeries = declareSeries({
  process_start_time_seconds: gauge("timestamp", "Start time of the process since the epoch, in seconds."),
  process_cpu_seconds_total: counter("seconds", "User and system CPU time spent, in seconds."),
  process_resident_memory_bytes: gauge("bytes", "Resident memory size in bytes."),
  nodejs_heap_size_used_bytes: gauge("bytes", "Size of the used JavaScript heap in bytes."),
  nodejs_external_memory_bytes: gauge("bytes", "Memory outside the JavaScript heap that it holds, in bytes."),
});
