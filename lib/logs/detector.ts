import type { Severity } from "../alerts/labels";
import type { Duration } from "../duration";
import { type Component, isComponent, type NamespaceMap } from "../site/component";
import { type NamespaceChoice, namespacesOfComponent } from "./namespace-choice";
import { union } from "./pattern";
import type { Quoting } from "./quoting";

type NonEmpty<T> = readonly [T, ...T[]];

/** What a detector may ask about the site it runs at. */
export interface DetectorContext {
  /** Whether an address is in the site's trusted ranges and is not its NAT64 egress; false for what is no address. */
  readonly isTrusted: (address: string) => boolean;
}

/**
 * A log line that becomes an alert, declared once. The relay's detection, the grep of its
 * ClusterFlow and its test lines are projections of this.
 */
export interface Detector {
  /** Alert name, CamelCase, subject first. */
  readonly alert: string;
  /** Name of its ClusterFlow: `redis-bgsave` is `flow-redis-bgsave.yml`. */
  readonly flow: string;
  /** Value of the `signal` label. */
  readonly signal: string;
  /** The specification's patterns. Only what `problems` of ./pattern.ts lets pass. */
  readonly lines: NonEmpty<RegExp>;
  /** Forms that current software prints beyond the specification's patterns, each with its source in a comment. @default - none */
  readonly modernLines?: readonly RegExp[];
  /** Which records it looks at; an absent field is no limit. */
  readonly scope: {
    /** The component in whose namespaces it looks, whichever the site gives it. */
    readonly component?: Component;
    /** Regular expression for the WHOLE pod name, in the same subset as the lines, without anchors. */
    readonly pod?: string;
  };
  /** Names of pods that the scope's pattern takes, and of some that look alike and are left out. @default - none, where the scope takes every pod */
  readonly pods?: { readonly fires: NonEmpty<string>; readonly silent: NonEmpty<string> };
  /** A condition that a pattern can't express, asked after the pattern matched. The flow ships more than the relay alerts on. @default - none */
  readonly where?: (text: string, context: DetectorContext) => boolean;
  /** Its alerts carry the container as a label, one alert for each; otherwise it stands in the annotation alone. @default false */
  readonly isPerContainer?: boolean;
  readonly severity: Severity;
  /** Without a new matching line the alert resolves after this time. */
  readonly window: Duration;
  /** What happened, short and without values; the matched text follows it in the annotation. */
  readonly summary: string;
  /** What it means and what to do first; namespace, pod and container follow it in the annotation. */
  readonly description: string;
  /** Lines that raise the alert, given a record in its scope. */
  readonly fires: NonEmpty<string>;
  /** Lines that look alike and must not raise it, given the same. */
  readonly silent: NonEmpty<string>;
}

/** Declares a detector; its alert carries the component of the namespace that the line comes from. It is judged by the checks, not here, so that one mistake does not hide the next. */
export function detector(declaration: Detector): Detector {
  return declaration;
}

/** A detector at one site, where what its scope means is known. */
export interface LocalDetector extends Detector {
  readonly namespaces: NamespaceChoice;
  /** Whose lines it passes over, though it looks everywhere. @default - nobody's */
  readonly passesOver?: Quoting;
}

/**
 * The detectors that a site has. This is the one place that reads the component of a scope: the flows,
 * the checks and the relay take what it gives. A detector that looks at a component without a namespace
 * has nothing to look at: the site does without it, its flow and its alert. One that looks everywhere passes over
 * what only quotes.
 */
export function detectorsAt(map: NamespaceMap, detectors: readonly Detector[], quoting?: Quoting): LocalDetector[] {
  return detectors.flatMap((detector) => {
    // without a scope it is refused once everything is together
    const component = (detector as Partial<Detector>).scope?.component;
    // one that is none of the ten is a mistake that a check tells, not a detector to leave out in silence
    const namespaces = isComponent(component) ? namespacesOfComponent(map, component) : "any";
    if (namespaces === undefined) return [];
    return [{ ...detector, namespaces, ...(namespaces === "any" && quoting !== undefined && { passesOver: quoting }) }];
  });
}

/** The ONE pattern of a detector: the relay tests it and the flow's grep carries it. */
export function patternOf({ lines, modernLines = [] }: Detector): RegExp {
  return union([...lines, ...modernLines]);
}

/** The pod of the scope as a pattern over the whole name; a name has one line, so `^` and `$` mean the same in Ruby. */
export function podPatternOf({ scope }: Pick<Detector, "scope">): RegExp | undefined {
  return scope.pod === undefined ? undefined : new RegExp(`^(?:${scope.pod})$`);
}
