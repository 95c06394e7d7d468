import type { Flaw } from "./field";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Texts that stand for the numbers from `least` on. */
  readonly names?: readonly string[];
}

/** The five fields of a schedule, as Kubernetes reads them (robfig/cron, standard parser): Sunday is 0 alone. */
const FIELDS: readonly Field[] = [
  { name: "minute", least: 0, most: 59 },
  { name: "hour", least: 0, most: 23 },
  { name: "day of the month", least: 1, most: 31 },
  { name: "month", least: 1, most: 12, names: MONTHS },
  { name: "day of the week", least: 0, most: 6, names: WEEKDAYS },
];

/** What keeps a text from being a CronJob's schedule: the API server would refuse the object, and the CD tool with it the whole bundle. */
export function scheduleFlaw(text: string): Flaw | undefined {
  if (/^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(text)) return undefined;
  const wrong = (why: string): Flaw => ({ wrong: `is not a schedule as Kubernetes reads it: ${why}` });
  const parts = text.split(" ");
  if (parts.length !== FIELDS.length || parts.includes("")) return wrong(`it has not five fields with a blank between them`);
  for (const [index, field] of FIELDS.entries()) {
    const part = parts[index] ?? "";
    if (!part.split(",").every((one) => isOf(field, one))) return wrong(`"${part}" is no ${field.name} (${field.least}-${field.most})`);
  }
  return undefined;
}

function isOf(field: Field, text: string): boolean {
  const [, range = "", step] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? [];
  if (range === "" || (step !== undefined && Number(step) < 1)) return false;
  if (range === "*" || range === "?") return true;
  const [first = "", last, ...more] = range.split("-");
  const [from, to] = [numberOf(field, first), last === undefined ? undefined : numberOf(field, last)];
  if (more.length > 0 || from === undefined || (last !== undefined && to === undefined)) return false;
  return to === undefined || from <= to;
}

function numberOf({ least, most, names = [] }: Field, text: string): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return least + named;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= most ? number : undefined;
}
