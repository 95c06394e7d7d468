// Prevents a component on the public page that nothing watches: it would stay green whatever happens.
import { ownAlerts } from "../alerts/rule";
import type { Check } from "./check";

export const componentCoverage: Check = {
  name: "component-coverage",
  run: ({ site, rules }) => {
    const watched = new Set<string>(ownAlerts(rules).map(({ rule }) => rule.component));
    return site.components
      .filter(({ name }) => !watched.has(name))
      .map(({ name }) => ({
        where: `site.yaml component "${name}"`,
        what: "no alert carries this component",
        mend: "declare an alert with it in rules/",
      }));
  },
};
