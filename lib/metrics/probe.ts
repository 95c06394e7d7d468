import type { Duration } from "../duration";
import type { Component } from "../site/component";

/** Something that a blackbox exporter asks in a user's stead, again and again. */
export interface Probe {
  /** Of its object, unique at a site. */
  readonly name: string;
  /** What it is of. */
  readonly component: Component;
  /** What of the component it sees, as the site calls it. */
  readonly service: string;
  /** The exporter's module: how it asks, and which answer is right. */
  readonly module: string;
  /** Whom it asks, as the module reads it. */
  readonly target: string;
  /** The module gives up then. */
  readonly timeout: Duration;
}

/** What tells a probe's samples from those of others: two modules may ask one target. */
export function probeLabels({ component, service, module }: Probe) {
  return { component, probe: service, module };
}

/** The names of {@link probeLabels}. */
export const PROBE_LABELS = ["component", "probe", "module"] as const satisfies readonly (keyof ReturnType<typeof probeLabels>)[];
