/** What the bridge itself sets helpers to, so that its echo is known for what it is. The echo may come before the call's result, which carries the id to compare. */
import type { Clock } from "../../../../lib/service/clock";
import { type Field, type HelperValue, sameValue } from "../../watched-helpers";

/** Echoes come within a second; more calls than this are not under way at once. */
const KEPT_IDS = 50;
/** Home Assistant that was stuck carries out what it was asked before, also after a new connection. */
const LATE_MS = 60_000;

export interface OwnCall {
  /** The call's result came: its changes have this context. */
  readonly done: (contextId: string) => void;
  /** It was refused: nothing changes. */
  readonly refused: () => void;
  /** It may have taken effect, or may still do so: a change to its value counts as its echo. */
  readonly lost: () => void;
}

interface LostCall {
  /** Its place in the order of all calls. */
  readonly place: number;
  readonly field: Field;
  readonly value: HelperValue;
  readonly until: number;
}

export class OwnCalls {
  readonly #underWay = new Map<Field, number>();
  /** Contexts of calls that were done, and the place of each in the order of all calls. */
  readonly #done = new Map<string, number>();
  #calls = 0;
  #lost: readonly LostCall[] = [];

  constructor(private readonly clock: Pick<Clock, "now">) {}

  register(field: Field, value: HelperValue): OwnCall {
    const place = ++this.#calls;
    this.#underWay.set(field, (this.#underWay.get(field) ?? 0) + 1);
    const end = () => this.#underWay.set(field, (this.#underWay.get(field) ?? 1) - 1);
    return {
      done: (contextId) => {
        end();
        this.#done.set(contextId, place);
        const [oldest] = this.#done.keys();
        if (this.#done.size > KEPT_IDS && oldest !== undefined) this.#done.delete(oldest);
      },
      refused: end,
      lost: () => {
        end();
        this.#lost = [...this.#lost, { place, field, value, until: Number.POSITIVE_INFINITY }];
      },
    };
  }

  /** Whether a change of the helper can't be judged yet. */
  isUnderWay(field: Field): boolean {
    return (this.#underWay.get(field) ?? 0) > 0;
  }

  /** Whether a change is ours. A lost call has no id to compare: its value decides, once. */
  isOwn(field: Field, contextId: string | undefined, value: HelperValue | undefined): boolean {
    const place = contextId === undefined ? undefined : this.#done.get(contextId);
    if (place !== undefined) {
      // What was lost before it did not come, and does not come any more.
      this.#lost = this.#lost.filter((call) => call.field !== field || call.place > place);
      return true;
    }
    if (value === undefined) return false;
    const now = this.clock.now();
    const lost = this.#lost.find((call) => call.field === field && sameValue(call.value, value) && now < call.until);
    this.#lost = this.#lost.filter((call) => call !== lost && now < call.until);
    return lost !== undefined;
  }

  /** Somebody gave the helper another value. Lost calls from before the last connection do not come after that; younger ones may, since the change may be older. */
  overtaken(field: Field): void {
    this.#lost = this.#lost.filter((call) => call.field !== field || call.until === Number.POSITIVE_INFINITY);
  }

  /** Home Assistant is there again: lost calls that did not take effect yet do so soon or never. */
  reconnected(): void {
    const end = this.clock.now() + LATE_MS;
    this.#lost = this.#lost.map((call) => ({ ...call, until: Math.min(call.until, end) }));
  }
}
