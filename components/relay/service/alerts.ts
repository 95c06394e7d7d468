import { TEAM } from "../../../lib/alerts/labels";
import { type Detector, type DetectorContext, patternOf, podPatternOf } from "../../../lib/logs/detector";
import { union } from "../../../lib/logs/pattern";
import { requiredLiterals, withoutLonger } from "../../../lib/logs/pattern-literals";
import { componentOfNamespace, type NamespaceMap } from "../../../lib/site/component";
import { type EventFields, isEvent, type Origin, originOf, textOf, timeOf } from "./events";
import { excerpt } from "./excerpt";
import { Needles } from "./needles";

/** Alertmanager's PostableAlert, in the shape of the specification's alert record plus `startsAt`. */
export interface AlertRecord {
  readonly labels: Readonly<Record<"alertname" | "team" | "component" | "severity" | "signal" | "namespace" | "pod", string>>;
  readonly annotations: Readonly<Record<"summary" | "description", string>>;
  /** Without it Alertmanager takes `endsAt` as the start, in the future (measured). */
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Why an element of a batch was passed over. */
export const SKIP_REASONS = ["not_an_object", "no_text"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What one pass over (a part of) a batch found. */
export interface Findings {
  readonly alerts: AlertRecord[];
  /** Elements of the whole batch. */
  readonly received: number;
  /** Elements of this pass that were passed over. */
  readonly skipped: Readonly<Record<SkipReason, number>>;
  /** Where the next pass goes on; the number of elements when all were seen. */
  readonly next: number;
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
  readonly detector: Detector;
  readonly pattern: RegExp;
  readonly pod: RegExp | undefined;
}

/** Takes a batch in order. */
export interface Pass {
  /** Elements to look at. */
  readonly take: (events: readonly unknown[]) => void;
  /** Whether it has to look at the element of this index. The first pass over a batch looks at all, so that what is no JSON is refused before anything is posted. */
  readonly wants: (index: number) => boolean;
  /** One element that can't match or is not wanted, and why it is no event if it is none. */
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
    detectors: readonly Detector[],
    private readonly context: DetectorContext,
    private readonly namespaces: NamespaceMap,
    /** Label sets per pass: bounds what waits in memory for an Alertmanager that does not answer. */
    private readonly maxAlerts: number,
  ) {
    this.#candidates = detectors.map((detector) => ({ detector, pattern: patternOf(detector), pod: podPatternOf(detector) }));
    const patterns = this.#candidates.map(({ pattern }) => pattern);
    this.#any = union(patterns);
    this.needles = needlesOf(patterns);
  }

  /** One pass over a batch from element `from` on, a piece at a time: one alert per label set, earliest start, newest text. */
  begin(from: number, now: number): Pass {
    const found = new Map<string, Occurrence>();
    const skipped = { not_an_object: 0, no_text: 0 };
    let received = 0;
    let next = from;
    let isFull = false;
    return {
      wants: (index) => from === 0 || (index >= from && !isFull),
      take: (events) => {
        for (; next < received + events.length; next++) {
          if (next < received) break;
          const event = events[next - received];
          if (!isEvent(event)) {
            skipped.not_an_object++;
            continue;
          }
          const text = textOf(event);
          if (text === undefined) skipped.no_text++;
          else if (this.#any.test(text)) {
            isFull = found.size >= this.maxAlerts;
            if (isFull) break;
            this.#collect(event, text, now, found);
          }
        }
        received += events.length;
      },
      passOver: (reason) => {
        if (next === received) {
          next++;
          if (reason !== undefined) skipped[reason]++;
        }
        received++;
      },
      end: () => ({ alerts: Array.from(found.values(), (occurrence) => this.#record(occurrence, now)), received, skipped, next }),
    };
  }

  #collect(event: EventFields, text: string, now: number, found: Map<string, Occurrence>): void {
    const origin = originOf(event);
    for (const { detector, pattern, pod } of this.#candidates) {
      if (detector.scope.namespace !== undefined && detector.scope.namespace !== origin.namespace) continue;
      if (pod?.test(origin.pod) === false || !pattern.test(text) || detector.where?.(text, this.context) === false) continue;
      const at = timeOf(event, now);
      const key = JSON.stringify([detector.alert, origin.namespace, origin.pod]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { detector, origin, text, newest: at, earliest: at });
      else if (at >= known.newest) found.set(key, { detector, origin, text, newest: at, earliest: known.earliest });
      else if (at < known.earliest) found.set(key, { ...known, earliest: at });
    }
  }

  #record({ detector, origin, text, earliest }: Occurrence, now: number): AlertRecord {
    const { namespace, pod, container } = origin;
    const component = detector.component === "of the namespace" ? componentOfNamespace(this.namespaces, namespace) : detector.component;
    return {
      labels: { alertname: detector.alert, team: TEAM, component, severity: detector.severity, signal: detector.signal, namespace, pod },
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
