import { type Duration, minutes, seconds } from "../duration";

/** Series in promtool's notation, one sample a minute from the start: `{ 'up{job="relay"}': "0x10" }`. */
export type SeriesSet = Readonly<Record<string, string>>;

/** Series, and the moment at which the alert is looked at. */
export interface Moment {
  readonly after: Duration;
  readonly series: SeriesSet;
}

/** What an alert is proven with: series alone are looked at once the alert's `for` and five minutes more have passed. */
export type Evidence = SeriesSet | Moment;

/** Looks at the alert `after` that time: for conditions that depend on how long they hold. */
export function after(duration: Duration, series: SeriesSet): Moment {
  return { after: duration, series };
}

export type OneOrMore<T> = T | readonly [T, ...T[]];

/** In place of silent series: nothing can silence this alert, and that is its purpose. */
export const ALWAYS_FIRES = "always fires";

/** What a recording gives from series, at a moment. */
export interface RecordingMoment {
  /** @default - five minutes */
  readonly after?: Duration;
  readonly series: SeriesSet;
  /** Every sample it gives: labels and value; none is a proof too. */
  readonly gives: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

/** The proof of a rule: it fires on each of `fires` and stays silent on each of `silent`. */
export interface Proof {
  readonly fires: readonly Moment[];
  readonly silent: readonly Moment[];
}

export function proof(
  fires: OneOrMore<Evidence>,
  silent: OneOrMore<Evidence> | typeof ALWAYS_FIRES,
  holdsFor: Duration | undefined,
): Proof {
  if (fires === undefined || silent === undefined) throw new Error("an alert needs a proof of both kinds: `fires` and `silent`");
  const settled: Duration = { seconds: (holdsFor?.seconds ?? 0) + minutes(5).seconds };
  const moments = (evidence: OneOrMore<Evidence>): Moment[] =>
    (Array.isArray(evidence) ? (evidence as readonly Evidence[]) : [evidence as Evidence]).map((one) =>
      isMoment(one) ? one : { after: settled, series: one },
    );
  const firing = moments(fires);
  return { fires: firing, silent: [...(silent === ALWAYS_FIRES ? [] : moments(silent)), ...tooEarly(firing, holdsFor)] };
}

/** A minute before `for` has passed, what fires must not yet. */
function tooEarly(firing: readonly Moment[], holdsFor: Duration | undefined): Moment[] {
  if (holdsFor === undefined || holdsFor.seconds < 60) return [];
  return firing.map(({ series }) => ({ after: seconds(holdsFor.seconds - 60), series }));
}

function isMoment(evidence: Evidence): evidence is Moment {
  return typeof evidence.after === "object";
}
