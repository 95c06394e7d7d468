/** What the simulated cloud makes of each write: refused, dropped, or a change for the boiler. */
import * as z from "zod/mini";
import type { CallName } from "./cloud-faults";
import { type Change, type Pair, shownSetpoint, shownSlots, type View } from "./simulated-boiler";

interface Outcome {
  readonly status: number;
  readonly answer: unknown;
  readonly change?: Change;
  /** The cloud's cached CH setpoints turn into the sentinel. */
  readonly corrupts?: boolean;
  readonly repairs?: readonly (keyof Pair)[];
}

const ok = { ok: true, message: "", debugMessage: "" };
const refuse = (message: string): Outcome => ({ status: 200, answer: { ok: false, message, debugMessage: "" } });

const value = z.object({ value: z.number() });
const setData = z.object({
  plantData: z.looseObject({ dhwComfortTemp: z.optional(value), dhwReducedTemp: z.optional(value), dhwMode: z.optional(value) }),
  zoneData: z.looseObject({ zone: z.number(), mode: value, useReducedOperationModeOnHoliday: z.optional(z.boolean()) }),
  viewModel: z.looseObject({ zoneNumber: z.number() }),
});
const setTemperature = z.object({
  zoneNum: z.number(),
  comfort: z.number(),
  reduced: z.number(),
  plantData: z.null(),
  zoneData: z.looseObject({ mode: value, chComfortTemp: value, useReducedOperationModeOnHoliday: z.boolean() }),
});
const plan = z.looseObject({
  plans: z.array(
    z.nullable(z.object({ days: z.array(z.number()), slices: z.array(z.object({ from: z.number(), temp: z.literal([0, 1]) })) })),
  ),
  tick: z.number(),
  maxSwitches: z.number(),
});
const setTimeProg = z.object({ progId: z.number(), weeklyPlan: plan, prevWeeklyPlan: plan });
const writtenDate = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT00:00$/));
const setHoliday = z.object({
  currentZoneMode: z.number(),
  new: z.strictObject({ index: z.number(), from: writtenDate, to: writtenDate }),
  old: z.strictObject({ index: z.number(), from: writtenDate, to: writtenDate, osv: z.boolean() }),
});
const dataPoints = z.array(
  z.strictObject({
    address: z.number(),
    newValueAsNumber: z.number(),
    oldValueAsNumber: z.number(),
    newValueAsString: z.null(),
    oldValueAsString: z.null(),
    newOsv: z.literal(false),
    oldOsv: z.literal(false),
  }),
);

const ADDRESSES: Readonly<Record<number, keyof Pair>> = { 2950542: "comfort", 2950544: "reduced" };

export function interpretWrite(call: CallName, body: unknown, view: View): Outcome {
  if (call === "SetData") return data(body);
  if (call === "SetTemperature") return temperature(body, view);
  if (call === "SetTimeProg") return timeProg(body, view);
  if (call === "SetHoliday") return holiday(body, view);
  return points(body, view);
}

function data(body: unknown): Outcome {
  const parsed = z.safeParse(setData, body);
  if (!parsed.success) return refuse("plantData and zoneData are required");
  const { plantData, zoneData } = parsed.data;
  if ("coolComfortTemp" in zoneData) return { status: 599, answer: ":-( Bsb parameters read/write error from GW F0: 2950542" };
  if ("chComfortTemp" in zoneData || "chReducedTemp" in zoneData) return { status: 200, answer: ok, corrupts: true };
  return {
    status: 200,
    answer: ok,
    change: (state) => {
      state.zoneMode = zoneData.mode.value;
      state.useReducedOnHoliday = zoneData.useReducedOperationModeOnHoliday ?? state.useReducedOnHoliday;
      state.dhwMode = plantData.dhwMode?.value ?? state.dhwMode;
      state.dhw = {
        comfort: plantData.dhwComfortTemp?.value ?? state.dhw.comfort,
        reduced: plantData.dhwReducedTemp?.value ?? state.dhw.reduced,
      };
    },
  };
}

function temperature(body: unknown, { sentinels }: View): Outcome {
  const parsed = z.safeParse(setTemperature, body);
  if (!parsed.success) return refuse("zoneData is required");
  // Against a cache that shows the sentinel nothing gets through: it must be repaired first.
  if (sentinels.size > 0) return { status: 200, answer: ok };
  const { comfort, reduced } = parsed.data;
  return {
    status: 200,
    answer: ok,
    change: (state) => {
      state.ch = { comfort, reduced };
    },
  };
}

function timeProg(body: unknown, { state }: View): Outcome {
  const parsed = z.safeParse(setTimeProg, body);
  if (!parsed.success) return refuse("weeklyPlan is not valid");
  const { weeklyPlan, prevWeeklyPlan } = parsed.data;
  const present = <T>(plans: readonly (T | null)[]) => plans.filter((entry): entry is T & {} => entry !== null);
  if (JSON.stringify(present(prevWeeklyPlan.plans)) !== JSON.stringify(state.plan.plans))
    return refuse("The weekly plan was changed meanwhile");
  return {
    status: 200,
    answer: ok,
    change: (boiler) => {
      boiler.plan = { ...weeklyPlan, plans: present(weeklyPlan.plans) };
    },
  };
}

/** Only month and day arrive at the boiler, and only when `old` is what the slot holds. */
function holiday(body: unknown, view: View): Outcome {
  const parsed = z.safeParse(setHoliday, body);
  if (!parsed.success) return { status: 400, answer: { message: "The request is invalid." } };
  const { new: wanted, old } = parsed.data;
  const slot = shownSlots(view)[wanted.index];
  const isSame = slot?.from.startsWith(old.from) && slot.to.startsWith(old.to) && slot.osv === old.osv && old.index === wanted.index;
  if (!isSame) return { status: 200, answer: { success: false, message: "The slot was changed meanwhile" } };
  const [from, to] = [wanted.from.slice(5, 10), wanted.to.slice(5, 10)];
  return {
    status: 200,
    answer: { success: true },
    change: (state) => {
      state.slots[wanted.index] = { from, to, osv: from === "01-01" && to === "01-01" };
    },
  };
}

function points(body: unknown, view: View): Outcome {
  const parsed = z.safeParse(dataPoints, body);
  if (!parsed.success) return refuse("A datapoint is not valid");
  const known = parsed.data.flatMap(({ address, newValueAsNumber, oldValueAsNumber }) => {
    const which = ADDRESSES[address];
    return which && shownSetpoint(view, which).value === oldValueAsNumber ? [{ which, to: newValueAsNumber }] : [];
  });
  if (known.length < parsed.data.length) return refuse("The old value of a datapoint is not the current one");
  return {
    status: 200,
    answer: ok,
    repairs: known.map(({ which }) => which),
    change: (state) => {
      state.ch = { ...state.ch, ...Object.fromEntries(known.map(({ which, to }) => [which, to])) };
    },
  };
}
