/** A push to a group of the Pushgateway, tried again while that may help. */
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../../lib/service/environment";
import { type HttpCall, httpCall } from "../../../lib/service/http-call";
import type { Logger } from "../../../lib/service/log";
import { excerpt } from "./refusal";

export interface Group {
  /** URL of the Pushgateway. */
  readonly gateway: string;
  readonly job: string;
  readonly log: Logger;
  /** Ends the push, whatever it is doing. */
  readonly signal: AbortSignal;
}

/** `isRefused`: the gateway answered that it will not have this text. */
export type Push = { readonly isTaken: true } | { readonly isTaken: false; readonly isRefused: boolean; readonly reason: string };

/** One that does not answer is asked again on another connection, several times within a push. */
const ANSWER_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
const MAX_ANSWER_BYTES = 64 * 1024;

const TEXT = "text/plain; version=0.0.4; charset=utf-8";

/** POST replaces the series of these names and leaves the others of the group alone (specification, part 4, rule 1). */
export async function post({ gateway, job, log, signal }: Group, content: string): Promise<Push> {
  const url = new URL(`${gateway}/metrics/job/${job}`);
  // the URL may hold a password, the host does not
  let reason = `the Pushgateway at ${url.host} did not answer`;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const push = await attempt({ method: "POST", url, text: { type: TEXT, content }, signal });
    if (push?.isTaken || push?.isRefused) return push;
    reason = push?.reason ?? reason;
    if (!signal.aborted) {
      log.warn({ reason }, "the push was not taken; it is tried again");
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
    if (signal.aborted) return { isTaken: false, isRefused: false, reason: `${reason}; then the time for the push was over` };
  }
}

/** Undefined where it was cut short: that tells nothing of the gateway. */
async function attempt(call: Pick<HttpCall, "method" | "url" | "text" | "signal">): Promise<Push | undefined> {
  try {
    const { status, text } = await httpCall({ ...call, timeoutMs: ANSWER_MS, maxBytes: MAX_ANSWER_BYTES });
    if (status >= 200 && status < 300) return { isTaken: true };
    // what is too much now may be welcome in a moment
    const isRefused = status < 500 && status !== 429 && status !== 408;
    return { isTaken: false, isRefused, reason: `the Pushgateway answered ${status}: ${excerpt(text)}` };
  } catch (error) {
    const code = errorCode(error);
    return code === "ABORT_ERR"
      ? undefined
      : { isTaken: false, isRefused: false, reason: `the Pushgateway at ${call.url.host} did not answer: ${code}` };
  }
}
