/** So small that it changes no share, and large enough that nothing is divided by nought. */
const HARDLY_ANY = "1e-9";

/** A part of what is told as a whole: of what never happened there is no series, and it is 0 then; where the exporter is silent there is neither. */
export const partOf = (part: string, whole: string): string => `(${part} or 0 * ${whole})`;

/** What share of the whole a part is, 0 to 1, and 0 of nothing. */
export const shareOf = (part: string, whole: string): string => `${partOf(part, whole)} / clamp_min(${whole}, ${HARDLY_ANY})`;

/** A number of events or things over all of what counts them: 0 where nothing was ever counted. */
export const orNone = (expr: string): string => `(${expr}) or vector(0)`;

/** What follows an expression: where it finds nothing, one line at 0 says in a label what that means. */
export const orLine = (label: string, text: string): string => `or on () label_replace(vector(0), "${label}", "${text}", "", "")`;

/** {@link orNone} by a label: where nothing was ever counted, one line says that this was looked at. */
export const orNoneBy = (label: string, expr: string): string => `(${expr}) ${orLine(label, "none")}`;
