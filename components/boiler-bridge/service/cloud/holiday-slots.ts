/** The slots of the modern surface (facts: boiler cloud 5). */
import * as z from "zod/mini";
import { OWN_SLOT } from "../../model/holiday";
import type { HolidaySlot } from "./cloud";
import { dateText, parseOptional, parseShape, shapeError } from "./shape";

// `osv` is sent back as it came, so a slot without it could never be written.
const slotSchema = z.object({ index: z.int(), from: dateText, to: dateText, osv: z.boolean() });

const CALL = "GetHolidays";

/** Only the bridge's own slot is ever written, so only that one has to be understood. */
export function parseHolidaySlots(answer: unknown, onOdd: (field: string) => void): HolidaySlot[] {
  const odd: string[] = [];
  const slots = parseShape(z.array(z.unknown()), listIn(answer), CALL).flatMap(
    (entry, at) => parseOptional(z.nullable(slotSchema), entry, [at], (field) => odd.push(field)) ?? [],
  );
  if (!slots.some(({ index }) => index === OWN_SLOT)) throw shapeError(CALL, odd[0] ?? "", `slot ${OWN_SLOT} is not there`);
  for (const field of odd) onOdd(field);
  return slots;
}

/** A bare array, or one under `data` or `holidays`: which of them the cloud uses is not known. */
function listIn(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  const inner = "data" in answer ? answer.data : "holidays" in answer ? answer.holidays : answer;
  // `data` may hold `holidays` in its turn.
  return typeof inner === "object" && inner !== null && "holidays" in inner ? inner.holidays : inner;
}
