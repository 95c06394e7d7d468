// Prevents a component on the public page that nothing watches: it would stay green whatever happens.
import { ownAlerts } from "../alerts/rule";
import type { Check } from "./check";

export const componentCoverage: Check = {
  name: "component-coverage",
  run: ({ site, rules }) => {
    // info changes nothing on the page: the watchdog alone would leave Platform green
    const watched = new Set<string>(ownAlerts(rules).flatMap(({ rule }) => (rule.severity === "info" ? [] : [rule.component])));
    return site.components
      .filter(({ name }) => !watched.has(name))
      .map(({ name }) => ({
        where: `site.yaml component "${name}"`,
        what: "no critical or warning alert carries this component",
        fix: "declare one in rules/",
      }));
  },
};
