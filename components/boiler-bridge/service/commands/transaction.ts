/** How each kind of command becomes one write: checked on a fresh reading, sent to the one right endpoint, recognised when a later reading shows it. */

import { annotate, type DateRange, emptySlot, holidayWish, isEmptySlot, OWN_SLOT, slotZero } from "../../model/holiday";
import { codeOf, DHW_MODES, ZONE_MODES } from "../../model/modes";
import type { Reading } from "../../model/reading";
import { readPlans, weekText } from "../../model/schedule";
import { checkPair, isSentinel, type Temperatures, valuesOf } from "../../model/setpoints";
import type { Cloud, SetDataBody } from "../cloud/cloud";
import { writePlans, writeSlot } from "./conditional-write";
import type { Shown } from "./shown";
import type { Kind, Wish } from "./wish";

/** A write that is ready to be sent. */
export interface Transaction {
  readonly send: () => Promise<void>;
  /** What a reading shows of it; the write took effect when this contains `wanted`. undefined: the reading tells nothing. */
  readonly seen: (reading: Reading) => Shown | undefined;
  readonly wanted: Shown;
  /** The heating pair as it is sent, the side that nobody asked for included. */
  readonly heating?: Temperatures;
}

/** `wait` says why it can't be sent yet. */
export type Prepared = { readonly transaction: Transaction } | { readonly refusal: string } | { readonly wait: string };

export interface Circumstances {
  readonly cloud: Cloud;
  readonly fresh: Reading;
  /** YYYY-MM-DD in the site's time zone. */
  readonly today: string;
  /** The date in `input_datetime.boiler_holiday_until`; undefined when it has none. */
  readonly holidayUntil: string | undefined;
  /** What was written and does not show yet: SetData carries several values, and an old one would undo it. */
  readonly underWay: Partial<SetDataBody>;
  /** Whether the broken heating setpoints are about to be repaired. */
  readonly isRepairing: boolean;
}

type Prepare = (wish: Wish, circumstances: Circumstances) => Prepared;

const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
const shown = (value: string | number | boolean): Shown => ({ value: String(value) });

/** Only the sides that were asked for: somebody else may move the other one meanwhile. */
function shownSides(asked: Partial<Temperatures>, { comfort, reduced }: Temperatures): Shown {
  return {
    ...(asked.comfort !== undefined && { comfort: comfort.toFixed(2) }),
    ...(asked.reduced !== undefined && { reduced: reduced.toFixed(2) }),
  };
}

/** What is not understood can't be changed safely, and nobody would see whether it did. */
const unreadable = (field: string): Prepared => ({
  refusal: `the cloud's field zoneData.${field} can't be understood; the cloud has changed, look for a newer bridge`,
});

/** SetData with everything that it carries as it is, but for the change. */
function viaSetData(
  { cloud, fresh, underWay }: Circumstances,
  change: Partial<SetDataBody>,
  look: Pick<Transaction, "seen" | "wanted">,
): Prepared {
  const body: SetDataBody = {
    zoneMode: fresh.zoneMode,
    dhwMode: fresh.dhwMode,
    dhwComfortTemp: fresh.dhw?.comfort.value,
    dhwReducedTemp: fresh.dhw?.reduced.value,
    ...underWay,
    ...change,
  };
  return { transaction: { send: () => cloud.setData(body), ...look } };
}

const ch: Prepare = (wish, { cloud, fresh, isRepairing }) => {
  // Of two writes for the same setpoints the later one would be undone by the earlier one's arrival.
  if (isRepairing && isSentinel(fresh.ch)) return { wait: "the heating temperatures are being repaired" };
  const asked = { comfort: number(wish.ch_comfort_temp_set), reduced: number(wish.ch_reduced_temp_set) };
  const checked = checkPair("ch", asked, fresh.ch);
  if ("refusal" in checked) return checked;
  const { pair } = checked;
  return {
    transaction: {
      send: () => cloud.setTemperature(pair, fresh.rawZone),
      seen: (reading) => (isSentinel(reading.ch) ? undefined : shownSides(asked, valuesOf(reading.ch))),
      wanted: shownSides(asked, pair),
      heating: pair,
    },
  };
};

