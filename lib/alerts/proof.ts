import { type Duration, minutes, seconds } from "../duration";
import { isDuration, isObject, isTexts, type ShapeFlaw } from "./shape";

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

/** In place of series that nobody has written yet, of an alert that came from elsewhere: a synth refuses it until somebody has. */
export const DRAFT: SeriesSet = {};

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
  /** What is no evidence at all, told with everything else that a synth finds. @default - none */
  readonly flaws?: readonly ShapeFlaw[];
}

export function proof(
  fires: OneOrMore<Evidence>,
  silent: OneOrMore<Evidence> | typeof ALWAYS_FIRES,
  holdsFor: Duration = seconds(0),
): Proof {
  const flaws = [...evidenceFlaws("fires", fires), ...(silent === ALWAYS_FIRES ? [] : evidenceFlaws("silent", silent))];
  if (flaws.length > 0 || !isDuration(holdsFor)) return { fires: [], silent: [], flaws };
  const firing = moments(fires, evaluationAt(holdsFor));
  const last = seconds(Math.max(...firing.map(({ after }) => after.seconds)));
  return { fires: firing, silent: [...(silent === ALWAYS_FIRES ? [] : moments(silent, last)), ...firing.flatMap(tooEarly)] };
}

/** A proof is made while a file is loaded, where a mistake that throws would hide all others. */
function evidenceFlaws(key: "fires" | "silent", evidence: unknown): ShapeFlaw[] {
  const example = `${key}: { 'up{job="relay"}': "${key === "fires" ? 0 : 1}x10" }`;
  const cases: readonly unknown[] = Array.isArray(evidence) ? evidence : [evidence];
  if (evidence === undefined || cases.length === 0) {
    const orAlways = key === "silent" ? ", or silent: ALWAYS_FIRES for an alert that nothing silences" : "";
    return [{ what: `"${key}" is missing: an alert needs a proof of both kinds`, fix: `write for example ${example}${orAlways}` }];
  }
  if (cases.includes(DRAFT)) return [{ what: `"${key}" is still a draft`, fix: `write for example ${example}` }];
  return cases.flatMap((one, index) =>
    isEvidence(one)
      ? []
      : [
          {
            what: `case ${index + 1} of "${key}" is neither series nor a moment`,
            fix: `write for example ${example}, or after(minutes(9), { ... })`,
          },
        ],
  );
}

function isEvidence(value: unknown): boolean {
  if (!isObject(value)) return false;
  return isObject(value.after) ? isDuration(value.after) && isTexts(value.series) : isTexts(value);
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
