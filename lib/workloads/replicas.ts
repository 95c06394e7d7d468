import type { Site } from "../site/schema";
import { bySize } from "../site/size";

/**
 * Replicas of a service that bears several: two, so that a node's end costs nothing. On a small installation's only node a second
 * one would end with the first: what it saves is the seconds of a restart, in which the senders try again, and a rollout starts
 * the new pod before it ends the old one whatever their number.
 */
export function spareReplicas(site: Site): 1 | 2 {
  return bySize(site, "services", { default: 2, small: site.cluster.nodes === 1 ? 1 : 2 });
}
