import type { Clock } from "../../../../lib/service/clock";
import type { Logger } from "../../../../lib/service/log";
import type { Turns } from "../../../../lib/service/turns";
import type { CommandState, LastCommand } from "../../entities";
import type { Reading } from "../../model/reading";
import type { Field, HelperValue } from "../../watched-helpers";
import { type Cloud, CloudError, type SetDataBody } from "../cloud/cloud";
import { fieldsOf, KIND_OF, type Kind, type Wish, wantedOf } from "./command";
import { prepare, setDataValues, type Transaction } from "./transaction";

/** A slider sends a step at a time: this long without another one, and at most so long after the first. */
const QUIET_MS = 1000;
const LONGEST_QUIET_MS = 2500;
/** A command that can't reach the boiler by then is no longer what the person meant. */
const EXPIRES_MS = 5 * 60_000;
/** Between attempts to reach the cloud for a command that waits. */
const RETRY_MS = { first: 5_000, longest: 60_000 };
/** How long ordinary reads may still change a command's outcome. */
const WATCH_MS = 15 * 60_000;

export interface CommandsOptions {
  readonly cloud: Cloud;
  readonly clock: Clock;
  readonly log: Logger;
  /** Reading, deciding and writing belong together; no other write comes between. */
  readonly turns: Turns;
  /** Seconds after a write at which a fresh read looks for it, ascending. */
  readonly confirmSeconds: readonly number[];
  readonly pollMs: number;
  readonly today: () => string;
  readonly holidayUntil: () => string | undefined;
  /** Every fresh reading of a command, confirmations included. */
  readonly onReading: (reading: Reading) => void;
  readonly onReport: (kind: Kind, report: LastCommand) => void;
}

interface Command {
  readonly kind: Kind;
  readonly wish: Wish;
  readonly expiresAt: number;
  state: CommandState;
  transaction?: Transaction;
  /** What the boiler showed before, to tell a revert from another person's change. */
  before?: string;
  sentAt?: number;
  /** An older one of the kind was sent and did not show yet: what a fresh read shows may be about to change. */
  readonly isAfterSent: boolean;
}

/** Commands from helper changes to their outcome. One of a kind at a time: a newer wish of the same kind takes the older one in. */
export class Commands {
  readonly #gathering = new Map<Kind, { wish: Wish; firstAt: number }>();
  readonly #latest = new Map<Kind, Command>();
  #isClosed = false;

  constructor(private readonly options: CommandsOptions) {}

