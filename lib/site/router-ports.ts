/** Where the router listens beside `urls.router_url`, which is the aggregator's. */
export const ROUTER_PORTS = {
  /** What batch jobs post. */
  jobs: 8081,
  /** What passes by at this moment, for people: a WebSocket. */
  live: 8082,
  /** Whether it lives: /health, beside the tap's gRPC. */
  api: 8686,
  metrics: 9598,
  /** Devices outside of the cluster, by UDP and TCP. */
  syslog: 5514,
} as const;

/** Where jobs post their records: the router's Service, by the port and not by the path of its URL, which are the aggregator's. */
export function jobsSource(routerUrl: string): string {
  return `http://${new URL(routerUrl).hostname}:${ROUTER_PORTS.jobs}`;
}
