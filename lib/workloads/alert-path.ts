import type { Construct } from "constructs";
import { PriorityClass } from "../kubernetes/core";
import { labelsOf } from "../kubernetes/labels";
import type { Site } from "../site/schema";

/**
 * The priority of what alerts on the rest: it is scheduled before, and evicted after, what it watches. With the namespace in its
 * name, because a class belongs to the whole cluster and another installation in it has one too.
 */
export function alertPathPriority({ priority_class, namespaces }: Site): string {
  return priority_class ?? `belfry-${namespaces.monitoring}-alert-path`;
}

/** The class of that name, where the site does not name one that is there. */
export function alertPathClass(scope: Construct, site: Site): void {
  if (site.priority_class !== undefined) return;
  const name = alertPathPriority(site);
  new PriorityClass(scope, "alert-path", {
    metadata: { name, labels: labelsOf(name, "priority-class") },
    // a billion is the most that is not the orchestrator's own; the API server refuses a change: another value needs another name
    value: 900_000_000,
    // on a full node it waits at the head of the queue: it must not be what takes down the workload that it watches
    preemptionPolicy: "Never",
    description: "What alerts on the rest of the cluster",
  });
}
