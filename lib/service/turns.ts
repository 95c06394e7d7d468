/** At most `count` holders at once; the others wait in the order they came. */
export class Turns {
  readonly #waiting = new Set<(end: () => void) => void>();

  constructor(private count: number) {}

  /** The function that ends the caller's turn; undefined when all turns are taken. */
  takeFree(): (() => void) | undefined {
    if (this.count === 0) return undefined;
    this.count--;
    return this.#end;
  }

  /** Settles when it is the caller's turn, with the function that ends it. Rejects with the signal's reason when that comes first. */
  async take(signal?: AbortSignal): Promise<() => void> {
    const end = this.takeFree();
    if (end) return end;
    return new Promise((resolve, reject) => {
      this.#waiting.add(resolve);
      signal?.addEventListener("abort", () => this.#waiting.delete(resolve) && reject(signal.reason), { once: true });
    });
  }

  readonly #end = (): void => {
    const [next] = this.#waiting;
    if (!next) {
      this.count++;
      return;
    }
    this.#waiting.delete(next);
    next(this.#end);
  };
}
