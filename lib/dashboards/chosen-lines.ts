/*
 * `topk` over time picks others at each moment: a graph of ten comes to dozens of broken lines. Here they are picked once, and each is drawn whole.
 */

const LINES = 10;

/** Those that have most of it now. @param of the expression, with what stands behind each selector */
export const mostNow = (of: (at: string) => string): string => picked("topk", LINES, of(""), of(" @ end()"));

/** Those that have least of it now. */
export const leastNow = (of: (at: string) => string): string => picked("bottomk", LINES, of(""), of(" @ end()"));

/** Those that had most of it in the time that is shown. @param of the expression, with the range that stands behind each selector */
export const mostShown = (of: (range: string) => string): string =>
  picked("topk", LINES, of("[$__rate_interval]"), of("[$__range] @ end()"));

/** Those that had most of it on average of the time that is shown, of whatever is drawn. */
export const mostOver = (lines: number, expr: string): string => picked("topk", lines, `(${expr})`, averageOf(expr));

/** Those that had least of it on average. */
export const leastOver = (lines: number, expr: string): string => picked("bottomk", lines, `(${expr})`, averageOf(expr));

const averageOf = (expr: string): string => `avg_over_time((${expr})[$__range:] @ end())`;

const picked = (pick: "topk" | "bottomk", lines: number, all: string, once: string): string => `${all}\nand ${pick}(${lines}, ${once})`;
