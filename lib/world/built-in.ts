import { MIB } from "../bytes";
import { days } from "../duration";
import type { goProgram, kubernetesProgram, queueWorker } from "../metrics/go-series";
import { reloaderSeries } from "../metrics/operator-scrape";
import { processSeries } from "../service/process-series";
import type { Cluster } from "./cluster";
import { around, counts, since, still, taking } from "./course";
import { each, type HealthyMetrics, healthy, told } from "./healthy";

/** Every service of ours. */
export const processHealthy = healthy(processSeries, () => ({
  process_start_time_seconds: since(days(9)),
  process_cpu_seconds_total: counts(0.02),
  process_resident_memory_bytes: around(80 * MIB),
  nodejs_heap_size_used_bytes: around(30 * MIB),
  nodejs_external_memory_bytes: around(4 * MIB),
}));

/** The configuration reloader beside what the operator makes. */
export const reloaderHealthy = healthy(reloaderSeries, () => ({
  configreloader_last_reload_successful: still(1),
}));

/** What a Go program is like. */
export interface Program {
  readonly mebibytes: number;
  /** Seconds of a processor in a second. */
  readonly processors: number;
}

export const goProgramHealthy = ({ mebibytes, processors }: Program): HealthyMetrics<typeof goProgram> => ({
  go_goroutines: around(2 * mebibytes),
  process_cpu_seconds_total: counts(processors),
  process_max_fds: still(1_048_576),
  process_open_fds: around(80, 20),
  process_resident_memory_bytes: around(mebibytes * MIB),
  process_start_time_seconds: since(days(31)),
});

export const kubernetesProgramHealthy = ({ site }: Cluster, program: Program): HealthyMetrics<typeof kubernetesProgram> => {
  // the API server that it calls
  const hosts = [`api.${site.domain}:6443`];
  const calls = (method: string, code: string, perSecond: number) => each(hosts, (host) => ({ code, host, method }), counts(perSecond));
  const times = (verb: string, perSecond: number) => each(hosts, (host) => ({ host, verb }), taking(perSecond, 0.006));
  return {
    ...goProgramHealthy(program),
    kubernetes_build_info: told(["v1.35.0"], (git_version) => ({
      git_version,
      git_commit: "0",
      git_tree_state: "clean",
      build_date: "2025-12-17T12:00:00Z",
      compiler: "gc",
      go_version: "go1.25",
      major: "1",
      minor: "35",
      platform: "linux/amd64",
    })),
    rest_client_requests_total: [...calls("GET", "200", 0.5), ...calls("PUT", "200", 0.3), ...calls("POST", "201", 0.02)],
    rest_client_request_duration_seconds: [...times("GET", 0.5), ...times("PUT", 0.3), ...times("POST", 0.02)],
  };
};

export const queueWorkerHealthy = (queues: readonly string[]): HealthyMetrics<typeof queueWorker> => {
  const all = <Course extends object>(course: Course) => each(queues, (name) => ({ name }), course);
  return {
    workqueue_adds_total: all(counts(0.2)),
    workqueue_depth: all(still(0)),
    workqueue_queue_duration_seconds: all(taking(0.2, 0.0001)),
    workqueue_retries_total: all(counts(0.001)),
  };
};
