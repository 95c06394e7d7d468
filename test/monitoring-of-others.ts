import type { Component } from "../lib/site/component";
import type { Site } from "../lib/site/schema";
import { exampleSite } from "./example";

/** The example, where the platform's own namespace belongs to another component than the example's. */
export function monitoringOf(owner: Component): Pick<Site, "components"> {
  const { components, namespaces } = exampleSite();
  return {
    components: components.map((one) => {
      const others = one.namespaces.filter((namespace) => namespace !== namespaces.monitoring);
      return { ...one, namespaces: one.name === owner ? [...others, namespaces.monitoring] : others };
    }),
  };
}
