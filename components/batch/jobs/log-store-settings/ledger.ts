import type { Logger } from "../../../../lib/service/log";
import { Refusal } from "../../service/refusal";

/** What a run mended, and what it could not. */
export class Ledger {
  #mended = 0;
  /** By message: what many objects fail of in the same words is told once. */
  readonly #failures = new Map<string, Error>();

  constructor(
    private readonly log: Logger,
    private readonly signal: AbortSignal,
    /** Takes what is secret out of a text. */
    private readonly hide: (text: string) => string,
  ) {}

  get mended(): number {
    return this.#mended;
  }

  get failures(): readonly Error[] {
    return [...this.#failures.values()];
  }

  /** Does a thing that no other has to wait for. `apply` gives what the object had lacked, if anything. */
  async attempt(object: string, apply: () => Promise<string | undefined>): Promise<void> {
    // what the run's time was over for is told of what it had begun with, and not of all that came after
    if (this.signal.aborted) return;
    try {
      const lacked = await apply();
      if (lacked !== undefined) {
        this.#mended++;
        this.log.info({ object, lacked: this.hide(lacked) }, "it was not as declared, and is now");
      }
    } catch (error) {
      this.#add(this.signal.aborted ? `${object}: the run ended while it was looked at` : messageOf(object, error));
    }
  }

  #add(message: string): void {
    const told = this.hide(message);
    this.#failures.set(told, new Refusal(told));
  }
}

/** A Refusal names what it is about. */
const messageOf = (object: string, error: unknown): string => (error instanceof Refusal ? error.message : `${object}: ${error}`);
