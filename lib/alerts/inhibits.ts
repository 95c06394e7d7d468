import { TEAM } from "./labels";
import { equals, matches } from "./matcher";
import type { Inhibition } from "./routing";
import { ownAlerts, type RuleBundle } from "./rule";

/** Consequences of an alert: while it fires, they are not told. */
export interface Inhibits {
  /** Names of alerts. Only those of the same component are meant: each component's state on the public page stays true. */
  readonly alerts: readonly [string, ...string[]];
  /** Labels that cause and consequence have in common, such as `node`. @default - none: wherever they are */
  readonly sharing?: readonly string[];
}

/** What the alert manager is told of it. */
export function inhibitionsOf(rules: readonly RuleBundle[]): Inhibition[] {
  const declared = new Map(ownAlerts(rules).map(({ rule: { name, inhibits = [] } }) => [name, inhibits]));
  // by name: the order of the parts means nothing
  const causes = [...declared].sort(([one], [other]) => (one < other ? -1 : 1));
  return causes.flatMap(([cause, inhibits]) =>
    inhibits.map(({ alerts, sharing = [] }) => ({
      source: [equals("alertname", cause), equals("team", TEAM)],
      target: [matches("alertname", alerts.join("|")), equals("team", TEAM)],
      equal: ["component", ...sharing],
    })),
  );
}
