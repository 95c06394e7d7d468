import { type Component, componentOfNamespace } from "../lib/site/component";
import { namespaceMap } from "../lib/site/namespace-map";
import type { Site } from "../lib/site/schema";

/** What is wrong with a program of ours, with the labels of its Deployment: where that is short of pods, it says so already. */
export const ofDeployment = (expr: string, { namespace, name }: Deployed): string =>
  `label_replace(label_replace(\n${expr},\n"namespace", "${namespace}", "", ""), "deployment", "${name}", "", "")`;

/** A Deployment of ours. */
export interface Deployed {
  readonly namespace: string;
  readonly name: string;
  /** Whose an alert of the Deployment itself is: one of another component would not be quiet beside it. */
  readonly component: Component;
}

/** A Deployment in the platform's own namespace. */
export function ownDeployment(site: Site, name: string): Deployed {
  const namespace = site.namespaces.monitoring;
  return { namespace, name, component: componentOfNamespace(namespaceMap(site), namespace) };
}
