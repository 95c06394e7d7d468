/** Publishes entities through Home Assistant's REST interface. It keeps them in memory only: after its restart everything is posted again. */
import type { Clock } from "../../../../lib/service/clock";
import { errorCode } from "../../../../lib/service/environment";
import { httpCall } from "../../../../lib/service/http-call";
import type { Logger } from "../../../../lib/service/log";
import type { EntityState, Publisher } from "./home";

const CALL_LIMIT_MS = 10_000;
const MAX_ANSWER_BYTES = 262_144;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** With a refused token the WebSocket keeps trying, and its success ends this pause; the pause is for a token that only REST found refused. */
const REFUSED_PAUSE_MS = 300_000;
const FLUSH_STEP_MS = 20;
/** What the server itself can get over; any other 4xx is about this very state. */
const TRANSIENT: ReadonlySet<number> = new Set([403, 404, 408, 429]);

export interface RestPublisherOptions {
  /** Home Assistant's URL, without /api. */
  readonly url: string;
  /** Read at each call: it may be rotated. */
  readonly token: () => string;
  readonly log: Logger;
  readonly clock: Clock;
}

export function createRestPublisher({ url, token, log, clock }: RestPublisherOptions): Publisher {
  /** Entity -> its state as JSON. */
  const wanted = new Map<string, string>();
  const posted = new Map<string, string>();
  /** Entities whose wanted state is not posted, in the order they changed. */
  const due = new Set<string>();
  let isClosed = false;
  let isWorking = false;
  let failures = 0;
  let wake = () => {};

  /** One call at a time, the newest state of each entity. */
  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let [entityId] = due; entityId !== undefined && !isClosed; [entityId] = due) {
      due.delete(entityId);
      const state = wanted.get(entityId);
      if (state === undefined || state === posted.get(entityId)) continue;
      const outcome = await post(entityId, state);
      if (outcome === "done") {
        failures = 0;
        posted.set(entityId, state);
        continue;
      }
      due.add(entityId);
      const pause = outcome === "refused" ? REFUSED_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
      failures++;
      await Promise.race([clock.sleep(pause), new Promise<void>((resolve) => (wake = resolve))]);
    }
    isWorking = false;
  }

  async function post(entityId: string, state: string): Promise<"done" | "failed" | "refused"> {
    let reason: string;
    try {
      const { status } = await httpCall({
        method: "POST",
        url: new URL(`${url}/api/states/${entityId}`),
        headers: { authorization: `Bearer ${token()}` },
        json: Buffer.from(state),
        timeoutMs: CALL_LIMIT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      if (status === 200 || status === 201) return "done";
      if (status === 401) {
        if (failures === 0) log.error({ entityId }, "Home Assistant refuses the access token for states; use a token of an administrator");
        return "refused";
      }
      if (status >= 400 && status < 500 && !TRANSIENT.has(status)) {
        // The same again would be refused again, and would hold the others up.
        log.error({ entityId, status }, "Home Assistant refuses a state; it is not sent again");
        return "done";
      }
      reason = `status ${status}`;
    } catch (error) {
      reason = errorCode(error);
    }
    if (failures === 0) log.warn({ entityId, reason }, "a state could not be published; trying again");
    return "failed";
  }

  return {
    publish: (entityId, { state, attributes }: EntityState) => {
      const json = JSON.stringify({ state, attributes });
      wanted.set(entityId, json);
      if (json === posted.get(entityId)) due.delete(entityId);
      else due.add(entityId);
      void work();
    },
    republish: () => {
      posted.clear();
      for (const entityId of wanted.keys()) due.add(entityId);
      failures = 0;
      wake();
      void work();
    },
    flush: async (limitMs) => {
      const end = clock.now() + limitMs;
      while (isWorking && clock.now() < end) await clock.sleep(FLUSH_STEP_MS);
    },
    close: async () => {
      isClosed = true;
      wake();
    },
  };
}
