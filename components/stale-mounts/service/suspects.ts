import { matchingLine } from "./crash-log";
import type { Failures } from "./failures";
import { ApiFailure, type Kubernetes } from "./kubernetes";
import type { CrashingContainer, Pod } from "./pod";

/** A pod whose log tells of an I/O error. */
export interface Affected {
  readonly pod: Pod;
  readonly container: string;
  readonly line: string;
}

/** What is known of one crash of a container: its line, none, or when its log is asked for again. */
type Seen = { readonly line: string | undefined } | { readonly retryAt: number };

/** Logs that are read in one check: in a storage outage hundreds of pods crash, and each silent kubelet takes ten seconds. */
const LOGS_PER_CHECK = 20;
/** A log that could not be read is asked for again then. */
const RETRY_MS = 60_000;

/** Finds out of pods that crash those whose log tells of an I/O error. The log of each crash is read once. */
export class Suspects {
  /** By crash; those that are over are forgotten at each check. */
  #seen = new Map<string, Seen>();

  constructor(
    private readonly pattern: RegExp,
    private readonly failures: Failures,
  ) {}

  async affected(kubernetes: Kubernetes, suspects: readonly Pod[], signal: AbortSignal): Promise<Affected[]> {
    const crashes = new Set(suspects.flatMap((pod) => pod.crashing.map((container) => crashOf(pod, container))));
    this.#seen = new Map([...this.#seen].filter(([crash]) => crashes.has(crash)));
    let left = LOGS_PER_CHECK;
    const affected: Affected[] = [];
    for (const pod of suspects) {
      for (const container of pod.crashing) {
        const crash = crashOf(pod, container);
        let seen = this.#seen.get(crash);
        const isDue = seen === undefined || ("retryAt" in seen && seen.retryAt <= performance.now());
        if (isDue && left > 0 && !signal.aborted) {
          left--;
          seen = await this.#read(kubernetes, pod, container, signal);
          this.#seen.set(crash, seen);
        }
        if (seen === undefined || "retryAt" in seen || seen.line === undefined) continue;
        affected.push({ pod, container: container.name, line: seen.line });
        // another container changes nothing: the pod goes as a whole
        break;
      }
    }
    return affected;
  }

  async #read(kubernetes: Kubernetes, pod: Pod, container: CrashingContainer, signal: AbortSignal): Promise<Seen> {
    try {
      const line = await matchingLine(kubernetes, pod, container, this.pattern, signal);
      this.failures.works("log");
      return { line };
    } catch (error) {
      // the API server refuses with 4xx, and says 5xx for the kubelet behind it; without an answer it waited for that
      const isRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
      this.failures.failed(isRefused ? "log" : "kubelet", error, signal, { namespace: pod.namespace, pod: pod.name });
      return { retryAt: performance.now() + RETRY_MS };
    }
  }
}

function crashOf({ uid }: Pod, { name, restarts }: CrashingContainer): string {
  return `${uid}/${name}/${restarts}`;
}
