import { ownWorkload } from "../../lib/network/own-workload";
import type { Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";

/**
 * What people log in to, and what is shown in frames. Anonymous pages and the login by the proxy are switched on for a whole process: one that did both would
 * let whoever gets around one vhost's gate in by the other.
 */
export const [PEOPLE, FRAMES] = ["grafana", "grafana-embed"];

/** Of the image. */
const PORT = 3000;

export interface DashboardWorkloads {
  /** Provisions everything, and is behind the site's login. */
  readonly people: Workload;
  /** Shows what the other wrote, to anybody of the home network. @default - the site has no vhost for it */
  readonly frames?: Workload;
}

export function dashboardWorkloads({ namespaces: { monitoring: namespace }, urls }: Pick<Site, "namespaces" | "urls">): DashboardWorkloads {
  const of = (name: string): Workload => ownWorkload({ name, namespace, port: PORT });
  return { people: of(PEOPLE), ...(urls.grafana_embed_url !== undefined && { frames: of(FRAMES) }) };
}

export const allOf = ({ people, frames }: DashboardWorkloads): Workload[] => (frames === undefined ? [people] : [people, frames]);
