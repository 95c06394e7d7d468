import { componentsOf } from "../alerts/owner";
import { ownAlerts, type RuleBundle } from "../alerts/rule";
import type { Component } from "../site/component";
import type { Site } from "../site/schema";

/** The components of which no rule could ever say that they fail. */
export function unwatchedComponents({ components }: Pick<Site, "components">, rules: readonly RuleBundle[]): Component[] {
  // info changes nothing on the page: the watchdog alone would leave Platform green
  const watched = new Set<string>(ownAlerts(rules).flatMap(({ rule }) => (rule.severity === "info" ? [] : componentsOf(rule.component))));
  return components.map(({ name }) => name).filter((name) => !watched.has(name));
}

/** For a page that stays green whatever happens. */
export function unwatchedCautions(site: Pick<Site, "components" | "probes">, rules: readonly RuleBundle[]): string[] {
  const names = unwatchedComponents(site, rules);
  return [
    ...(site.probes === undefined
      ? ["components: nothing is asked as its users ask it; name in probes what they ask of each of the ten, or why nothing is"]
      : []),
    ...(names.length === 0
      ? []
      : [
          `components: no rule says when ${names.join(", ")} ${names.length === 1 ? "fails" : "fail"}; name what their users ask of them in probes`,
        ]),
  ];
}
