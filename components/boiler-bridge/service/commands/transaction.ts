/** How each kind of command becomes one write: checked on a fresh reading, sent to the one right endpoint, recognised when a later reading shows it. */

import { annotate, emptySlot, holidayWish, isEmptySlot, slotZero } from "../../model/holiday";
import { codeOf, DHW_MODES, ZONE_MODES } from "../../model/modes";
import type { Reading } from "../../model/reading";
import { type DayPlan, readPlans } from "../../model/schedule";
import { checkPair } from "../../model/setpoints";
import { type Cloud, CloudError, type HolidaySlot, type SetDataBody } from "../cloud/cloud";
import type { Kind, Wish } from "./command";

/** A write that is ready to be sent. */
export interface Transaction {
  readonly send: () => Promise<void>;
  /** What a reading shows of it; the write took effect when this equals `wanted`. */
  readonly seen: (reading: Reading) => string;
  readonly wanted: string;
}

export type Prepared = { readonly transaction: Transaction } | { readonly refusal: string };

export interface Circumstances {
  readonly cloud: Cloud;
  readonly fresh: Reading;
  /** YYYY-MM-DD in the site's time zone. */
  readonly today: string;
  /** The date in `input_datetime.boiler_holiday_until`; undefined when it has none. */
  readonly holidayUntil: string | undefined;
  /** What was written and does not show yet: SetData carries several values, and an old one would undo it. */
  readonly underWay: Partial<SetDataBody>;
}

type Prepare = (wish: Wish, circumstances: Circumstances) => Prepared | Promise<Prepared>;

const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const shownPair = (comfort: number | undefined, reduced: number | undefined) => `${comfort?.toFixed(2)}, ${reduced?.toFixed(2)}`;
const shownRange = (range: { from: string; to: string } | undefined) => (range ? `${range.from} to ${range.to}` : "none");

/** The body that changes nothing but `change`. */
function setDataBody({ fresh, underWay }: Circumstances, change: Partial<SetDataBody>): SetDataBody {
  return {
    zoneMode: fresh.zoneMode,
    dhwMode: fresh.dhwMode,
    dhwComfortTemp: fresh.dhw?.comfort.value,
    dhwReducedTemp: fresh.dhw?.reduced.value,
    ...underWay,
    ...change,
  };
}

/** Values that SetData carries. */
function viaSetData(circumstances: Circumstances, change: Partial<SetDataBody>, seen: Transaction["seen"], wanted: string): Prepared {
  return { transaction: { send: () => circumstances.cloud.setData(setDataBody(circumstances, change)), seen, wanted } };
}

const ch: Prepare = (wish, { cloud, fresh }) => {
  const checked = checkPair("ch", { comfort: number(wish.ch_comfort_temp_set), reduced: number(wish.ch_reduced_temp_set) }, fresh.ch);
  if ("refusal" in checked) return checked;
  const { pair } = checked;
  return {
    transaction: {
      send: () => cloud.setTemperature(pair, fresh.rawZone),
      seen: (reading) => shownPair(reading.ch.comfort.value, reading.ch.reduced.value),
      wanted: shownPair(pair.comfort, pair.reduced),
    },
  };
};

const dhw: Prepare = (wish, circumstances) => {
  const { fresh } = circumstances;
  if (!fresh.dhw) return { refusal: "the boiler has no hot water" };
  const checked = checkPair("dhw", { comfort: number(wish.dhw_comfort_temp_set), reduced: number(wish.dhw_reduced_temp_set) }, fresh.dhw);
  if ("refusal" in checked) return checked;
  const { pair } = checked;
  return viaSetData(
    circumstances,
    { dhwComfortTemp: pair.comfort, dhwReducedTemp: pair.reduced },
    (reading) => shownPair(reading.dhw?.comfort.value, reading.dhw?.reduced.value),
    shownPair(pair.comfort, pair.reduced),
  );
};

const zoneMode: Prepare = (wish, circumstances) => {
  const mode = codeOf(ZONE_MODES, String(wish.zone_mode_set));
  if (mode === undefined) return { refusal: `zone mode ${JSON.stringify(wish.zone_mode_set)} is unknown; use ${ZONE_MODES.join(", ")}` };
  return viaSetData(circumstances, { zoneMode: mode }, (reading) => String(reading.zoneMode), String(mode));
};

const dhwMode: Prepare = (wish, circumstances) => {
  if (circumstances.fresh.dhwMode === undefined) return { refusal: "the boiler has no hot water" };
  const mode = codeOf(DHW_MODES, String(wish.dhw_mode_set));
  if (mode === undefined) return { refusal: `hot water mode ${JSON.stringify(wish.dhw_mode_set)} is unknown; use ${DHW_MODES.join(", ")}` };
  return viaSetData(circumstances, { dhwMode: mode }, (reading) => String(reading.dhwMode), String(mode));
};

