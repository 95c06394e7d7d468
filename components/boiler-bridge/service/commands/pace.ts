/** Polite towards the cloud: an automation that answers each value that is put back with the same one again would read it without end. */
import type { CommandState } from "../../entities";
import type { Kind } from "./wish";

/** From the first failure, the second, the third in a row to the next attempt. */
const PAUSE_MS = [0, 10_000, 60_000];
/** From any later one. Shorter than a command's time, so that a right value still arrives. */
const LONGEST_PAUSE_MS = 4 * 60_000;
/** A failure after so long begins a new row. */
const ROW_MS = 60 * 60_000;

/** When commands of a kind may be tried: at once after a mistake, ever later after failures in a row. */
export class Pace {
  readonly #rows = new Map<Kind, { readonly failures: number; readonly lastAt: number }>();

  note(kind: Kind, state: CommandState, now: number): void {
    if (state === "confirmed") this.#rows.delete(kind);
    // Both put the helper back.
    if (state !== "refused" && state !== "unconfirmed") return;
    const row = this.#rows.get(kind);
    this.#rows.set(kind, { failures: row && now < row.lastAt + ROW_MS ? row.failures + 1 : 1, lastAt: now });
  }

  /** In milliseconds. */
  pause(kind: Kind, now: number): number {
    const row = this.#rows.get(kind);
    return row ? Math.max(row.lastAt + (PAUSE_MS[row.failures - 1] ?? LONGEST_PAUSE_MS) - now, 0) : 0;
  }
}
