import type { Construct } from "constructs";
import { MIB } from "../../lib/bytes";
import { printConfiguration } from "../../lib/gitops/yaml";
import { ClusterRole, ClusterRoleBinding } from "../../lib/kubernetes/core";
import { labelsOf } from "../../lib/kubernetes/labels";
import type { CollectorConfiguration } from "../../lib/log-store/collector";
import type { Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { configPath, probesOf, restrictedWorkload } from "../../lib/workloads/restricted-workload";
import { databaseCredential } from "./databases";
import { browserToken } from "./rum";
import { collectorSizes, memoryLimits } from "./sizes";
import { sendersAt, tokenOf } from "./stored";

const FILE = "collector.yaml";
/** The image's own user. */
const USER = 10001;

/** What it sends before it ends, and gives up then: what the store does not take is lost with the pod. */
const SHUTDOWN_SECONDS = 45;

/**
 * The trace collector: one Deployment, no operator. Contrib is the distribution that has it all: Kubernetes' attributes, statements on spans,
 * sign-in by files and the receivers of databases; `k8s`, which is smaller, lacks the last.
 */
export function traceCollector(scope: Construct, site: Site, workload: Workload, configuration: CollectorConfiguration): void {
  const { name, namespace } = workload;
  const { http: port = 0, ...morePorts } = workload.ports;
  const sizes = collectorSizes(site);
  const credential = databaseCredential(site);
  const { startupProbe, ...probes } = probesOf({ httpGet: { path: "/", port: "health" } });
  restrictedWorkload(scope, {
    name,
    namespace,
    role: "traces",
    // databases would be asked twice by two; a new one takes spans before the old one ends
    replicas: 1,
    image: "otel/opentelemetry-collector-contrib:0.160.0",
    args: [`--config=${configPath(name)}/${FILE}`],
    // the runtime collects in time for the limiter
    env: [{ name: "GOMEMLIMIT", value: `${memoryLimits(sizes).limit_mib * MIB}` }],
    port,
    morePorts,
    // it waits for the pods that it is to know
    probes: { ...probes, startupProbe: { ...startupProbe, failureThreshold: 120 } },
    user: USER,
    config: { [FILE]: printConfiguration(configuration) },
    credentials: [
      ...sendersAt(site).map((sender) => tokenOf(sender, site)),
      ...(site.rum === undefined ? [] : [browserToken(site)]),
      ...(credential === undefined ? [] : [credential]),
    ],
    graceSeconds: SHUTDOWN_SECONDS,
    callsApi: true,
    autoscaling: { mode: "Off", because: "what waits for the store comes at once when it is back, and its limiter is set by its memory" },
    cpu: sizes.cpu,
    memory: sizes.memory,
  });
  collectorRights(scope, { name, namespace });
}

/** Which pod has which address, and whose it is: owners are told by what stands on a pod itself. */
function collectorRights(scope: Construct, account: { readonly name: string; readonly namespace: string }): void {
  // with the namespace in its name, because it belongs to the whole cluster and another installation in it has one too
  const metadata = { name: `belfry-${account.namespace}-${account.name}`, labels: labelsOf(account.name, "rights") };
  new ClusterRole(scope, "rights", { metadata, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] }] });
  new ClusterRoleBinding(scope, "rights-binding", {
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: metadata.name },
    subjects: [{ kind: "ServiceAccount", ...account }],
  });
}
