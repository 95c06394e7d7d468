import { TEAM } from "../../../lib/alerts/labels";
import { type Detector, type DetectorContext, type LocalDetector, patternOf, podPatternOf } from "../../../lib/logs/detector";
import { excerpt } from "../../../lib/logs/excerpt";
import { isChosen } from "../../../lib/logs/namespace-choice";
import { union } from "../../../lib/logs/pattern";
import { requiredLiterals, withoutLonger } from "../../../lib/logs/pattern-literals";
import { isQuote } from "../../../lib/logs/quoting";
import { componentOfNamespace, type NamespaceMap } from "../../../lib/site/component";
import { type EventFields, type Origin, originOf, textOf, timeOf, UNKNOWN } from "./events";
import { Needles } from "./needles";

/** Alertmanager's PostableAlert, in the shape of the specification's alert record plus `startsAt`. */
export interface AlertRecord {
  readonly labels: Readonly<Record<"alertname" | "team" | "component" | "severity" | "signal" | "namespace" | "pod", string>> & {
    readonly container?: string;
  };
  readonly annotations: Readonly<Record<"summary" | "description", string>>;
  /** Without it Alertmanager takes `endsAt` as the start, in the future (measured). */
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Why an element of a batch was passed over: it is no object, it is not written as JSON says, or it has no text. */
export const SKIP_REASONS = ["not_an_object", "not_json", "no_text"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What one pass over (a part of) a batch found. */
export interface Findings {
  readonly alerts: AlertRecord[];
  /** Elements that the pass has seen. */
  readonly received: number;
  /** Those of them that were passed over. */
  readonly skipped: Readonly<Record<SkipReason, number>>;
}

/** One alert in the making: the label set's newest occurrence and its earliest time. */
interface Occurrence {
  readonly detector: Detector;
  readonly origin: Origin;
  readonly text: string;
  readonly newest: number;
  readonly earliest: number;
}

interface Candidate {
  readonly detector: LocalDetector;
  readonly pattern: RegExp;
  readonly pod: RegExp | undefined;
}

/** Takes a batch in order, element by element. */
export interface Pass {
  /** Looks at an event, undefined for what is no JSON; false when there is no room for its label set, so that the next pass has to begin with it. */
  readonly take: (event: EventFields | undefined) => boolean;
  /** Counts an element that can't match, and why it is no event if it is none. */
  readonly passOver: (reason: SkipReason | undefined) => void;
  readonly end: () => Findings;
}

/** The detectors, ready to run over events. */
export class Detection {
  readonly #any: RegExp;
  readonly #candidates: readonly Candidate[];
  /** A text in which none of these occurs, as JSON spells them, matches nothing; undefined when a pattern asks for no certain text. */
  readonly needles: Needles | undefined;

  constructor(
    detectors: readonly LocalDetector[],
    private readonly context: DetectorContext,
    private readonly namespaces: NamespaceMap,
  ) {
    this.#candidates = detectors.map((detector) => ({ detector, pattern: patternOf(detector), pod: podPatternOf(detector) }));
    const patterns = this.#candidates.map(({ pattern }) => pattern);
    this.#any = union(patterns);
    this.needles = needlesOf(patterns);
  }

  /**
   * One pass over a batch or a part of it: one alert per label set, earliest start, newest text. It has
   * room for `maxAlerts` label sets, which bounds what waits in memory for an Alertmanager that does not
   * answer; without room for any it stops at the first match.
   */
  begin(now: number, maxAlerts: number): Pass {
    const found = new Map<string, Occurrence>();
    const skipped = { not_an_object: 0, not_json: 0, no_text: 0 };
    let received = 0;
    const passOver = (reason: SkipReason | undefined) => {
      received++;
      if (reason !== undefined) skipped[reason]++;
    };
    return {
      take: (event) => {
        const text = event && textOf(event);
        if (event !== undefined && text !== undefined && this.#any.test(text)) {
          if (found.size >= maxAlerts) return false;
          this.#collect(event, text, now, found);
        }
        passOver(event === undefined ? "not_json" : text === undefined ? "no_text" : undefined);
        return true;
      },
      passOver,
      end: () => ({ alerts: Array.from(found.values(), (occurrence) => this.#record(occurrence, now)), received, skipped }),
    };
  }

  #collect(event: EventFields, text: string, now: number, found: Map<string, Occurrence>): void {
    const origin = originOf(event);
    const namespace = origin.namespace === UNKNOWN ? undefined : origin.namespace;
    for (const { detector, pattern, pod } of this.#candidates) {
      if (!isChosen(detector.namespaces, namespace)) continue;
      if (detector.passesOver && isQuote(detector.passesOver, origin)) continue;
      if (pod?.test(origin.pod) === false || !pattern.test(text) || detector.where?.(text, this.context) === false) continue;
      const at = timeOf(event, now);
      const key = JSON.stringify([detector.alert, origin.namespace, origin.pod, detector.isPerContainer && origin.container]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { detector, origin, text, newest: at, earliest: at });
      else if (at >= known.newest) found.set(key, { detector, origin, text, newest: at, earliest: known.earliest });
      else if (at < known.earliest) found.set(key, { ...known, earliest: at });
    }
  }

  #record({ detector, origin, text, earliest }: Occurrence, now: number): AlertRecord {
    const { namespace, pod, container } = origin;
    const component = componentOfNamespace(this.namespaces, namespace);
    return {
      labels: {
        alertname: detector.alert,
        team: TEAM,
        component,
        severity: detector.severity,
        signal: detector.signal,
        namespace,
        pod,
        ...(detector.isPerContainer && { container }),
      },
      annotations: {
        summary: `${detector.summary}: ${excerpt(text)}`,
        description: `${detector.description} Namespace ${namespace}, pod ${pod}, container ${container}, component ${component}.`,
      },
      startsAt: new Date(earliest).toISOString(),
      endsAt: new Date(now + detector.window.seconds * 1000).toISOString(),
    };
  }
}

/** Shorter texts are in too many lines to save anything. */
const MIN_NEEDLE_LENGTH = 4;

function needlesOf(patterns: readonly RegExp[]): Needles | undefined {
  const literals = patterns.map((pattern) => requiredLiterals(pattern, MIN_NEEDLE_LENGTH));
  if (literals.length === 0 || literals.some(({ length }) => length === 0)) return undefined;
  return new Needles(withoutLonger(literals.flat()).map((literal) => JSON.stringify(literal).slice(1, -1)));
}
