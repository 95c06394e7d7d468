import type { Clock } from "../../../../lib/service/clock";
import type { Logger } from "../../../../lib/service/log";
import type { Semaphore } from "../../../../lib/service/semaphore";
import type { CommandState, LastCommand } from "../../entities";
import type { Reading } from "../../model/reading";
import type { Temperatures } from "../../model/setpoints";
import type { Field, HelperValue } from "../../watched-helpers";
import { type Cloud, CloudError, type SetDataBody } from "../cloud/cloud";
import { type Command, EXPIRES_MS, expired, hasLost, nextCommand, nextExpiry, onItsWay } from "./command";
import { Pace } from "./pace";
import { contains, isBack, type Shown, shownText } from "./shown";
import { prepare, setDataValues } from "./transaction";
import { fieldsOf, isEmpty, KIND_OF, type Kind, part, type Wish, wantedOf } from "./wish";

/** A slider sends a step at a time: this long without another one, and at most so long after the first. */
const DEBOUNCE_MS = 1000;
const LONGEST_DEBOUNCE_MS = 2500;
/** Between attempts to reach the cloud for a command that waits. */
const RETRY_MS = { first: 5_000, longest: 60_000 };
/** How long ordinary reads may still change a command's outcome. */
const WATCH_MS = 15 * 60_000;

export interface CommandsOptions {
  readonly cloud: Cloud;
  readonly clock: Clock;
  readonly log: Logger;
  /** Reading, deciding and writing belong together; no other write comes between. */
  readonly semaphore: Semaphore;
  /** Seconds after a write at which a fresh read looks for it, ascending. */
  readonly confirmSeconds: readonly number[];
  readonly pollMs: number;
  readonly today: () => string;
  readonly holidayUntil: () => string | undefined;
  /** Every fresh reading of a command, confirmations included. */
  readonly onReading: (reading: Reading) => void;
  readonly onReport: (report: LastCommand) => void;
  /** The heating pair that the boiler was sent just now. */
  readonly onHeatingSent: (pair: Temperatures) => void;
  /** Whether the broken heating setpoints are about to be repaired. */
  readonly isRepairing: () => boolean;
}

/** Why a command has to wait. */
interface Wait {
  readonly message: string;
  /** In milliseconds since the epoch. */
  readonly notBefore?: number | undefined;
}

/** Commands from helper changes to their outcome. One of a kind at a time: a newer wish of the same kind takes the older one in. */
export class Commands {
  readonly #gathering = new Map<Kind, { wish: Wish; firstAt: number }>();
  readonly #latest = new Map<Kind, Command>();
  readonly #pace = new Pace();
  /** As long as a write may take to show. */
  readonly #convergenceMs: number;
  #isClosed = false;

  constructor(private readonly options: CommandsOptions) {
    this.#convergenceMs = (options.confirmSeconds.at(-1) ?? 0) * 1000;
  }

  /** Whether a helper has to be left alone because what it shows is on its way to the boiler. */
  isPending(field: Field): boolean {
    const kind = KIND_OF[field];
    const command = this.#latest.get(kind);
    return this.#gathering.has(kind) || (command?.state === "pending" && !hasLost(command, field));
  }

  submit(field: Field, value: HelperValue): void {
    this.#gather(KIND_OF[field], { [field]: value });
  }

  submitSchedule(schedule: unknown): void {
    this.#gather("schedule", { schedule });
  }

