/** Whether a change of a helper is a command: the one place that decides. Who changed it does not matter, a time-triggered automation is nobody; what matters is that a value became another one, and not by us or by a restart. */
import { type HelperValue, sameValue } from "../../watched-helpers";

export interface HelperChange {
  /** The value just before; undefined: none was known, or the state was no value (missing, unavailable). */
  readonly old: HelperValue | undefined;
  readonly now: HelperValue | undefined;
  /** Its context has a user or a parent. */
  readonly isByPerson: boolean;
  /** It is the bridge's own setting of the helper. */
  readonly isOwn: boolean;
  /** It came together with other limits: a reload or an edit of the helper made the value keep to them. */
  readonly isClamped: boolean;
  /** Seen in the snapshot after a connection: `old` is from before it broke. */
  readonly wasAway: boolean;
  /** The first good read of the boiler is there. */
  readonly isAccepting: boolean;
}

/**
 * - same: no other value
 * - own: the echo of what the bridge set
 * - restored: it had no value before, or has none now
 * - early: the boiler's values are not known yet
 * - clamped: changed by its new limits; Home Assistant may name the person of the change before
 * - away: changed by a restart, or by nobody, while the bridge was not connected
 */
export type Verdict = "command" | "same" | "own" | "restored" | "early" | "clamped" | "away";

export function judge({ old, now, isByPerson, isOwn, isClamped, wasAway, isAccepting }: HelperChange): Verdict {
  if (now === old || (now !== undefined && old !== undefined && sameValue(old, now))) return "same";
  if (isOwn) return "own";
  if (old === undefined || now === undefined) return "restored";
  if (!isAccepting) return "early";
  if (isClamped) return "clamped";
  if (wasAway && !isByPerson) return "away";
  return "command";
}
