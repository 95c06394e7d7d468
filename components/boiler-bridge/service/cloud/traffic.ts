import type { Priority } from "./cloud";

/** One call at a time; of those that wait, commands go before polls, each kind in the order it came. */
export class Traffic {
  readonly #waiting: Record<Priority, (() => void)[]> = { command: [], poll: [] };
  #isBusy = false;

  /** Runs a whole call, its login and replay included. */
  async run<T>(priority: Priority, call: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting[priority].push(resolve));
    this.#isBusy = true;
    try {
      return await call();
    } finally {
      const next = this.#waiting.command.shift() ?? this.#waiting.poll.shift();
      // A waiting call is handed the turn: one that comes in between has to queue behind it.
      if (next) next();
      else this.#isBusy = false;
    }
  }
}
