import { errorCode } from "../../../lib/service/environment";
import { httpCall } from "../../../lib/service/http-call";

/** The service that watches for the heartbeat answers in milliseconds; a chain that takes longer is broken. */
export const PING_TIMEOUT_MS = 10_000;

/** What is kept of the answer: nothing is read from it. */
const MAX_ANSWER_BYTES = 64 * 1024;

export type Ping = { readonly isTaken: true } | { readonly isTaken: false; readonly reason: string };

/**
 * One heartbeat: a GET of the secret URL. Taken means 2xx; a redirect is not followed, because it
 * would carry the heartbeat elsewhere. The reason never quotes the URL.
 */
export async function ping(url: string, timeoutMs = PING_TIMEOUT_MS): Promise<Ping> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return { isTaken: false, reason: "the ping URL is no http(s) URL" };
  try {
    const { status } = await httpCall({ method: "GET", url: new URL(url), timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    return status >= 200 && status < 300 ? { isTaken: true } : { isTaken: false, reason: `status ${status}` };
  } catch (error) {
    return { isTaken: false, reason: errorCode(error) };
  }
}
