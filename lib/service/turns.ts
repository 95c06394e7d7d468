/** At most `count` holders at once; the others wait in the order they came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  constructor(private count: number) {}

  /** Settles when it is the caller's turn, with the function that ends it. */
  async take(): Promise<() => void> {
    if (this.count > 0) this.count--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.count++;
    };
  }
}
