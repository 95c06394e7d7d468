import { GIB } from "../../bytes";
import type { Contradiction, DraftOf } from "../draft";
import { section, text, wholeNumber } from "../field";
import { keptDays, LEAST_DAILY_BYTES, monthsIn } from "../kept";
import { bytesOf, volumeFlaw } from "../name";
import { quote } from "../quote";

const keys = {
  metrics: section({
    retention_months: wholeNumber(13, 1, 120),
    volume: text("500Gi", volumeFlaw),
  }),
};

/** The metrics store. */
export const metrics = { keys, contradictions };

/** The estimate may be twice too high: what fails by more can't work anywhere. */
const MARGIN = 2;

/** A store that is full takes nothing more, and what it lacks is seen months later. */
function contradictions({ metrics: { retention_months: months, volume } }: DraftOf<typeof keys>): Contradiction[] {
  if (months === undefined || volume === undefined || volumeFlaw(volume) !== undefined) return [];
  const [days, room] = [keptDays(months), bytesOf(volume)];
  const needed = days * LEAST_DAILY_BYTES;
  if (room >= needed / MARGIN) return [];
  const fewer = monthsIn(room / LEAST_DAILY_BYTES);
  const orFewer = fewer < 1 ? "" : `, or keep ${fewer} ${fewer === 1 ? "month" : "months"}`;
  const message = [
    `${quote(volume)} can't hold ${months} ${months === 1 ? "month" : "months"}: the smallest cluster needs about ${Math.ceil(needed / GIB)}Gi`,
    `(${days} days of ${Math.round(LEAST_DAILY_BYTES / 1e6)} MB, as a month goes as a whole); write ${Math.ceil(needed / GIB)}Gi or more${orFewer}`,
  ].join(" ");
  return [{ path: ["metrics", "volume"], message }];
}
