import type { IncomingHttpHeaders } from "node:http";

/** A limit that names a later time than this is not believed. */
const MAX_NAMED_MS = 24 * 3_600_000;
/** Blocks of 30 s to 2 h have been seen. */
const FIRST_GUESS_MS = 60_000;
const MAX_GUESS_MS = 2 * 3_600_000;

/** Until when the cloud wants no request, the login included. */
export class RateLimit {
  #until = 0;
  #guessMs = FIRST_GUESS_MS;

  /** In milliseconds since the epoch; undefined when requests are allowed. */
  until(now: number): number | undefined {
    return now < this.#until ? this.#until : undefined;
  }

  /** Takes in a 429; the time from which requests are allowed again. */
  block(headers: IncomingHttpHeaders, text: string, now: number): number {
    const named = retryAfterMs(headers["retry-after"], now) ?? namedInText(text);
    this.#until = now + (named ?? this.#guessMs);
    // The guess grows only when it was used: a named time says nothing about an unnamed one.
    if (named === undefined) this.#guessMs = Math.min(this.#guessMs * 2, MAX_GUESS_MS);
    return this.#until;
  }

  /** Another answer came: the next unnamed limit starts small again. */
  clear(): void {
    this.#guessMs = FIRST_GUESS_MS;
  }
}

/** Seconds or an HTTP date. A time that is not ahead says nothing. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  return bounded(/^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now);
}

function namedInText(text: string): number | undefined {
  const seconds = /blocked for (\d+) second/i.exec(text)?.[1];
  return seconds === undefined ? undefined : bounded(Number(seconds) * 1000);
}

function bounded(milliseconds: number): number | undefined {
  return milliseconds > 0 ? Math.min(milliseconds, MAX_NAMED_MS) : undefined;
}
