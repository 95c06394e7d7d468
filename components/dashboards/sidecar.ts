import type { Construct } from "constructs";
import { SIDECAR_PATH } from "../../lib/dashboards/provider";
import { ClusterRole, ClusterRoleBinding } from "../../lib/kubernetes/core";
import { labelsOf } from "../../lib/kubernetes/labels";
import type { Workload } from "../../lib/network/workload";
import type { Sidecar } from "../../lib/workloads/restricted-workload-props";
import { FOLDER_ANNOTATION, SIDECAR_LABEL, SIDECAR_VALUE } from "./provisioning";

const variables = (method: "WATCH" | "LIST") =>
  Object.entries({
    LABEL: SIDECAR_LABEL,
    LABEL_VALUE: SIDECAR_VALUE,
    FOLDER: SIDECAR_PATH,
    FOLDER_ANNOTATION,
    NAMESPACE: "ALL",
    RESOURCE: "configmap",
    METHOD: method,
    // two namespaces may ship files of one name
    UNIQUE_FILENAMES: "true",
    LOG_LEVEL: "WARN",
  }).map(([name, value]) => ({ name, value }));

/**
 * Writes what labelled ConfigMaps of any namespace hold, in folders by their annotation, where the application finds it: what charts and
 * other bundles ship comes so, and goes when they go. The provider looks by itself again, so nobody is told to.
 */
export const dashboardSidecar: Sidecar = {
  name: "sidecar",
  image: "kiwigrid/k8s-sidecar:2.10.1",
  env: variables("WATCH"),
  cpu: { request: "5m", limit: "100m" },
  // not measured: an interpreter of Python, and one ConfigMap at a time
  memory: { request: "64Mi", limit: "128Mi" },
};

/** Once before the application starts: a folder that was still empty would take all its dashboards away, and what people said of them. */
export const firstDashboards: Sidecar = { ...dashboardSidecar, name: "first-dashboards", env: variables("LIST") };

/** ConfigMaps of the whole cluster, to read: whoever may make one in any namespace may ship a dashboard. */
export function sidecarRights(scope: Construct, { name, namespace }: Workload): void {
  // with the namespace in its name, because it belongs to the whole cluster and another installation in it has one too
  const metadata = { name: `belfry-${namespace}-${name}`, labels: labelsOf(name, "rights") };
  new ClusterRole(scope, "rights", { metadata, rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }] });
  new ClusterRoleBinding(scope, "rights-binding", {
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: metadata.name },
    subjects: [{ kind: "ServiceAccount", name, namespace }],
  });
}
