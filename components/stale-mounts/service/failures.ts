import type { Logger } from "../../../lib/service/log";
import type { Metrics } from "../../../lib/service/metrics";
import type { staleMountsSeries } from "../series";
import { ApiFailure } from "./kubernetes";

/** What can fail, as the label `operation` says it. */
const OPERATIONS = ["list", "log", "kubelet", "delete", "event", "record"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What a failure is about, for people. */
export interface About {
  /** What may fail and work apart from the rest of its operation. @default - the operation */
  readonly kind?: string;
  readonly namespace?: string;
  readonly pod?: string;
}

/** Calls that failed: each is counted, and said when it begins or changes. */
export class Failures {
  /** By kind, the one that is in the log. */
  readonly #said = new Map<string, string>();

  constructor(
    private readonly metrics: Metrics<typeof staleMountsSeries>,
    private readonly log: Logger,
  ) {
    for (const operation of OPERATIONS) metrics.stale_mounts_failures_total.inc({ operation }, 0);
  }

  /** What the work gives, or nothing when it failed. What a shutdown cut off has not failed. */
  async attempt<T>(
    operation: Operation,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
    { kind = operation }: About = {},
  ): Promise<T | undefined> {
    try {
      const result = await work();
      this.works(operation, kind);
      return result;
    } catch (error) {
      this.failed(operation, error, signal, { kind });
      return undefined;
    }
  }

  works(operation: Operation, kind: string = operation): void {
    if (this.#said.delete(kind)) this.log.info({ operation }, "it works again");
  }

  /** @throws what is no failure of a call: a mistake of ours */
  failed(operation: Operation, error: unknown, signal: AbortSignal | undefined, { kind = operation, ...about }: About = {}): void {
    if (!(error instanceof ApiFailure)) throw error;
    if (signal?.aborted) return;
    this.metrics.stale_mounts_failures_total.inc({ operation });
    if (this.#said.get(kind) === error.message) return;
    this.#said.set(kind, error.message);
    this.log.error({ operation, ...about, reason: error.message }, "a call failed; it is tried again");
  }

  mistake(error: unknown): void {
    this.metrics.stale_mounts_failures_total.inc({ operation: "list" });
    this.log.error({ err: error }, "a check failed");
  }
}
