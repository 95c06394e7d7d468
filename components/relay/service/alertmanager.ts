import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Clock } from "../../../lib/service/clock";
import { errorCode } from "../../../lib/service/environment";
import { httpCall } from "../../../lib/service/http-call";
import type { Logger } from "../../../lib/service/log";

/** `rejected` means that no retry can fix it: the alerts are given up, loudly. */
export type Outcome = "ok" | "rejected" | "failed";

/** After this the aggregator, which still holds the chunk, is the better place to wait. */
export const DEADLINE_MS = 10_000;
/** One slow attempt must leave room for another. */
const ATTEMPT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
/** What even the last of a batch's POSTs gets when those before it took until the deadline. */
const LAST_ATTEMPT_MS = 1_000;
/** Nothing is read from the answer but its status. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Below this another attempt can't be expected to end. */
const MIN_ATTEMPT_MS = 50;

export interface AlertmanagerOptions {
  readonly url: string;
  readonly log: Logger;
  readonly onRetry: () => void;
  readonly clock: Clock;
  readonly maxSockets: number;
}

export class Alertmanager {
  /** Kept connections: batches come every few seconds. One that the server closed in between is an attempt more. */
  readonly #agent: HttpAgent;
  readonly #endpoint: URL;

  constructor(private readonly options: AlertmanagerOptions) {
    this.#endpoint = new URL(`${options.url}/api/v2/alerts`);
    const Agent = this.#endpoint.protocol === "https:" ? HttpsAgent : HttpAgent;
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.maxSockets });
  }

  /** Posts a JSON array of alerts, once at least, and again until the deadline while an answer gives hope and nobody calls it off. */
  async post(alerts: Buffer, deadline: number, signal?: AbortSignal): Promise<Outcome> {
    const { clock, onRetry, log } = this.options;
    let leastMs = LAST_ATTEMPT_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      const result = await this.#attempt(alerts, Math.min(ATTEMPT_MS, Math.max(deadline - clock.now(), leastMs)), signal);
      if (result.outcome !== "failed") return result.outcome;
      // Two relays that lost the same Alertmanager should not come back in step.
      const wait = pause * (0.5 + Math.random() / 2);
      if (signal?.aborted || clock.now() + wait + MIN_ATTEMPT_MS > deadline) {
        log.warn({ alertmanager: this.#endpoint.host, reason: result.reason }, "alertmanager did not take a batch in time");
        return "failed";
      }
      onRetry();
      leastMs = 0;
      await clock.sleep(wait);
    }
  }

  async #attempt(alerts: Buffer, timeoutMs: number, signal: AbortSignal | undefined): Promise<{ outcome: Outcome; reason: string }> {
    try {
      const call = {
        method: "POST",
        url: this.#endpoint,
        json: alerts,
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
        agent: this.#agent,
        signal,
      } as const;
      const { status } = await httpCall(call);
      const reason = `status ${status}`;
      if (status >= 200 && status < 300) return { outcome: "ok", reason };
      if (status < 400 || status > 499 || status === 408 || status === 429) return { outcome: "failed", reason };
      // Only the status: the body may quote what was sent, and this log passes the flows that feed the relay.
      this.options.log.error(
        { alertmanager: this.#endpoint.host, status },
        "alertmanager refused a batch of alerts for good; they are dropped",
      );
      return { outcome: "rejected", reason };
    } catch (error) {
      return { outcome: "failed", reason: errorCode(error) };
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
