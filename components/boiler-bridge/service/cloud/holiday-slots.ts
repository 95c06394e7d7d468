/** The slots of the modern surface (facts: boiler cloud 5). */
import * as z from "zod/mini";
import type { HolidaySlot } from "./cloud";
import { dateText, parseShape, writtenDate } from "./shape";

// `osv` is sent back as it came, so a slot without it could never be written.
const slotSchema = z.looseObject({ index: z.int(), from: dateText, to: dateText, osv: z.boolean() });
const listSchema = z.array(z.nullable(slotSchema));

const CALL = "GetHolidays";

/** A bare array, or one under `data` or `holidays`: which of them the cloud uses is not known. */
export function parseHolidaySlots(answer: unknown): HolidaySlot[] {
  return parseShape(listSchema, listIn(answer), CALL).flatMap((slot) => {
    if (slot === null) return [];
    const { index, osv } = slot;
    // The schema let only dates through.
    return [{ index, from: writtenDate(slot.from) ?? slot.from, to: writtenDate(slot.to) ?? slot.to, osv }];
  });
}

function listIn(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  const inner = "data" in answer ? answer.data : "holidays" in answer ? answer.holidays : answer;
  // `data` may hold `holidays` in its turn.
  return typeof inner === "object" && inner !== null && "holidays" in inner ? inner.holidays : inner;
}
