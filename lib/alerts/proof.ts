import { type Duration, minutes, seconds } from "../duration";

/** Series in promtool's notation, one sample a minute from the start: `{ 'up{job="relay"}': "0x10" }`. */
export type SeriesSet = Readonly<Record<string, string>>;

/** Series, and the moment at which the alert is looked at. */
export interface Moment {
  readonly after: Duration;
  readonly series: SeriesSet;
  /** It fired before that moment too. @default - an alert that fires there does so for the first time */
  readonly isLater?: true;
}

/**
 * What an alert is proven with. Series alone fire from their first sample on, so they are looked at when `for` has passed; those on which it
 * stays silent are looked at when the last of the others fires.
 */
export type Evidence = SeriesSet | Moment;

/** Looks at the alert `after` that time: where it fires, it does so for the first time, and a minute earlier it is silent. */
export function after(duration: Duration, series: SeriesSet): Moment {
  return { after: duration, series };
}

/** Looks at an alert that goes on firing: after that time, and before it. Seldom what a proof needs: where it begins says more. */
export function stillAfter(duration: Duration, series: SeriesSet): Moment {
  return { after: duration, series, isLater: true };
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
  holdsFor: Duration = seconds(0),
): Proof {
  if (fires === undefined || silent === undefined) throw new Error("an alert needs a proof of both kinds: `fires` and `silent`");
  const firing = moments(fires, evaluationAt(holdsFor));
  const last = seconds(Math.max(...firing.map(({ after }) => after.seconds)));
  return { fires: firing, silent: [...(silent === ALWAYS_FIRES ? [] : moments(silent, last)), ...firing.flatMap(tooEarly)] };
}

function moments(evidence: OneOrMore<Evidence>, otherwise: Duration): Moment[] {
  const all = Array.isArray(evidence) ? (evidence as readonly Evidence[]) : [evidence as Evidence];
  return all.map((one) => (isMoment(one) ? one : { after: otherwise, series: one }));
}

/** Proofs are evaluated once a minute: a `for` of seconds has passed at the next. */
const evaluationAt = (holdsFor: Duration): Duration => minutes(Math.ceil(holdsFor.seconds / 60));

/** What fires for the first time does not a minute earlier. */
function tooEarly({ after, series, isLater }: Moment): Moment[] {
  return isLater || after.seconds < 60 ? [] : [{ after: seconds(after.seconds - 60), series }];
}

/** Whether a silent moment is derived from one that fires: the same series, looked at too early. */
export function isTooEarly(moment: Moment, { fires }: Proof): boolean {
  return fires.flatMap(tooEarly).some(({ after, series }) => series === moment.series && after.seconds === moment.after.seconds);
}

function isMoment(evidence: Evidence): evidence is Moment {
  return typeof evidence.after === "object";
}
