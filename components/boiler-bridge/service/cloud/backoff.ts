import type { HttpAnswer } from "../../../../lib/service/http-call";
import { isOutage } from "./verdict";

export interface Pause {
  /** In milliseconds since the epoch. */
  readonly until: number;
  readonly because: "rate_limited" | "unreachable";
}

/** A later time than this is not believed. */
const MAX_NAMED_MS = 24 * 3_600_000;
/** Blocks of 30 s to 2 h have been seen. */
const FIRST_GUESS_MS = 60_000;
const MAX_GUESS_MS = 2 * 3_600_000;

/** Until when the cloud wants no request, the login included: after a 429 in any case, after an outage when it names a time. */
export class Backoff {
  #pause: Pause | undefined;
  #guessMs = FIRST_GUESS_MS;

  /** undefined when requests are allowed. */
  at(now: number): Pause | undefined {
    return this.#pause !== undefined && now < this.#pause.until ? this.#pause : undefined;
  }

  /** Takes in an answer, and says what it asks for. */
  heed({ status, headers, text }: Pick<HttpAnswer, "status" | "headers" | "text">, now: number): Pause | undefined {
    const named = namedInHeader(headers["retry-after"], now);
    if (status === 429) this.#pause = { until: now + (named ?? namedInText(text) ?? this.#guess()), because: "rate_limited" };
    else if (isOutage(status) && named !== undefined) this.#pause = { until: now + named, because: "unreachable" };
    return this.at(now);
  }

  clockSet(byMs: number): void {
    if (this.#pause) this.#pause = { ...this.#pause, until: this.#pause.until + byMs };
  }

  /** A call was served: the next guess starts small again. No other answer says so, since a login page may be served to those who are blocked. */
  served(): void {
    this.#guessMs = FIRST_GUESS_MS;
  }

  /** Grows only when it is used: a named time says nothing about an unnamed one. */
  #guess(): number {
    const guess = this.#guessMs;
    this.#guessMs = Math.min(guess * 2, MAX_GUESS_MS);
    return guess;
  }
}

/** Seconds, or one of HTTP's three forms of a date (RFC 9110, 5.6.7). Date.parse alone would see a date in -5 and 1.5 too. */
function namedInHeader(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return ahead(Number(text) * 1000);
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
  // The form without a zone is in UTC too.
  return ahead(Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) - now);
}

function namedInText(text: string): number | undefined {
  const seconds = /blocked for (\d+) second/i.exec(text)?.[1];
  return seconds === undefined ? undefined : ahead(Number(seconds) * 1000);
}

/** A time that is not ahead says nothing. */
function ahead(milliseconds: number): number | undefined {
  return milliseconds > 0 ? Math.min(milliseconds, MAX_NAMED_MS) : undefined;
}
