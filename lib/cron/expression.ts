/**
 * A CronJob's schedule as Kubernetes reads it: the controller parses with robfig/cron v3 (`ParseStandard`; its parser.go and spec.go),
 * which is stricter than most libraries in some things (no 7 for Sunday, no `L`, `#` or seconds) and laxer in others (`5/15`, `?` anywhere).
 */

/** Runs whenever so much time has passed. */
export interface Every {
  readonly kind: "every";
  readonly seconds: number;
}

/** Runs at these times of these days. */
export interface Calendar {
  readonly kind: "calendar";
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /** A day has to be in both lists of days; else it is enough that it is in one. */
  readonly isEveryDayOfOne: boolean;
  /** Named in the schedule itself. */
  readonly zone?: string;
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MINUTE: Field = { name: "minute", min: 0, max: 59 };
const HOUR: Field = { name: "hour", min: 0, max: 23 };
const DAY_OF_MONTH: Field = { name: "day of the month", min: 1, max: 31 };
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH: Field = { name: "month", min: 1, max: 12, names: MONTHS };
const DAY_OF_WEEK: Field = { name: "day of the week", min: 0, max: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] };

const DESCRIPTORS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

const EVERY = "@every ";

/** @throws Error that says what Kubernetes would not take */
export function parseSchedule(schedule: string): Every | Calendar {
  const [, zone, rest = schedule] = /^(?:CRON_)?TZ=([^ ]*) +(.*)$/s.exec(schedule) ?? [];
  const text = rest.trim();
  if (text.startsWith(EVERY)) return { kind: "every", seconds: parseEvery(text.slice(EVERY.length)) };
  if (text.startsWith("@") && !Object.hasOwn(DESCRIPTORS, text)) throw new Error(`"${text}" is no descriptor that Kubernetes knows`);
  const fields = (DESCRIPTORS[text] ?? text).split(/\s+/).filter((field) => field !== "");
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = ""] = fields;
  if (fields.length !== 5) throw new Error(`a schedule has five fields, and "${text}" has ${fields.length}`);

  const [ofMonth, ofWeek] = [parseField(dayOfMonth, DAY_OF_MONTH), parseField(dayOfWeek, DAY_OF_WEEK)];
  return {
    kind: "calendar",
    minutes: parseField(minute, MINUTE).values,
    hours: parseField(hour, HOUR).values,
    daysOfMonth: ofMonth.values,
    months: parseField(month, MONTH).values,
    daysOfWeek: ofWeek.values,
    isEveryDayOfOne: ofMonth.isStar || ofWeek.isStar,
    ...(zone !== undefined && { zone }),
  };
}

/** In a leap year. */
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether there is a day on which it runs: 31 February is none, and what lists nothing runs on none. */
export function isEverDue(schedule: Every | Calendar): boolean {
  if (schedule.kind === "every") return true;
  const { minutes, hours, daysOfMonth, months, daysOfWeek, isEveryDayOfOne } = schedule;
  if ([minutes, hours, months].some(({ length }) => length === 0)) return false;
  const hasDate = months.some((month) => daysOfMonth.some((day) => day <= (LONGEST_MONTHS[month - 1] ?? 0)));
  const hasWeekday = daysOfWeek.length > 0;
  return isEveryDayOfOne ? hasDate && hasWeekday : hasDate || hasWeekday;
}

/** `isStar`: it says `*` or `?`, without a step of more than one. */
function parseField(text: string, field: Field): { readonly values: readonly number[]; readonly isStar: boolean } {
  const ranges = text
    .split(",")
    .filter((range) => range !== "")
    .map((range) => parseRange(range, field));
  const values = new Set(ranges.flatMap(({ start, end, step }) => countUp(start, end, step)));
  return { values: [...values].sort((a, b) => a - b), isStar: ranges.some(({ isStar }) => isStar) };
}

function countUp(start: number, end: number, step: number): number[] {
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, n) => start + n * step);
}

function parseRange(text: string, field: Field) {
  const [range = "", stepText, ...surplus] = text.split("/");
  const [low = "", high, ...more] = range.split("-");
  const wrong = (why: string) => new Error(`${field.name} "${text}" ${why}`);
  if (surplus.length > 0) throw wrong("has more than one slash");
  const isAny = low === "*" || low === "?";
  if (more.length > 0 && !isAny) throw wrong("has more than one hyphen");
  const step = stepText === undefined ? 1 : numberOf(stepText);
  const start = isAny ? field.min : numberOrName(low, field);
  // a number with a step goes on to the highest
  const last = high === undefined ? (stepText === undefined ? low : undefined) : high;
  const end = isAny || last === undefined ? field.max : numberOrName(last, field);
  if (step === undefined || step === 0) throw wrong("has a step that is no positive number");
  if (start === undefined || end === undefined) throw wrong("is no number and no name that Kubernetes knows there");
  if (start < field.min || end > field.max) throw wrong(`is not within ${field.min} and ${field.max}`);
  if (start > end) throw wrong("ends before it begins");
  return { start, end, step, isStar: isAny && step === 1 };
}

function numberOrName(text: string, { names = [], min }: Field): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  return named >= 0 ? min + named : numberOf(text);
}

/** As Go's Atoi, but what is below 0. */
function numberOf(text: string): number | undefined {
  return /^\+?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/** A duration of Go's, such as `1h30m`: whole seconds, and one at least. */
function parseEvery(text: string): number {
  const unsigned = text.replace(/^\+/, "");
  const parts = [...unsigned.matchAll(PART)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== unsigned) {
    throw new Error(`"${EVERY}${text}" has no duration such as 1h30m`);
  }
  const seconds = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? Number.NaN), 0);
  return Math.max(1, Math.floor(seconds));
}
