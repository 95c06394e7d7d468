/** What the bridge asks of the boiler cloud, and how the cloud can fail. */
import type { Reading } from "../../model/reading";
import type { DayPlan, WeeklyPlan } from "../../model/schedule";

/** Commands go before polls; one request is under way at a time. */
export type Priority = "command" | "poll";

/** The fields that SetData may carry. CH temperatures and holiday dates have no place here: they corrupt the cloud's cache. */
export interface SetDataBody {
  readonly zoneMode: number;
  readonly dhwMode: number | undefined;
  readonly dhwComfortTemp: number | undefined;
  readonly dhwReducedTemp: number | undefined;
  /** Sent only when it is to change. */
  readonly useReducedOnHoliday?: boolean;
}

/** A holiday slot as the modern surface lists it; `raw` dates are normalised, `osv` is echoed and never invented. */
export interface HolidaySlot {
  readonly index: number;
  /** YYYY-MM-DD */
  readonly from: string;
  readonly to: string;
  readonly osv: boolean;
}

export interface DataPointWrite {
  /** Seven digits. */
  readonly address: number;
  readonly newValue: number;
  /** What the cloud shows now. */
  readonly oldValue: number;
}

/**
 * How a call ended without a result.
 * - auth: the login is refused, or reads are turned away right after a good login. Nothing was done; `notBefore` says when it is tried again.
 * - rate_limited: 429, or inside the time that an earlier 429 asked for. Nothing was done.
 * - unreachable: a read failed (connection, deadline, 5xx), or a write that was never sent, also because an outage asked for pause. Nothing was done.
 * - gateway: the cloud says that the gateway or controller does not answer a read. Nothing was done.
 * - rejected: the cloud answered and refused, or turns away this call alone. Nothing was done.
 * - uncertain: a write was sent and its outcome is not known. Only a fresh read tells.
 * - shape: an answer can't be understood; the message names the field.
 */
export type CloudFailure = "auth" | "rate_limited" | "unreachable" | "gateway" | "rejected" | "uncertain" | "shape";

export class CloudError extends Error {
  constructor(
    readonly failure: CloudFailure,
    message: string,
    /** No request may be made before this time, in milliseconds since the epoch. */
    readonly notBefore?: number,
  ) {
    super(message);
  }
}

export interface Cloud {
  /** One fresh read of plant, zone and schedule. */
  readonly read: (priority: Priority) => Promise<Reading>;
  readonly setData: (body: SetDataBody) => Promise<void>;
  /** `rawZone` is the zone object of the fresh read that this write follows. */
  readonly setTemperature: (temperatures: { comfort: number; reduced: number }, rawZone: Reading["rawZone"]) => Promise<void>;
  readonly setTimeProg: (plans: readonly DayPlan[], previous: WeeklyPlan) => Promise<void>;
  readonly readHolidaySlots: () => Promise<HolidaySlot[]>;
  readonly writeHolidaySlot: (slot: { from: string; to: string }, old: HolidaySlot, currentZoneMode: number) => Promise<void>;
  readonly writeDataPoints: (points: readonly DataPointWrite[]) => Promise<void>;
  /** Until when a rate limit forbids requests, in milliseconds since the epoch; undefined when none does. */
  readonly blockedUntil: () => number | undefined;
  /** The system's clock was set by so many milliseconds: what waits until a time waits as long as before. */
  readonly clockSet: (byMs: number) => void;
  /** Ends what is under way. */
  readonly close: () => void;
}
