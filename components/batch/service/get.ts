import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../../lib/service/environment";
import { type HttpAnswer, type HttpCall, httpCall } from "../../../lib/service/http-call";
import { Refusal } from "./refusal";

/** A listing of thousands takes seconds; what takes longer hangs. */
const ANSWER_MS = 30_000;
const TRIES = 3;
const PAUSE_MS = 1_000;

/** What a GET or HEAD needs; `what` names it in messages, which never quote the URL: it may hold what is secret. */
export type Get = Pick<HttpCall, "url" | "agent" | "maxBytes" | "signal"> & {
  readonly method?: "GET" | "HEAD";
  readonly headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  readonly what: string;
};

/**
 * Asks, and asks again where that may help: no answer, 5xx or 429. Any other answer is the caller's to judge.
 * @throws Refusal when there was none at last
 */
export async function get({ method = "GET", headers, what, ...call }: Get): Promise<HttpAnswer> {
  for (let tries = 1; ; tries++) {
    const isLast = tries === TRIES;
    try {
      const answer = await httpCall({ ...call, method, headers: await headers?.(), timeoutMs: ANSWER_MS });
      if (isLast || (answer.status < 500 && answer.status !== 429)) return answer;
    } catch (error) {
      if (errorCode(error) === "ERR_INVALID_CHAR") {
        throw new Refusal(`${what}: the token or password holds a sign that no header may, such as a line break; write it anew`);
      }
      if (isLast || call.signal?.aborted || errorCode(error) === "ERANSWERSIZE") {
        throw new Refusal(`${what}: no answer from ${call.url.host} (${errorCode(error)}); look at whether it runs and can be reached`);
      }
    }
    await sleep(PAUSE_MS * tries, undefined, { signal: call.signal });
  }
}
