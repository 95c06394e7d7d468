import type { Construct } from "constructs";
import type { MountedSecret } from "../kubernetes/credential";
import { hasIPv6 } from "../metrics/ip-families";
import { portOf, type Workload } from "../network/workload";
import { inClusterService } from "../site/in-cluster";
import type { Site } from "../site/schema";
import { bySize } from "../site/size";
import { OWN_HEALTH, type ReadAccess, readGatewayConfiguration } from "./read-gateway-configuration";
import { configPath, probesOf, restrictedWorkload } from "./restricted-workload";

const FILE = "nginx.conf";
const SCRATCH = "/tmp";
/** The user of its image. */
const USER = 101;

export interface ReadGatewayProps {
  readonly workload: Workload;
  /** Its label app.kubernetes.io/component. */
  readonly role: string;
  readonly replicas: number;
  /** Of the store. */
  readonly url: string;
  readonly access: ReadAccess;
  /** Whose files the access names. */
  readonly credentials: readonly MountedSecret[];
}

/** The way in for what reads, before a store that itself lets whoever reaches it do all. */
export function readGateway(scope: Construct, site: Site, props: ReadGatewayProps): void {
  const { workload, role, replicas, url, access, credentials } = props;
  const { name, namespace } = workload;
  const port = portOf(workload, "http");
  restrictedWorkload(scope, {
    name,
    namespace,
    role,
    replicas,
    image: "nginxinc/nginx-unprivileged:1.29.8-alpine-slim",
    args: ["nginx", "-c", `${configPath(name)}/${FILE}`, "-g", "daemon off;"],
    env: [],
    port,
    probes: probesOf({ httpGet: { path: OWN_HEALTH, port: "http" } }),
    user: USER,
    config: {
      [FILE]: readGatewayConfiguration({ port, hasIPv6: hasIPv6(site), store: inClusterService(url), access, scratch: SCRATCH }),
    },
    credentials,
    scratch: { path: SCRATCH, size: "64Mi" },
    autoscaling: { mode: "Off", because: "an answer of the store passes through it whole" },
    cpu: { request: "5m", limit: "200m" },
    memory: bySize(site, "services", { default: { request: "16Mi", limit: "64Mi" }, small: { request: "8Mi", limit: "32Mi" } }),
  });
}
