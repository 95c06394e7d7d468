import { after, type Moment, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { type Duration, minutes, seconds } from "../lib/duration";

/**
 * What comes and goes is one trouble: a program in a crash loop answers for minutes between two crashes, a node that starts again and again
 * for some more. An alert that ended at once would be told each time, and so would its end. Said for whole areas: a consequence that goes on
 * for longer than its cause would be told when the cause ends.
 */
export const COMES_AND_GOES = { keepFiringFor: minutes(15) } as const;

/** Looks at an alert whose condition is over after that time, when what it is kept for is over as well. */
export const overAfter = (duration: Duration, series: SeriesSet): Moment => after(kept(duration), series);

/** Looks at one whose condition still holds after that time: without it, what it is kept for would be over. */
export const keptAfter = (duration: Duration, series: SeriesSet): Moment => stillAfter(kept(duration), series);

const kept = (duration: Duration): Duration => seconds(duration.seconds + COMES_AND_GOES.keepFiringFor.seconds);
