import { KINDS } from "../../lib/kubernetes/kinds";
import type { Prerequisite } from "../../lib/platform/installation";
import type { Site } from "../../lib/site/schema";
import { CLOUDNATIVE_PG, operatorNamespaceOf, POSTGRES_IMAGE } from "../../lib/workloads/postgres-cluster";

/** The operator that makes the platform's own databases. */
export function postgresOperator(site: Site): Prerequisite {
  const namespace = operatorNamespaceOf(site);
  return {
    name: "CloudNativePG",
    release: CLOUDNATIVE_PG.release,
    group: KINDS.Cluster.group,
    settings: [
      `It runs in \`${namespace}\` (\`databases.operator_namespace\` names another) with the label \`app.kubernetes.io/name=cloudnative-pg\` on its pods, as its chart and its manifest have it: our policies let nobody else in to the databases' own ports.`,
      "It watches every namespace (`WATCH_NAMESPACE` unset).",
      "Where databases are backed up, it is a release that still does so by itself: later ones leave that to a plugin, and their release notes say from which on.",
    ],
    images: () => [POSTGRES_IMAGE.split(":")[0] ?? "", "ghcr.io/cloudnative-pg/cloudnative-pg"],
  };
}