const useReduced: Prepare = (wish, circumstances) => {
  const useReducedOnHoliday = wish.holiday_use_reduced === true;
  return viaSetData(circumstances, { useReducedOnHoliday }, (reading) => String(reading.useReducedOnHoliday), String(useReducedOnHoliday));
};

const holiday: Prepare = async (wish, { cloud, fresh, today, holidayUntil }) => {
  const set = slotZero(fresh.holidays, today);
  const isOn = wish.holiday_active ?? set !== undefined;
  const year = Number(today.slice(0, 4));
  const seen = (reading: Reading) => {
    const slot = reading.holidays.find((one) => one.index === 0 && !isEmptySlot(one));
    return shownRange(slot && { from: annotate(slot.from, year), to: annotate(slot.to, year) });
  };
  if (isOn !== true) {
    return {
      transaction: {
        send: () => writeSlot(cloud, emptySlot(year), fresh.zoneMode),
        seen,
        wanted: shownRange(undefined),
      },
    };
  }
  const until = wish.holiday_until ?? holidayUntil;
  const wanted = holidayWish({
    today,
    until: typeof until === "string" ? until : undefined,
    // switching on begins today; another return date keeps the day it began
    existingFrom: wish.holiday_active === undefined ? set?.from : undefined,
  });
  if ("refusal" in wanted) return wanted;
  const { range } = wanted;
  return {
    transaction: {
      send: () => writeSlot(cloud, range, fresh.zoneMode),
      seen,
      wanted: shownRange(range),
    },
  };
};

/** The slot is read first, because the write is refused unless it names what stands there; somebody else's change in between costs one more round. */
async function writeSlot(cloud: Cloud, range: { from: string; to: string }, zoneMode: number): Promise<void> {
  const slot = async (): Promise<HolidaySlot> => {
    const found = (await cloud.readHolidaySlots()).find(({ index }) => index === 0);
    if (!found) throw new CloudError("shape", "the holiday list has no slot 0");
    return found;
  };
  const old = await slot();
  try {
    await cloud.writeHolidaySlot(range, old, zoneMode);
  } catch (error) {
    if (!(error instanceof CloudError) || error.failure !== "rejected") throw error;
    const now = await slot();
    if (now.from === old.from && now.to === old.to && now.osv === old.osv) throw error;
    await cloud.writeHolidaySlot(range, now, zoneMode);
  }
}

/** Independent of how days are grouped, and in which order. */
function shownWeek(plans: readonly DayPlan[]): string {
  const slicesOf = (day: number) => plans.find(({ days }) => days.includes(day))?.slices.map(({ from, temp }) => `${from}:${temp}`);
  return [0, 1, 2, 3, 4, 5, 6].map((day) => slicesOf(day)?.join(" ") ?? "").join("; ");
}

const schedule: Prepare = (wish, { cloud, fresh }) => {
  if (!fresh.plan) return { refusal: "the boiler shows no weekly schedule to change" };
  const { plan } = fresh;
  const read = readPlans(wish.schedule, plan);
  if ("refusal" in read) return read;
  const { plans } = read;
  return {
    transaction: {
      send: async () => {
        try {
          await cloud.setTimeProg(plans, plan);
        } catch (error) {
          if (!(error instanceof CloudError) || error.failure !== "rejected") throw error;
          // Somebody changed it between our read and our write: once more on what stands there now, never forced.
          const { plan: now } = await cloud.read("command");
          if (!now || shownWeek(now.plans) === shownWeek(plan.plans)) throw error;
          await cloud.setTimeProg(plans, now);
        }
      },
      seen: (reading) => shownWeek(reading.plan?.plans ?? []),
      wanted: shownWeek(plans),
    },
  };
};

const PREPARE: Readonly<Record<Kind, Prepare>> = {
  ch,
  dhw,
  zone_mode: zoneMode,
  dhw_mode: dhwMode,
  use_reduced: useReduced,
  holiday,
  schedule,
};

export async function prepare(kind: Kind, wish: Wish, circumstances: Circumstances): Promise<Prepared> {
  return PREPARE[kind](wish, circumstances);
}

/** The values of a wish that SetData carries, for {@link Circumstances.underWay}. */
export function setDataValues(wish: Wish): Partial<SetDataBody> {
  const values: Record<keyof SetDataBody, number | boolean | undefined> = {
    zoneMode: wish.zone_mode_set === undefined ? undefined : codeOf(ZONE_MODES, String(wish.zone_mode_set)),
    dhwMode: wish.dhw_mode_set === undefined ? undefined : codeOf(DHW_MODES, String(wish.dhw_mode_set)),
    dhwComfortTemp: number(wish.dhw_comfort_temp_set),
    dhwReducedTemp: number(wish.dhw_reduced_temp_set),
    useReducedOnHoliday: typeof wish.holiday_use_reduced === "boolean" ? wish.holiday_use_reduced : undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
