/** Holiday slots: the boiler keeps month and day only, and a year is what the cloud annotates (specification, part 2). */
import { isDate } from "./local-date";
import type { HolidayRange } from "./reading";

/** Both days belong to the holiday. */
export interface DateRange {
  /** YYYY-MM-DD */
  readonly from: string;
  readonly to: string;
}

/** The slot that the bridge writes. */
export const OWN_SLOT = 0;

const NEW_YEAR = "01-01";

/** What an unused slot holds; writing it deletes a holiday. */
export function emptySlot(year: number): DateRange {
  const day = `${yearText(year)}-${NEW_YEAR}`;
  return { from: day, to: day };
}

export function isEmptySlot({ from, to }: DateRange): boolean {
  return monthAndDay(from) === NEW_YEAR && monthAndDay(to) === NEW_YEAR;
}

/** Whether the boiler would store the same: it keeps no year. */
export function isSameRange(a: DateRange, b: DateRange): boolean {
  return monthAndDay(a.from) === monthAndDay(b.from) && monthAndDay(a.to) === monthAndDay(b.to);
}

/** The same month and day in another year, as the cloud annotates it. A year without a 29 February has its 28th instead. */
export function annotate(date: string, year: number): string {
  const moved = `${yearText(year)}-${monthAndDay(date)}`;
  return isDate(moved) ? moved : `${yearText(year)}-02-28`;
}

/**
 * The range to write so that the holiday lasts until a return date, or why no slot can express it.
 * `existingFrom` is the first day of a holiday that is set already: another return date leaves it as it is.
 */
export function holidayWish(wish: {
  readonly today: string;
  readonly until: string | undefined;
  readonly existingFrom?: string | undefined;
}): { readonly range: DateRange } | { readonly refusal: string } {
  const { today, until, existingFrom } = wish;
  if (until === undefined) return { refusal: "the holiday has no return date; set the date first" };
  if (!isDate(until)) return { refusal: `the return date ${JSON.stringify(until)} is no date; use YYYY-MM-DD` };
  if (until < today) return { refusal: `the return date ${until} is past; use ${today} or later` };
  const year = yearOf(today);
  if (yearOf(until) !== year)
    return {
      refusal: `the return date ${until} is in another year, and the boiler keeps month and day only; use ${yearText(year)}-12-31 at the latest, the calendar automation continues the holiday in January`,
    };
  const first = existingFrom === undefined ? today : annotate(existingFrom, year);
  // In January the range of last December reads as one of the next: it begins after any date that is meant now.
  const range = { from: first <= until ? first : today, to: until };
  if (isEmptySlot(range))
    return { refusal: `a holiday that ends on ${until} can't be told from an unused slot; use ${yearText(year)}-01-02 or later` };
  return { range };
}

/** The first slot that covers today, whoever set it. */
export function activeHoliday(holidays: readonly HolidayRange[], today: string): HolidayRange | undefined {
  return holidays.find((slot) => {
    const { from, to } = inYearOf(today, slot);
    return !isEmptySlot(slot) && from <= today && today <= to;
  });
}

/** The bridge's own slot when a holiday is set in it that is not past: it may begin later. */
export function slotZero(holidays: readonly HolidayRange[], today: string): HolidayRange | undefined {
  return holidays.find((slot) => {
    const { from, to } = inYearOf(today, slot);
    return slot.index === OWN_SLOT && !isEmptySlot(slot) && from <= to && today <= to;
  });
}

/** Dates of a slot as the cloud takes them; its own answers add seconds or an offset. */
export function toWire(date: string): string {
  return `${date}T00:00`;
}

/** Around New Year the cloud's annotation may still name the other year. */
function inYearOf(today: string, { from, to }: DateRange): DateRange {
  const year = yearOf(today);
  return { from: annotate(from, year), to: annotate(to, year) };
}

function monthAndDay(date: string): string {
  return date.slice(5);
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function yearText(year: number): string {
  return String(year).padStart(4, "0");
}
