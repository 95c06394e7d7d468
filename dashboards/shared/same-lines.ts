const LINES = 10;

/*
 * `topk` over time picks others at each moment: a graph of ten comes to dozens of broken lines. Here they are picked once, and each is drawn whole.
 */

/** Those that have most of it now. @param of the expression, with what stands behind each selector */
export const mostNow = (of: (at: string) => string): string => picked("topk", of(""), of(" @ end()"));

/** Those that have least of it now. */
export const leastNow = (of: (at: string) => string): string => picked("bottomk", of(""), of(" @ end()"));

/** Those that had most of it in the time that is shown. @param of the expression, with the range that stands behind each selector */
export const mostShown = (of: (range: string) => string): string => picked("topk", of("[$__rate_interval]"), of("[$__range] @ end()"));

const picked = (pick: "topk" | "bottomk", all: string, atEnd: string): string => `${all}\nand ${pick}(${LINES}, ${atEnd})`;