const dhw: Prepare = (wish, circumstances) => {
  const { fresh } = circumstances;
  if (!fresh.dhw) return { refusal: "the boiler has no hot water" };
  const asked = { comfort: number(wish.dhw_comfort_temp_set), reduced: number(wish.dhw_reduced_temp_set) };
  const checked = checkPair("dhw", asked, fresh.dhw);
  if ("refusal" in checked) return checked;
  const { pair } = checked;
  return viaSetData(
    circumstances,
    { dhwComfortTemp: pair.comfort, dhwReducedTemp: pair.reduced },
    { seen: (reading) => reading.dhw && shownSides(asked, valuesOf(reading.dhw)), wanted: shownSides(asked, pair) },
  );
};

const zoneMode: Prepare = (wish, circumstances) => {
  const mode = codeOf(ZONE_MODES, String(wish.zone_mode_set));
  if (mode === undefined) return { refusal: `zone mode ${JSON.stringify(wish.zone_mode_set)} is unknown; use ${ZONE_MODES.join(", ")}` };
  return viaSetData(circumstances, { zoneMode: mode }, { seen: (reading) => shown(reading.zoneMode), wanted: shown(mode) });
};

const dhwMode: Prepare = (wish, circumstances) => {
  if (circumstances.fresh.dhwMode === undefined) return { refusal: "the boiler has no hot water" };
  const mode = codeOf(DHW_MODES, String(wish.dhw_mode_set));
  if (mode === undefined) return { refusal: `hot water mode ${JSON.stringify(wish.dhw_mode_set)} is unknown; use ${DHW_MODES.join(", ")}` };
  const seen = ({ dhwMode: now }: Reading) => (now === undefined ? undefined : shown(now));
  return viaSetData(circumstances, { dhwMode: mode }, { seen, wanted: shown(mode) });
};

const useReduced: Prepare = (wish, circumstances) => {
  if (circumstances.fresh.useReducedOnHoliday === undefined) return unreadable("useReducedOperationModeOnHoliday");
  const useReducedOnHoliday = wish.holiday_use_reduced === true;
  const seen = ({ useReducedOnHoliday: now }: Reading) => (now === undefined ? undefined : shown(now));
  return viaSetData(circumstances, { useReducedOnHoliday }, { seen, wanted: shown(useReducedOnHoliday) });
};

const holiday: Prepare = (wish, { cloud, fresh, today, holidayUntil }) => {
  if (!fresh.holidays) return unreadable("holidays");
  const set = slotZero(fresh.holidays, today);
  const year = Number(today.slice(0, 4));
  const shownRange = (range: DateRange | undefined) =>
    shown(range && !isEmptySlot(range) ? `${annotate(range.from, year)} to ${annotate(range.to, year)}` : "none");
  const seen = ({ holidays }: Reading) => holidays && shownRange(holidays.find(({ index }) => index === OWN_SLOT));
  const write = (range: DateRange): Prepared => ({
    transaction: { send: () => writeSlot(cloud, range, fresh.zoneMode), seen, wanted: shownRange(range) },
  });
  const isOn = wish.holiday_active ?? set !== undefined;
  if (isOn !== true) return write(emptySlot(year));
  const until = wish.holiday_until ?? holidayUntil;
  const wanted = holidayWish({
    today,
    until: typeof until === "string" ? until : undefined,
    // Switching on begins today; another return date keeps the first day.
    existingFrom: wish.holiday_active === undefined ? set?.from : undefined,
  });
  return "refusal" in wanted ? wanted : write(wanted.range);
};

const schedule: Prepare = (wish, { cloud, fresh }) => {
  if (!fresh.plan) return { refusal: "the boiler shows no weekly schedule to change" };
  const { plan } = fresh;
  const read = readPlans(wish.schedule, plan);
  if ("refusal" in read) return read;
  const { plans } = read;
  return {
    transaction: {
      send: () => writePlans(cloud, plans, plan),
      seen: (reading) => reading.plan && shown(weekText(reading.plan.plans)),
      wanted: shown(weekText(plans)),
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

export function prepare(kind: Kind, wish: Wish, circumstances: Circumstances): Prepared {
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