  /** Whether a helper has to be left alone because what it shows is on its way to the boiler. */
  isPending(field: Field): boolean {
    const kind = KIND_OF[field];
    return this.#gathering.has(kind) || this.#latest.get(kind)?.state === "pending";
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
    const quiet = Math.min(QUIET_MS, gathered.firstAt + LONGEST_QUIET_MS - clock.now());
    void clock.sleep(Math.max(quiet, 0)).then(() => {
      if (this.#gathering.get(kind) !== gathered) return;
      this.#gathering.delete(kind);
      this.#begin(kind, gathered.wish);
    });
  }

  #begin(kind: Kind, gathered: Wish): void {
    const older = this.#latest.get(kind);
    // An older one that does not show yet would be undone by a write that takes its values from a fresh read.
    const wish = older?.state === "pending" ? { ...older.wish, ...gathered } : gathered;
    const command: Command = {
      kind,
      wish,
      expiresAt: this.options.clock.now() + EXPIRES_MS,
      state: "pending",
      isAfterSent: older?.state === "pending" && older.sentAt !== undefined,
    };
    this.#latest.set(kind, command);
    this.#report(command, "pending", "");
    void this.#run(command).catch((error: unknown) => {
      this.options.log.error({ err: error, field: fieldsOf(wish).join(",") }, "a command failed for a reason of the bridge's own");
      this.#report(command, "unknown", "the bridge failed; its log says why");
    });
  }

  async #run(command: Command): Promise<void> {
    if (await this.#write(command)) await this.#confirm(command);
  }

  /** Until the write is sent (true), or it has nothing to write, is refused, expires or gives way to a newer one. */
  async #write(command: Command): Promise<boolean> {
    const { clock } = this.options;
    for (let pause = RETRY_MS.first; ; pause = Math.min(pause * 2, RETRY_MS.longest)) {
      const endTurn = await this.options.turns.take();
      let waits: CloudError;
      try {
        if (!this.#isCurrent(command)) return false;
        if (clock.now() >= command.expiresAt) return this.#expire(command, "the boiler could not be reached");
        return await this.#attempt(command);
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        if (error.failure === "rejected" || error.failure === "shape") {
          this.#report(command, "refused", error.message);
          return false;
        }
        waits = error;
      } finally {
        endTurn();
      }
      const until = Math.min(Math.max(clock.now() + pause, waits.notBefore ?? 0), command.expiresAt);
      await clock.sleep(until - clock.now());
      if (!this.#isCurrent(command)) return false;
      if (clock.now() >= command.expiresAt) return this.#expire(command, waits.message);
    }
  }

  #expire(command: Command, reason: string): false {
    this.#report(command, "refused", `expired after ${EXPIRES_MS / 60_000} minutes: ${reason}`);
    return false;
  }

  /** One fresh read, the checks, and the one write. */
  async #attempt(command: Command): Promise<boolean> {
    const { cloud, clock, today, holidayUntil } = this.options;
    const fresh = await cloud.read("command");
    this.options.onReading(fresh);
    if (!this.#isCurrent(command)) return false;
    const prepared = await prepare(command.kind, command.wish, {
      cloud,
      fresh,
      today: today(),
      holidayUntil: holidayUntil(),
      underWay: this.#underWay(command),
    });
    if ("refusal" in prepared) {
      this.#report(command, "refused", prepared.refusal);
      return false;
    }
    const { transaction } = prepared;
    command.transaction = transaction;
    command.before = transaction.seen(fresh);
    if (command.before === transaction.wanted && !command.isAfterSent) {
      this.#report(command, "confirmed", "the boiler has it already");
      return false;
    }
    try {
      await transaction.send();
    } catch (error) {
      if (!(error instanceof CloudError) || error.failure !== "uncertain") throw error;
      this.options.log.warn({ field: fieldsOf(command.wish).join(","), reason: error.message }, "the outcome of a write is not known");
      // The cloud asked to be left alone: not even the read that would settle it.
      if (error.notBefore !== undefined && error.notBefore > clock.now()) {
        command.sentAt = clock.now();
        this.#report(command, "unknown", error.message);
        return false;
      }
    }
    command.sentAt = clock.now();
    return true;
  }

  async #confirm(command: Command): Promise<void> {
    const { cloud, clock, confirmSeconds } = this.options;
    const sentAt = command.sentAt ?? clock.now();
    let seen: string | undefined;
    let failure = "";
    for (const [index, seconds] of confirmSeconds.entries()) {
      // Once it shows, only the last look remains: it sees what the boiler takes back while it converges.
      if (command.state === "confirmed" && index < confirmSeconds.length - 1) continue;
      await clock.sleep(sentAt + seconds * 1000 - clock.now());
      if (!this.#isCurrent(command)) return;
      try {
        const reading = await cloud.read("command");
        seen = command.transaction?.seen(reading);
        this.options.onReading(reading);
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        failure = error.message;
      }
    }
    if (command.state !== "pending" || !this.#isCurrent(command)) return;
    if (seen !== undefined) this.#report(command, "unconfirmed", `the boiler shows ${seen}`);
    else this.#report(command, "unknown", `it was sent, and no read since then succeeded: ${failure}`);
  }

  #judge(command: Command, reading: Reading): void {
    const { transaction, before, sentAt, state } = command;
    if (!transaction || sentAt === undefined || reading.at < sentAt) return;
    if (reading.at > sentAt + Math.max(WATCH_MS, 3 * this.options.pollMs)) return;
    const seen = transaction.seen(reading);
    if (seen === transaction.wanted) {
      if (state === "pending" || state === "unconfirmed" || state === "unknown") this.#report(command, "confirmed", "");
    } else if (state === "unknown") this.#report(command, "unconfirmed", `the boiler shows ${seen}`);
    else if (state === "confirmed" && seen === before) this.#report(command, "reverted", `the boiler took it and went back to ${seen}`);
  }

  /** Values of SetData that were sent and do not show yet. */
  #underWay(command: Command): Partial<SetDataBody> {
    const values = [...this.#latest.values()]
      .filter((other) => other !== command && other.state === "pending" && other.sentAt !== undefined)
      .map(({ wish }) => setDataValues(wish));
    return Object.assign({}, ...values);
  }

  #isCurrent(command: Command): boolean {
    return !this.#isClosed && this.#latest.get(command.kind) === command;
  }

  #report(command: Command, state: CommandState, reason: string): void {
    if (!this.#isCurrent(command)) return;
    command.state = state;
    const { kind, wish } = command;
    this.options.onReport(kind, {
      state,
      field: fieldsOf(wish).join(","),
      wanted: wantedOf(wish),
      reason: reason || undefined,
      at: this.options.clock.now(),
    });
  }
}
