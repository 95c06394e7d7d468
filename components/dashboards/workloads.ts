import { ownWorkload } from "../../lib/network/own-workload";
import type { Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";

/**
 * What people log in to, and what is shown in frames. Anonymous pages and the login by the proxy are switched on for a whole process: one that did both would
 * let whoever gets around one vhost's gate in by the other.
 */
export const [PEOPLE, FRAMES] = ["grafana", "grafana-embed"];

/** Through which both ask the metrics. */
const METRICS_GATEWAY = { name: "metrics-gateway", port: 8080 } as const;

/** Of the image. */
const PORT = 3000;

export interface DashboardWorkloads {
  /** Provisions everything, and is behind the site's login. */
  readonly people: Workload;
  /** Shows what the other wrote, to anybody of the home network. @default - the site has no vhost for it */
  readonly frames?: Workload;
  /** Lets both of them read the metrics store, and nothing else. */
  readonly metrics: Workload;
}

export function dashboardWorkloads({ namespaces: { monitoring: namespace }, urls }: Pick<Site, "namespaces" | "urls">): DashboardWorkloads {
  const of = (name: string): Workload => ownWorkload({ name, namespace, port: PORT });
  return {
    people: of(PEOPLE),
    ...(urls.grafana_embed_url !== undefined && { frames: of(FRAMES) }),
    metrics: ownWorkload({ ...METRICS_GATEWAY, namespace }),
  };
}

/** Those that browsers come to. */
export const applicationsOf = ({ people, frames }: DashboardWorkloads): Workload[] => (frames === undefined ? [people] : [people, frames]);

/** Where both ask the metrics: whoever looks at a panel may have any request sent there, by any method. */
export const metricsUrl = ({ namespaces }: Pick<Site, "namespaces">): string =>
  `http://${METRICS_GATEWAY.name}.${namespaces.monitoring}.svc:${METRICS_GATEWAY.port}`;
