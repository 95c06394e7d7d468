import type { Component } from "../../../lib/site/component";
import type { AlertBook } from "./alert-book";
import { type Alert, type Reading, readListed } from "./alert-element";
import type { AlertSource } from "./alertmanager";
import type { Timers } from "./timers";

export interface ResyncsOptions {
  readonly source: AlertSource;
  readonly book: AlertBook;
  readonly components: ReadonlySet<Component>;
  readonly everyMs: number;
  readonly settleMs: number;
  readonly timers: Timers;
  /** Milliseconds since the epoch, by the clock that Alertmanager's start time is compared with. */
  readonly wallClock: () => number;
  /** Told of each element, of each end, and of why Alertmanager's silence proves nothing. */
  readonly onElement: (reading: Reading) => void;
  readonly onEnd: (end: ResyncEnd) => void;
}

/** `settled`: what is not listed does not fire. `unsettled`: it may, Alertmanager is young or its list has gaps. */
export const RESYNC_OUTCOMES = ["settled", "unsettled", "failed"] as const;
export interface ResyncEnd {
  readonly outcome: (typeof RESYNC_OUTCOMES)[number];
  readonly reason: string;
}

/** Webhooks that ask for it, all at once, must not keep Alertmanager busy. */
const SHORTEST_GAP_MS = 1000;
const FIRST_RETRY_MS = 5000;

/** Asks Alertmanager what fires: at the start, every so often, when asked to, and sooner when it did not answer or was young. */
export class Resyncs {
  #cancel: (() => void) | undefined;
  #isAsking = false;
  #isWanted = false;
  #isStopped = false;
  #lastBegan = Number.NEGATIVE_INFINITY;
  #failures = 0;
  /** When the Alertmanager that was last seen started, by the timers: a node's clock that is set later makes it neither older nor younger. */
  #known: { readonly startedAt: number; readonly since: number } | undefined;

  constructor(private readonly options: ResyncsOptions) {}

  /** Settles when the first question is answered, or found unanswered. */
  async start(): Promise<void> {
    await this.#ask();
  }

  /** Asks soon; an answer that is on its way may be too old and does not count. */
  request(): void {
    if (this.#isAsking) this.#isWanted = true;
    else this.#schedule(this.#lastBegan + SHORTEST_GAP_MS - this.options.timers.now());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  #schedule(milliseconds: number): void {
    this.#cancel?.();
    if (!this.#isStopped) this.#cancel = this.options.timers.after(Math.max(milliseconds, 0), () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const { timers, everyMs, onEnd } = this.options;
    this.#isAsking = true;
    this.#lastBegan = timers.now();
    const { end, againMs } = await this.#resync();
    this.#isAsking = false;
    if (this.#isStopped) return;
    onEnd(end);
    const wait = Math.min(againMs, everyMs);
    this.#schedule(this.#isWanted ? Math.min(wait, this.#lastBegan + SHORTEST_GAP_MS - timers.now()) : wait);
    this.#isWanted = false;
  }

  async #resync(): Promise<{ end: ResyncEnd; againMs: number }> {
    const { source, book, components, settleMs, timers, onElement } = this.options;
    const firing: Alert[] = [];
    const seen = new Set<string>();
    let unreadable = 0;
    const resync = book.beginResync();
    const answer = await source.list((element) => {
      const reading = readListed(element, components);
      const fingerprint = reading.kind === "alert" ? reading.alert.fingerprint : reading.fingerprint;
      if (fingerprint === undefined) unreadable++;
      else if (reading.kind !== "alert") seen.add(fingerprint);
      else if (reading.isFiring) {
        seen.add(fingerprint);
        firing.push(reading.alert);
      }
      onElement(reading);
    });
    const finish = (isComplete: boolean) => resync.finish(firing, seen, isComplete, timers.now());
    if (!answer.isAnswered || answer.startedAt === undefined) {
      // What it listed fires all the same.
      finish(false);
      const againMs = FIRST_RETRY_MS * 2 ** Math.min(this.#failures++, 10);
      return { end: { outcome: "failed", reason: answer.isAnswered ? "it does not say since when it runs" : answer.reason }, againMs };
    }
    this.#failures = 0;
    const missingMs = settleMs - (timers.now() - this.#since(answer.startedAt));
    finish(missingMs <= 0 && unreadable === 0);
    if (missingMs > 0) {
      return { end: { outcome: "unsettled", reason: "it was started a short time ago" }, againMs: Math.max(missingMs, SHORTEST_GAP_MS) };
    }
    if (unreadable > 0)
      return { end: { outcome: "unsettled", reason: "its list holds what can't be read" }, againMs: Number.POSITIVE_INFINITY };
    return { end: { outcome: "settled", reason: "" }, againMs: Number.POSITIVE_INFINITY };
  }

  #since(startedAt: number): number {
    const { timers, wallClock } = this.options;
    if (this.#known?.startedAt !== startedAt) this.#known = { startedAt, since: timers.now() - (wallClock() - startedAt) };
    return this.#known.since;
  }
}
