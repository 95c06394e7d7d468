import type { Construct } from "constructs";
import { ClusterRole, ClusterRoleBinding, type PolicyRule, Role, RoleBinding } from "../../lib/kubernetes/core";
import { labelsOf } from "../../lib/kubernetes/labels";
import type { StaleMountsSite } from "../../lib/site/schema";

export interface RightsProps {
  /** Of the service account. */
  readonly account: { readonly name: string; readonly namespace: string };
  readonly staleMounts: StaleMountsSite;
  /** The ConfigMap that holds what was restarted, in the account's namespace. */
  readonly record: string;
}

/**
 * What the API server lets the service do, and no more: in the namespaces that the site lists, or in all. RBAC can't leave one out of all,
 * so where none is listed the service itself does.
 */
export function staleMountsRights(scope: Construct, { account, staleMounts, record }: RightsProps): void {
  const { name, namespace } = account;
  const labels = labelsOf(name, "rights");
  const subjects = [{ kind: "ServiceAccount", ...account }];
  const apiGroup = "rbac.authorization.k8s.io";
  const rules = podRules(staleMounts);
  if (staleMounts.namespaces === undefined) {
    // with the namespace in its name, because it belongs to the whole cluster and another installation in it has one too
    const ofCluster = `belfry-${namespace}-${name}`;
    new ClusterRole(scope, "rights", { metadata: { name: ofCluster, labels }, rules });
    new ClusterRoleBinding(scope, "rights-binding", {
      metadata: { name: ofCluster, labels },
      roleRef: { apiGroup, kind: "ClusterRole", name: ofCluster },
      subjects,
    });
  }
  const give = (id: string, own: string, where: string, some: PolicyRule[]) => {
    const metadata = { name: own, namespace: where, labels };
    new Role(scope, `${id}-rights`, { metadata, rules: some });
    new RoleBinding(scope, `${id}-rights-binding`, { metadata, roleRef: { apiGroup, kind: "Role", name: own }, subjects });
  };
  for (const one of staleMounts.namespaces ?? []) give(one, name, one, rules);
  give("record", `${name}-record`, namespace, [
    { apiGroups: [""], resources: ["configmaps"], resourceNames: [record], verbs: ["get", ...(isDryRun(staleMounts) ? [] : ["patch"])] },
  ]);
}

function podRules(staleMounts: StaleMountsSite): PolicyRule[] {
  const looks: PolicyRule[] = [
    { apiGroups: [""], resources: ["pods"], verbs: ["list"] },
    { apiGroups: [""], resources: ["pods/log"], verbs: ["get"] },
  ];
  // what it must not do it may not do either
  if (isDryRun(staleMounts)) return looks;
  return [
    { apiGroups: [""], resources: ["pods"], verbs: ["list", "delete"] },
    ...looks.slice(1),
    { apiGroups: [""], resources: ["events"], verbs: ["create"] },
  ];
}

/** Whether it only says what it would restart. */
export function isDryRun({ mode }: StaleMountsSite): boolean {
  return mode === "dry_run";
}
