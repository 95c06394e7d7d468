/** A command on its way: what it still wants, until when, and what was sent of it. */
import type { CommandState } from "../../entities";
import type { Shown } from "./shown";
import type { Transaction } from "./transaction";
import { fieldsOf, type Kind, part, type Wish } from "./wish";

/** What can't reach the boiler by then is no longer what the person meant. */
export const EXPIRES_MS = 5 * 60_000;

export interface Sent {
  readonly wish: Wish;
  readonly wanted: Shown;
  readonly at: number;
  /** Told as unknown, and its helper put back: from then on nobody wants it, and a write is never repeated. */
  readonly isGivenUp?: boolean;
}

export interface Command {
  readonly kind: Kind;
  /** Loses what expires. */
  wish: Wish;
  /** Of each field that it began with. */
  readonly expiries: ReadonlyMap<string, number>;
  state: CommandState;
  transaction?: Transaction;
  /** What the boiler showed before, to tell a revert from another person's change. */
  before?: Shown;
  sent?: Sent;
  /** The last of its kind that was sent and did not show: what a fresh read says may be about to change. */
  readonly after: Sent | undefined;
}

/**
 * A newer command of a kind takes in what the older one has not finished: a write that takes the other values from a
 * fresh read would undo it. Each field keeps its own time; what was sent already has as long as it may take to show.
 */
export function nextCommand(kind: Kind, wish: Wish, older: Command | undefined, now: number, convergenceMs: number): Command {
  const last = older && onItsWay(older, now - convergenceMs).at(-1);
  const after = last && { ...last, isGivenUp: last.isGivenUp || older.state === "unknown" };
  const whole = { ...(older?.state === "pending" ? older.wish : !after?.isGivenUp && after?.wish), ...wish };
  const expiryOf = (field: string) => {
    if (field in wish) return now + EXPIRES_MS;
    return Math.max(older?.expiries.get(field) ?? 0, after && field in after.wish ? now + convergenceMs : 0);
  };
  return { kind, wish: whole, expiries: new Map(fieldsOf(whole).map((field) => [field, expiryOf(field)])), state: "pending", after };
}

/** What was sent later than `since`, or is still looked for, and did not show: a fresh read may not have it yet. */
export function onItsWay({ after, sent, state }: Command, since: number): Sent[] {
  const isOpen = (one: Sent) => state === "pending" || (state === "unknown" && one.at > since);
  return [...(after && after.at > since ? [after] : []), ...(sent && isOpen(sent) ? [sent] : [])];
}

/** The fields whose time is over. */
export function expired({ wish, expiries }: Command, now: number): Wish {
  return part(wish, (field) => (expiries.get(field) ?? 0) <= now);
}

export function nextExpiry({ wish, expiries }: Command): number {
  return Math.min(...fieldsOf(wish).map((field) => expiries.get(field) ?? 0));
}

/** Whether it had the field and lost it. */
export function hasLost({ wish, expiries }: Command, field: string): boolean {
  return expiries.has(field) && !(field in wish);
}
