/** At most `count` holders at once; the others wait in the order they came. */
export class Semaphore {
  readonly #waiting = new Set<(release: () => void) => void>();

  constructor(private count: number) {}

  /** The function that releases the caller's permit; undefined when none is free. */
  tryAcquire(): (() => void) | undefined {
    if (this.count === 0) return undefined;
    this.count--;
    return this.#release;
  }

  /** Settles when the caller has a permit, with the function that releases it. Rejects with the signal's reason when that comes first. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    const release = this.tryAcquire();
    if (release) return release;
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      signal?.addEventListener("abort", () => this.#waiting.delete(resolve) && reject(signal.reason), { once: true });
    });
  }

  readonly #release = (): void => {
    const [next] = this.#waiting;
    if (!next) {
      this.count++;
      return;
    }
    this.#waiting.delete(next);
    next(this.#release);
  };
}
