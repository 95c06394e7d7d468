import type { Construct } from "constructs";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { type PostgresCluster, postgresUri } from "../../lib/workloads/postgres-cluster";
import { spareReplicas } from "../../lib/workloads/replicas";
import { probesOf, restrictedWorkload } from "../../lib/workloads/restricted-workload";

const NOBODY = 65534;

/** OpenFGA, which judges for the enterprise build who may do what; the store writes the rules into it by itself. */
export function authorisation(scope: Construct, site: Site, workload: Workload, database: PostgresCluster): void {
  const { name, namespace, ports } = workload;
  const { http: port = 0, ...morePorts } = ports;
  const listen = (variable: string, on: string) => ({ name: variable, value: `:${portOf(workload, on)}` });
  restrictedWorkload(scope, {
    name,
    namespace,
    role: "logs",
    replicas: spareReplicas(site),
    image: "openfga/openfga:v1.18.1",
    // the tables of its release, before the first of its pods asks them
    before: ["migrate"],
    args: ["run"],
    env: [
      { name: "OPENFGA_DATASTORE_ENGINE", value: "postgres" },
      postgresUri("OPENFGA_DATASTORE_URI", database),
      listen("OPENFGA_HTTP_ADDR", "http"),
      listen("OPENFGA_GRPC_ADDR", "grpc"),
      listen("OPENFGA_METRICS_ADDR", "metrics"),
      // a page to try rules out on, for whoever reaches it
      { name: "OPENFGA_PLAYGROUND_ENABLED", value: "false" },
      { name: "OPENFGA_LOG_FORMAT", value: "json" },
    ],
    port,
    morePorts,
    probes: probesOf({ httpGet: { path: "/healthz", port: "http" } }),
    user: NOBODY,
    config: {},
    credentials: [],
    autoscaling: { mode: "Off", because: "the store asks it before each request, and lets nobody in while it is away" },
    cpu: { request: "50m", limit: "500m" },
    // its chart's: 128Mi and 200Mi
    memory: bySize(site, "services", { default: { request: "128Mi", limit: "256Mi" }, small: { request: "64Mi", limit: "200Mi" } }),
  });
}
