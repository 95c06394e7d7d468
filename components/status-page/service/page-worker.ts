import type { Call, CallResult, Page } from "./page";
import type { Reconciler } from "./reconciler";
import type { Timers } from "./timers";

export interface PageWorkerOptions {
  readonly page: Page;
  readonly reconciler: Reconciler;
  readonly timers: Timers;
  /** Told of each call that ended. */
  readonly onCall: (call: Call, result: CallResult) => void;
}

/** Makes the reconciler's calls, one at a time. */
export class PageWorker {
  #cancel: (() => void) | undefined;
  #inFlight: Promise<void> | undefined;
  #isStopped = false;

  constructor(private readonly options: PageWorkerOptions) {}

  /** Something changed, or time has come: look what is to be done. */
  poke(): void {
    const { reconciler, timers } = this.options;
    if (this.#isStopped || this.#inFlight) return;
    this.#cancel?.();
    const now = timers.now();
    const step = reconciler.next(now);
    if ("call" in step) this.#inFlight = this.#make(step.call);
    else this.#cancel = timers.after(step.until - now, () => this.poke());
  }

  /** Starts no more calls; settles when the one in flight has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel?.();
    await this.#inFlight;
  }

  async #make(call: Call): Promise<void> {
    const { page, reconciler, timers, onCall } = this.options;
    reconciler.started(call, timers.now());
    const result = await page.call(call);
    reconciler.ended(call, result, timers.now());
    this.#inFlight = undefined;
    onCall(call, result);
    this.poke();
  }
}
