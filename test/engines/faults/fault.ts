import type { Severity } from "../../../lib/alerts/labels";
import { type Duration, minutes } from "../../../lib/duration";
import type { Component } from "../../../lib/site/component";
import type { Change } from "../../../lib/world/fault";
import type { World } from "../../../lib/world/world";

/** Something that goes wrong, as an operator would tell it, and what has to come of it. */
export interface Fault {
  readonly title: string;
  readonly change: Change;
  readonly expect: Expected | readonly [Expected, ...Expected[]] | Harmless;
}

export interface Expected {
  readonly alert: string;
  readonly component: Component;
  readonly severity: Severity;
  /** From the fault on. */
  readonly within: Duration;
  /** Alerts of other components that are right to fire as well. @default - none is */
  readonly others?: readonly string[];
  /** Alerts of the same component that would be wrong. @default - none is */
  readonly never?: readonly string[];
  /** How long it is watched. @default - until ten minutes after what is expected */
  readonly watchedFor?: Duration;
}

/** Nothing may fire, for that long. */
export interface Harmless {
  readonly nothingFor: Duration;
}

/** The alerts that have to come; none of what is harmless. */
export function expectedOf({ expect }: Pick<Fault, "expect">): readonly Expected[] {
  if ("nothingFor" in expect) return [];
  return "alert" in expect ? [expect] : expect;
}

/** Faults are told of a world: whose pod, which node. */
export type Faults = (world: World) => readonly Fault[];

/** An alert, its component's, after so many minutes at most. */
export const expected = (
  component: Component,
  alert: string,
  severity: Severity,
  within: number,
  more: Partial<Expected> = {},
): Expected => ({
  alert,
  component,
  severity,
  within: minutes(within),
  ...more,
});

/** Of one component, as most tables are. */
export const expectedFor =
  (component: Component) =>
  (alert: string, severity: Severity, within: number, more?: Partial<Expected>): Expected =>
    expected(component, alert, severity, within, more);

/** What concerns the platform itself. */
export const platform = expectedFor("Platform");
