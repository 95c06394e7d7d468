/** What the bridge itself sets helpers to, so that its echo is known for what it is. The echo may come before the call's result, which carries the id to compare. */
import { type Field, type HelperValue, sameValue } from "../../watched-helpers";

/** Echoes come within a second; more calls than this are not under way at once. */
const KEPT_IDS = 50;

export interface OwnCall {
  /** The call's result came: its changes have this context. */
  readonly done: (contextId: string) => void;
  /** It was refused: nothing changes. */
  readonly refused: () => void;
  /** It may have taken effect: the next change to its value counts as its echo. */
  readonly lost: () => void;
}

export class OwnCalls {
  readonly #underWay = new Map<Field, number>();
  readonly #lost = new Map<Field, HelperValue>();
  readonly #contextIds: string[] = [];

  register(field: Field, value: HelperValue): OwnCall {
    this.#underWay.set(field, (this.#underWay.get(field) ?? 0) + 1);
    // A later call settles what an earlier one left open.
    this.#lost.delete(field);
    const end = () => this.#underWay.set(field, (this.#underWay.get(field) ?? 1) - 1);
    return {
      done: (contextId) => {
        end();
        this.#contextIds.push(contextId);
        if (this.#contextIds.length > KEPT_IDS) this.#contextIds.shift();
      },
      refused: end,
      lost: () => {
        end();
        this.#lost.set(field, value);
      },
    };
  }

  /** Whether a change of the helper can't be judged yet. */
  isUnderWay(field: Field): boolean {
    return (this.#underWay.get(field) ?? 0) > 0;
  }

  /** Whether a change is ours. A lost call is compared by its value, once. */
  isOwn(field: Field, contextId: string | undefined, value: HelperValue | undefined): boolean {
    if (contextId !== undefined && this.#contextIds.includes(contextId)) return true;
    const lost = this.#lost.get(field);
    const isMatch = lost !== undefined && value !== undefined && sameValue(lost, value);
    if (isMatch) this.#lost.delete(field);
    return isMatch;
  }

  /** A full snapshot shows whether lost calls took effect. */
  forgetLost(): void {
    this.#lost.clear();
  }
}
