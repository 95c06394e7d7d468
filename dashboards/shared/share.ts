/** So small that it changes no share, and large enough that nothing is divided by nought. */
const HARDLY_ANY = "1e-9";

/** What share of the whole a part is, 0 to 1. Of what never happened there is no series, and the share is 0 then, as it is of nothing. */
export const shareOf = (part: string, whole: string): string => `(${part} or 0 * ${whole}) / clamp_min(${whole}, ${HARDLY_ANY})`;

/** A number of events or things over all of what counts them: 0 where nothing was ever counted. */
export const orNone = (expr: string): string => `(${expr}) or vector(0)`;
