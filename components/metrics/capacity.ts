import { GIB } from "../../lib/bytes";
import type { Site } from "../../lib/site/schema";

/** What a day adds to the store's disk, index included, by the plan (observability specification, metrics plane). */
export const DAILY_INGEST_BYTES = GIB;

/** A month as the store counts its retention (VictoriaMetrics, lib/flagutil/duration.go). */
const MONTH_DAYS = 31;

/** Most that a store has on its disk: a month goes as a whole, when its last day is past the retention. */
export function mostKeptBytes({ metrics }: Pick<Site, "metrics">, dailyBytes = DAILY_INGEST_BYTES): number {
  return (metrics.retention_months + 1) * MONTH_DAYS * dailyBytes;
}
