import { counter, gauge, histogram, info } from "../series";

/** What every Go program with the usual collectors tells of itself (client_golang; seen on kube-apiserver, etcd and CoreDNS). */
export const goProgram = {
  go_goroutines: gauge("count", "Goroutines."),
  process_cpu_seconds_total: counter("seconds", "CPU time."),
  process_max_fds: gauge("count", "Most files that the program may open."),
  process_open_fds: gauge("count", "Open files."),
  process_resident_memory_bytes: gauge("bytes", "Memory."),
  process_start_time_seconds: gauge("timestamp", "When the process began."),
};

/** And every program of Kubernetes, of its calls of the API server (Kubernetes, component-base/metrics; seen on those of 1.35). */
export const kubernetesProgram = {
  ...goProgram,
  kubernetes_build_info: info(
    "Release of the program.",
    "git_version",
    "git_commit",
    "git_tree_state",
    "build_date",
    "compiler",
    "go_version",
    "major",
    "minor",
    "platform",
  ),
  rest_client_requests_total: counter(
    "count",
    'Calls of the API server by what it answered; `code` is "<error>" without an answer.',
    "code",
    "host",
    "method",
  ),
  rest_client_request_duration_seconds: histogram("seconds", "Time that calls of the API server took.", "host", "verb"),
};

/** And those that work through queues (client-go, util/workqueue). */
export const queueWorker = {
  workqueue_adds_total: counter("count", "What was put into a queue.", "name"),
  workqueue_depth: gauge("count", "What waits in a queue.", "name"),
  workqueue_queue_duration_seconds: histogram("seconds", "Time that something waited in a queue.", "name"),
  workqueue_retries_total: counter("count", "What failed and was put into a queue again.", "name"),
};
