/** The state of `sensor.boiler_bridge_status`: the cause that a person can act on before the effect. */
import type { BridgeStatus } from "../entities";
import type { CloudError } from "./cloud/cloud";

export interface Situation {
  readonly now: number;
  /** Milliseconds since the epoch; undefined before the first good read. */
  readonly lastReadAt: number | undefined;
  /** Failed reads since then, and how the last one failed. */
  readonly failures: number;
  readonly lastError: CloudError | undefined;
  readonly blockedUntil: number | undefined;
  readonly isSentinel: boolean;
  readonly pollMs: number;
}

/** Three polls, and never less than this: a slow bus or one lost read is no outage. */
const LEAST_STALE_MS = 10 * 60_000;

/** Whether what was read last may no longer be shown as the boiler's state. */
export function isStale({ now, lastReadAt, pollMs }: Pick<Situation, "now" | "lastReadAt" | "pollMs">): boolean {
  return lastReadAt === undefined || now - lastReadAt > Math.max(3 * pollMs, LEAST_STALE_MS);
}

export function bridgeStatus(situation: Situation): { readonly status: BridgeStatus; readonly reason: string } {
  const { now, lastError, failures, blockedUntil, lastReadAt } = situation;
  const reason = lastError?.message ?? "";
  if (lastError?.failure === "auth") return { status: "auth_failed", reason };
  if (blockedUntil !== undefined && blockedUntil > now)
    return { status: "rate_limited", reason: `the cloud blocks requests until ${new Date(blockedUntil).toISOString()}` };
  const isOut = lastError?.failure === "unreachable" || lastError?.failure === "gateway";
  // One failed read changes nothing.
  if (isOut && (failures > 1 || isStale(situation))) return { status: "offline", reason };
  if (isStale(situation))
    return { status: "stale", reason: reason || (lastReadAt === undefined ? "the boiler was not read yet" : "no read succeeds") };
  if (situation.isSentinel) return { status: "sentinel", reason: "the cloud's heating setpoints are broken (4.0, inverted range)" };
  return { status: "ok", reason: "" };
}
