/** The weekly schedule of a zone (facts: boiler cloud 2 and 4). */
import * as z from "zod/mini";

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

/** A slice as it is published. */
export interface TimeSlice {
  /** HH:MM */
  readonly from: string;
  /** HH:MM, 24:00 at the end of the day. */
  readonly to: string;
  /** °C; null while the temperature is not known. */
  readonly temperature: number | null;
}

const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const MINUTES_OF_DAY = 1440;

const SLICE = z.object({
  from: z.int().check(z.gte(0), z.lt(MINUTES_OF_DAY)),
  temp: z.union([z.literal(0), z.literal(1)]),
});
const DAY_PLAN = z.object({
  days: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.minLength(1)),
  slices: z.array(SLICE).check(z.minLength(1), z.maxLength(MINUTES_OF_DAY)),
});
/** The data of the event `boiler_set_schedule`. */
const EVENT = z.object({ plans: z.array(DAY_PLAN).check(z.minLength(1), z.maxLength(DAY_NAMES.length)) });

const SHAPE = '{"plans":[{"days":[0..6],"slices":[{"from":<minute 0..1439>,"temp":0|1}]}]}';

/** The wanted plans, or why the boiler's plan can't become so. */
export function readPlans(wanted: unknown, current: WeeklyPlan): { readonly plans: readonly DayPlan[] } | { readonly refusal: string } {
  const read = EVENT.safeParse(wanted);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? "the event's data" : issue.path.join(".");
    return { refusal: `schedule: ${where} is not as it must be; use ${SHAPE}` };
  }
  const { plans } = read.data;
  const problem = daysProblem(plans) ?? plans.map((plan) => slicesProblem(plan, current)).find((text) => text !== undefined);
  return problem === undefined ? { plans } : { refusal: `schedule: ${problem}` };
}

function daysProblem(plans: readonly DayPlan[]): string | undefined {
  const days = plans.flatMap((plan) => plan.days);
  for (const [day, name] of DAY_NAMES.entries()) {
    const times = days.filter((one) => one === day).length;
    if (times !== 1) return `${name} (day ${day}) is there ${times} times; use every day from 0 (Sunday) to 6 once`;
  }
  return undefined;
}

function slicesProblem({ days, slices }: DayPlan, { raw }: WeeklyPlan): string | undefined {
  const where = `slices of ${days.map((day) => DAY_NAMES[day]).join(", ")}`;
  const starts = slices.map(({ from }) => from);
  if (starts[0] !== 0) return `${where} begin at minute ${starts[0]}; use 0 as the first "from"`;
  const unordered = starts.find((from, at) => from <= (starts[at - 1] ?? -1));
  if (unordered !== undefined) return `${where} have minute ${unordered} out of order; use each "from" once, in ascending order`;
  const tick = positiveInteger(raw.tick);
  const uneven = tick === undefined ? undefined : starts.find((from) => from % tick !== 0);
  if (uneven !== undefined) return `${where} have minute ${uneven}; use multiples of ${tick} minutes`;
  const most = positiveInteger(raw.maxSwitches);
  // Midnight begins the first slice without switching anything.
  const switches = slices.length - 1;
  if (most !== undefined && switches > most) return `${where} switch ${switches} times; use ${most} switches at most`;
  return undefined;
}

/** What the plan says of its own limits may be absent or 0. */
function positiveInteger(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** What a week does, the same text for plans that heat alike: however they group the days, and whether or not equal neighbours are one slice. */
export function weekText(plans: readonly DayPlan[]): string {
  return DAY_NAMES.map((_, day) => dayText(plans, day)).join("; ");
}

function dayText(plans: readonly DayPlan[], day: number): string {
  return slicesOf(plans, day)
    .filter(({ temp }, at, slices) => temp !== slices[at - 1]?.temp)
    .map(({ from, temp }) => `${from}:${temp}`)
    .join(" ");
}

function slicesOf(plans: readonly DayPlan[], day: number): Slice[] {
  const plan = plans.find(({ days }) => days.includes(day));
  return [...(plan?.slices ?? [])].sort((a, b) => a.from - b.from);
}

/** A day's slices with the temperatures that they stand for; none for a day that no plan has. */
export function daySlices(
  { plans }: Pick<WeeklyPlan, "plans">,
  day: number,
  temperatures: { readonly comfort: number | undefined; readonly reduced: number | undefined },
): TimeSlice[] {
  const slices = slicesOf(plans, day);
  return slices.map(({ from, temp }, at) => ({
    from: timeOfDay(from),
    to: timeOfDay(slices[at + 1]?.from ?? MINUTES_OF_DAY),
    temperature: (temp === 1 ? temperatures.comfort : temperatures.reduced) ?? null,
  }));
}

function timeOfDay(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
