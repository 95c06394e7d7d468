/** The weekly schedule of a zone (facts: boiler cloud 2 and 4). */

/** From this minute of the day (0..1439) until the next slice, the last until 1440. `temp` is a flag: 0 reduced, 1 comfort. */
export interface Slice {
  readonly from: number;
  readonly temp: 0 | 1;
}

export interface DayPlan {
  /** 0 Sunday to 6 Saturday. */
  readonly days: readonly number[];
  readonly slices: readonly Slice[];
}

export interface WeeklyPlan {
  readonly plans: readonly DayPlan[];
  /** As it was read, with tick, maxSwitches, ext and whatever else: sent back as `prevWeeklyPlan`, and with other `plans` as the new one. */
  readonly raw: Readonly<Record<string, unknown>>;
}
