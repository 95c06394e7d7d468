import type { Logger } from "../../../lib/service/log";
import { FIELDS, type Field, type HelperValue, helperId, sameValue } from "../watched-helpers";
import type { Home } from "./home/home";

/** Keeps the helpers at what the boiler says, one call at a time; a field with a command under way is left alone. */
export class HelpersFollow {
  readonly #shown = new Map<Field, HelperValue>();
  /** Refused once is refused again: said once, until another value is wanted. */
  readonly #refused = new Map<Field, HelperValue>();
  /** Helpers that changed since the last call for them began. */
  readonly #changed = new Set<Field>();
  #wanted: ReadonlyMap<Field, HelperValue> = new Map();
  /** What helpers showed before the changes that the boiler was asked for. */
  readonly #before = new Map<string, HelperValue>();
  /** What refused ones go back to where the boiler says nothing. */
  readonly #back = new Map<string, HelperValue>();
  #isWorking = false;

  constructor(
    private readonly home: Pick<Home, "setHelper" | "isConnected">,
    private readonly isPending: (field: Field) => boolean,
    private readonly log: Logger,
  ) {}

  /** What a helper shows now; undefined: it is missing or has no value. */
  shown(field: Field): HelperValue | undefined {
    return this.#shown.get(field);
  }

  /** Every change that Home Assistant tells, in its order, those by the bridge among them. */
  note(field: Field, value: HelperValue | undefined): void {
    this.#changed.add(field);
    if (value === undefined) this.#shown.delete(field);
    else this.#shown.set(field, value);
  }

  /** Before the change that asks the boiler for something is noted. */
  ask(field: Field): void {
    const shown = this.#shown.get(field);
    if (shown !== undefined && !this.#before.has(field)) this.#before.set(field, shown);
    this.#back.delete(field);
  }

  /** What was asked for came to an end. */
  answer(fields: readonly string[], isRefused: boolean): void {
    for (const field of fields) {
      const before = this.#before.get(field);
      this.#before.delete(field);
      if (isRefused && before !== undefined) this.#back.set(field, before);
    }
    void this.settle();
  }

  /** The values of the newest reading. */
  follow(values: ReadonlyMap<Field, HelperValue>): void {
    this.#wanted = values;
    for (const field of values.keys()) this.#back.delete(field);
    void this.settle();
  }

  /** Sets what differs. */
  async settle(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      for (let field = this.#next(); field !== undefined; field = this.#next()) await this.#set(field);
    } finally {
      this.#isWorking = false;
    }
  }

  #next(): Field | undefined {
    if (!this.home.isConnected()) return undefined;
    return FIELDS.find((field) => {
      const wanted = this.#goal(field);
      if (wanted === undefined || this.isPending(field)) return false;
      const [shown, refused] = [this.#shown.get(field), this.#refused.get(field)];
      return (shown === undefined || !sameValue(shown, wanted)) && (refused === undefined || !sameValue(refused, wanted));
    });
  }

  #goal(field: Field): HelperValue | undefined {
    return this.#wanted.get(field) ?? this.#back.get(field);
  }

  async #set(field: Field): Promise<void> {
    const wanted = this.#goal(field);
    if (wanted === undefined) return;
    this.#changed.delete(field);
    try {
      await this.home.setHelper(field, wanted);
      // Else what was told counts: somebody may have changed it after the call.
      if (!this.#changed.has(field)) this.#shown.set(field, wanted);
      this.#refused.delete(field);
    } catch (error) {
      this.#refused.set(field, wanted);
      if (!this.home.isConnected()) return;
      const reason = error instanceof Error ? error.message : "unknown error";
      this.log.warn({ helper: helperId(field), value: wanted, reason }, "home assistant does not take the boiler's value for a helper");
    }
  }

  /** A new connection: everything may be different, and what was refused may be taken. */
  restart(values: ReadonlyMap<Field, HelperValue | undefined>): void {
    this.#shown.clear();
    this.#refused.clear();
    for (const [field, value] of values) this.note(field, value);
    void this.settle();
  }
}