  /** Every good reading, whoever asked for it: it may confirm a command late, or show that the boiler took it back. */
  onReading(reading: Reading): void {
    for (const command of this.#latest.values()) this.#judge(command, reading);
  }

  close(): void {
    this.#isClosed = true;
    this.#gathering.clear();
    this.#latest.clear();
  }

  #gather(kind: Kind, wish: Wish): void {
    const { clock } = this.options;
    const known = this.#gathering.get(kind);
    const gathered = { wish: { ...known?.wish, ...wish }, firstAt: known?.firstAt ?? clock.now() };
    this.#gathering.set(kind, gathered);
    const rest = Math.min(DEBOUNCE_MS, gathered.firstAt + LONGEST_DEBOUNCE_MS - clock.now());
    void clock.sleep(Math.max(rest, 0)).then(() => {
      if (this.#gathering.get(kind) !== gathered) return;
      this.#gathering.delete(kind);
      this.#begin(kind, gathered.wish);
    });
  }

  #begin(kind: Kind, gathered: Wish): void {
    const now = this.options.clock.now();
    const command = nextCommand(kind, gathered, this.#latest.get(kind), now, this.#convergenceMs);
    this.#latest.set(kind, command);
    const pause = this.#pace.pause(kind, now);
    this.#report(command, "pending", pause > 0 ? `the last ones failed; the next attempt is in ${Math.ceil(pause / 1000)} s` : "");
    void this.#run(command, pause).catch((error: unknown) => {
      this.options.log.error({ err: error, field: fieldsOf(command.wish).join(",") }, "a command failed for a reason of the bridge's own");
      this.#report(command, "unknown", "the bridge failed; its log says why");
    });
  }

  async #run(command: Command, pause: number): Promise<void> {
    if (pause > 0) await this.options.clock.sleep(pause);
    if (await this.#write(command)) await this.#confirm(command);
  }

  /** Until the write is sent (true), or it has nothing to write, is refused, expires or gives way to a newer one. */
  async #write(command: Command): Promise<boolean> {
    const { clock, semaphore } = this.options;
    let reason = "the boiler could not be reached";
    for (let pause = RETRY_MS.first; this.#isMeant(command, reason); pause = Math.min(pause * 2, RETRY_MS.longest)) {
      const release = await semaphore.acquire();
      let step: "sent" | "ended" | Wait;
      try {
        // The permit may have been long in coming.
        step = this.#isMeant(command, reason) ? await this.#attempt(command) : "ended";
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        step = error;
        if (error.failure === "rejected" || error.failure === "shape") {
          this.#report(command, "refused", error.message);
          step = "ended";
        }
      } finally {
        release();
      }
      if (step === "sent" || step === "ended") return step === "sent";
      reason = step.message;
      const until = Math.min(Math.max(clock.now() + pause, step.notBefore ?? 0), nextExpiry(command));
      await clock.sleep(until - clock.now());
    }
    return false;
  }

  /** Ends the fields whose time is over; whether anything is left to be done. */
  #isMeant(command: Command, reason: string): boolean {
    if (!this.#isCurrent(command)) return false;
    const late = expired(command, this.options.clock.now());
    if (isEmpty(late)) return true;
    const [state, end] = contains(command.after?.wish ?? {}, late)
      ? (["unknown", "it was sent, and no read since then succeeded"] as const)
      : (["refused", `expired after ${EXPIRES_MS / 60_000} minutes`] as const);
    const rest = part(command.wish, (field) => !(field in late));
    if (isEmpty(rest)) {
      this.#report(command, state, `${end}: ${reason}`);
      return false;
    }
    command.wish = rest;
    this.#tell(late, state, `${end}: ${reason}`);
    return true;
  }

  /** One fresh read, the checks, and the one write. */
  async #attempt(command: Command): Promise<"sent" | "ended" | Wait> {
    const { cloud, clock, today, holidayUntil } = this.options;
    const fresh = await cloud.read("command");
    this.options.onReading(fresh);
    if (!this.#isMeant(command, "the read took too long")) return "ended";
    const prepared = prepare(command.kind, command.wish, {
      cloud,
      fresh,
      today: today(),
      holidayUntil: holidayUntil(),
      underWay: this.#underWay(command),
      isRepairing: this.options.isRepairing(),
    });
    if ("wait" in prepared) return { message: prepared.wait };
    if ("refusal" in prepared) {
      this.#report(command, "refused", prepared.refusal);
      return "ended";
    }
    const { transaction } = prepared;
    const { wanted } = transaction;
    const before = transaction.seen(fresh) ?? {};
    command.transaction = transaction;
    command.before = before;
    const isToChange = onItsWay(command, clock.now() - this.#convergenceMs).some((sent) => !contains(wanted, sent.wanted));
    if (contains(before, wanted) && !isToChange) {
      this.#report(command, "confirmed", "the boiler has it already");
      return "ended";
    }
    let lost: CloudError | undefined;
    try {
      await transaction.send();
    } catch (error) {
      if (!(error instanceof CloudError) || error.failure !== "uncertain") throw error;
      this.options.log.warn({ field: fieldsOf(command.wish).join(","), reason: error.message }, "the outcome of a write is not known");
      lost = error;
    }
    command.sent = { wish: command.wish, wanted, at: clock.now() };
    if (transaction.heating) this.options.onHeatingSent(transaction.heating);
    // The cloud asked to be left alone: not even the read that would settle it.
    if (lost?.notBefore !== undefined && lost.notBefore > clock.now()) {
      this.#report(command, "unknown", lost.message);
      return "ended";
    }
    return "sent";
  }

  async #confirm(command: Command): Promise<void> {
    const { cloud, clock, confirmSeconds } = this.options;
    const sentAt = command.sent?.at ?? clock.now();
    let seen: Shown | undefined;
    let failure = "what the cloud shows can't be used";
    for (const [index, seconds] of confirmSeconds.entries()) {
      // Once it shows, only the last look remains: it sees what the boiler takes back while it converges.
      if (command.state === "confirmed" && index < confirmSeconds.length - 1) continue;
      await clock.sleep(sentAt + seconds * 1000 - clock.now());
      if (!this.#isCurrent(command)) return;
      try {
        const reading = await cloud.read("command");
        seen = command.transaction?.seen(reading) ?? seen;
        this.options.onReading(reading);
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        failure = error.message;
      }
    }
    if (command.state !== "pending") return;
    if (seen !== undefined) this.#report(command, "unconfirmed", `the boiler shows ${shownText(seen)}`);
    else this.#report(command, "unknown", `it was sent, and no read since then tells: ${failure}`);
  }

  #judge(command: Command, reading: Reading): void {
    const { transaction, before, sent, state } = command;
    if (!transaction || !before || !sent || reading.at < sent.at) return;
    // What nobody could look at in that time is settled by the first reading that tells.
    if (reading.at > sent.at + Math.max(WATCH_MS, 3 * this.options.pollMs) && state !== "unknown") return;
    const { wanted } = transaction;
    const seen = transaction.seen(reading);
    if (!seen) return;
    if (contains(seen, wanted)) {
      if (state === "pending" || state === "unconfirmed" || state === "unknown") this.#report(command, "confirmed", "");
    } else if (state === "unknown" && reading.at >= sent.at + this.#convergenceMs)
      this.#report(command, "unconfirmed", `the boiler shows ${shownText(seen)}`);
    else if (state === "confirmed" && isBack(seen, { wanted, before }))
      this.#report(command, "reverted", `the boiler took it and went back to ${shownText(seen)}`);
  }

  /** Values of SetData that were sent and do not show yet. */
  #underWay(command: Command): Partial<SetDataBody> {
    const since = this.options.clock.now() - this.#convergenceMs;
    const others = [...this.#latest.values()].filter((other) => other !== command);
    return Object.assign({}, ...others.flatMap((other) => onItsWay(other, since)).map(({ wish }) => setDataValues(wish)));
  }

  #isCurrent(command: Command): boolean {
    return !this.#isClosed && this.#latest.get(command.kind) === command;
  }

  #report(command: Command, state: CommandState, reason: string): void {
    if (!this.#isCurrent(command)) return;
    command.state = state;
    this.#pace.note(command.kind, state, this.options.clock.now());
    this.#tell(command.wish, state, reason);
  }

  #tell(wish: Wish, state: CommandState, reason: string): void {
    this.options.onReport({
      state,
      field: fieldsOf(wish).join(","),
      wanted: wantedOf(wish),
      reason: reason || undefined,
      at: this.options.clock.now(),
    });
  }
}
