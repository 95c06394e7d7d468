/** How long the metrics store keeps samples, and what they take at least. */

/** A month as the store counts its retention (VictoriaMetrics, lib/flagutil/duration.go). */
const MONTH_DAYS = 31;

/** Most days that a store has on its disk: a month goes as a whole, when its last day is past the retention. */
export const keptDays = (months: number): number => (months + 1) * MONTH_DAYS;

/** The months that so many days on the disk allow; 0 where none. */
export const monthsIn = (days: number): number => Math.max(0, Math.floor(days / MONTH_DAYS) - 1);

/**
 * What a day brings at least: 20'000 series, which is guessed of one node with its cluster, every 30 s as the agent asks, at half a byte
 * (VictoriaMetrics needs 0.4 to 1 for a sample).
 */
export const LEAST_DAILY_BYTES = 20_000 * (86_400 / 30) * 0.5;
