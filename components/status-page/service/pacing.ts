import type { CallResult } from "./page";

/** A token that is refused is tried once a minute: a person has to fix it, and may do so at any time. */
const UNAUTHORIZED_MS = 60_000;
const FAILED_MS = { first: 500, longest: 30_000 };
/** The page's window for its rate limit is a minute. */
const LIMITED_MS = { first: 1000, longest: 60_000 };

/** When the next call may start, by how the last ones ended. */
export class Pacing {
  #notBefore: number;
  #failures = 0;
  #limits = 0;

  constructor(
    private readonly minIntervalMs: number,
    now: number,
  ) {
    // The process before this one may have made a call just before it ended.
    this.#notBefore = now + minIntervalMs;
  }

  get notBefore(): number {
    return this.#notBefore;
  }

  started(now: number): void {
    this.#notBefore = now + this.minIntervalMs;
  }

  ended(result: CallResult, now: number): void {
    const { outcome } = result;
    if (outcome === "failed" || outcome === "timeout") this.pause(now, doubled(FAILED_MS, this.#failures++));
    else this.#failures = 0;
    if (outcome === "rate_limited") this.pause(now, result.retryAfterMs ?? doubled(LIMITED_MS, this.#limits++));
    else this.#limits = 0;
    if (outcome === "unauthorized") this.pause(now, UNAUTHORIZED_MS);
  }

  /** No call before then, whatever was agreed. */
  pause(now: number, milliseconds: number): void {
    this.#notBefore = Math.max(this.#notBefore, now + milliseconds);
  }
}

function doubled({ first, longest }: { readonly first: number; readonly longest: number }, times: number): number {
  return Math.min(first * 2 ** times, longest);
}
