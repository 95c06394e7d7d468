import type { Construct } from "constructs";
import { organisationOf } from "../../../lib/log-store/organisation";
import { hasIPv6 } from "../../../lib/metrics/ip-families";
import { portOf, type Workload } from "../../../lib/network/workload";
import { inClusterService } from "../../../lib/site/in-cluster";
import type { Site } from "../../../lib/site/schema";
import { bySize } from "../../../lib/site/size";
import { configPath, probesOf, restrictedWorkload, secretFile } from "../../../lib/workloads/restricted-workload";
import { READER_KEYS, readerAccount } from "../credentials";
import { gatewayConfiguration, OWN_HEALTH } from "./configuration";

const FILE = "nginx.conf";
const SCRATCH = "/tmp";
/** The user of its image. */
const USER = 101;

/**
 * The way in for what reads: in the store's open-source build every account may do all, so the gateway's stays here, and what it lets through
 * changes nothing.
 */
export function readerGateway(scope: Construct, site: Site, workload: Workload): void {
  const { name, namespace } = workload;
  const account = readerAccount(site);
  const port = portOf(workload, "http");
  restrictedWorkload(scope, {
    name,
    namespace,
    role: "logs",
    replicas: 1,
    image: "nginxinc/nginx-unprivileged:1.29.8-alpine-slim",
    args: ["nginx", "-c", `${configPath(name)}/${FILE}`, "-g", "daemon off;"],
    env: [],
    port,
    probes: probesOf({ httpGet: { path: OWN_HEALTH, port: "http" } }),
    user: USER,
    config: {
      [FILE]: gatewayConfiguration({
        port,
        hasIPv6: hasIPv6(site),
        store: inClusterService(site.urls.logs_url),
        organisation: organisationOf(site),
        files: {
          authorization: secretFile(account, READER_KEYS.authorization).path,
          readers: secretFile(account, READER_KEYS.readers).path,
        },
        scratch: SCRATCH,
      }),
    },
    credentials: [account],
    scratch: { path: SCRATCH, size: "64Mi" },
    autoscaling: { mode: "Off", because: "an answer of the store passes through it whole" },
    cpu: { request: "5m", limit: "200m" },
    memory: bySize(site, "services", { default: { request: "16Mi", limit: "64Mi" }, small: { request: "8Mi", limit: "32Mi" } }),
  });
}
