import type { Construct } from "constructs";
import { AppProject } from "../kubernetes/custom-resources";
import { KEPT } from "../kubernetes/kept";
import { labelsOf } from "../kubernetes/labels";
import type { NamespaceDeclaration } from "../kubernetes/namespace";
import type { Site } from "../site/schema";
import { CD_CLUSTER } from "../site/sections/gitops";
import { clusterName } from "./cluster-name";
import { STAGES, WAVE } from "./stage";
import { type GitopsTarget, gitopsTarget } from "./target";

/** What an AppProject has to allow, for whoever keeps one of their own (`gitops.project`). */
export interface ProjectRequirements {
  /** `sourceRepos`: patterns of what stands in the Applications. */
  readonly repositories: readonly string[];
  /** The clusters and namespaces of the objects: `destinations`. */
  readonly destinations: readonly { readonly server: string; readonly namespace: string }[];
  /** Kinds without a namespace: `clusterResourceWhitelist`. */
  readonly clusterKinds: readonly { readonly group: string; readonly kind: string }[];
}

/** Namespaces and the priority class are ours, the rest is the upstream charts'. */
const CLUSTER_KINDS: ProjectRequirements["clusterKinds"] = [
  { group: "", kind: "Namespace" },
  { group: "scheduling.k8s.io", kind: "PriorityClass" },
  { group: "rbac.authorization.k8s.io", kind: "ClusterRole" },
  { group: "rbac.authorization.k8s.io", kind: "ClusterRoleBinding" },
  { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" },
];

export interface ProjectContent {
  readonly charts: readonly { readonly repository: string }[];
  readonly namespaces: readonly Pick<NamespaceDeclaration, "name">[];
}

/**
 * What the AppProject of our Applications allows. A namespace stays allowed until what a removed section left in it is gone:
 * Argo CD deletes nothing where the project no longer lets it (controller/appcontroller.go, getPermittedAppLiveObjects).
 */
export function projectRequirements(
  site: Pick<Site, "cluster" | "namespaces" | "gitops" | "autoscaling" | "stale_mounts">,
  { charts, namespaces }: ProjectContent,
): ProjectRequirements {
  const { namespace, repository, destination } = gitopsTarget(site);
  // upstream charts put Services for the control plane's exporters into the orchestrator's namespace; an autoscaler's object is beside its target,
  // rights are given where they hold
  const others = [
    site.namespaces.orchestrator,
    ...(site.autoscaling?.workloads ?? []).map(({ namespace: one }) => one),
    ...(site.stale_mounts?.namespaces ?? []),
  ];
  const applied = sorted([...others, ...namespaces.map(({ name }) => name)]);
  return {
    repositories: [repository, ...sorted(charts.map((chart) => chart.repository))].map(asPattern),
    destinations: [
      { server: CD_CLUSTER, namespace },
      ...applied
        .map((name) => ({ server: destination, namespace: name }))
        .filter((one) => destination !== CD_CLUSTER || one.namespace !== namespace),
    ],
    clusterKinds: CLUSTER_KINDS,
  };
}

/** Argo CD reads the brackets of an IPv6 host as a set of characters, and then no such repository is allowed (IsSourcePermitted, globMatch). */
const asPattern = (repository: string): string => repository.replace(/\[[^\]]*\]/, "*");

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

/** The name of the project of our Applications. */
export function projectName(target: Pick<GitopsTarget, "cluster" | "project">): string {
  return target.project ?? clusterName(target.cluster, "belfry");
}

/**
 * The AppProject of our Applications: our repositories, our clusters. It names no namespaces. They would shrink with the site,
 * before what a removed section leaves behind is deleted, and then it never would be (see {@link projectRequirements}); nor would
 * they keep anybody out, because the project comes from the same repository.
 */
export function project(scope: Construct, target: GitopsTarget, requirements: ProjectRequirements): AppProject {
  const name = projectName(target);
  return new AppProject(scope, "project", {
    metadata: {
      name,
      namespace: target.namespace,
      labels: labelsOf("belfry", "project"),
      // without it an Application can't even be deleted, and the one that would go over to another project is stuck
      annotations: { [WAVE]: String(STAGES.project), ...KEPT },
    },
    spec: {
      description: `Observability and alerting of ${target.cluster}`,
      sourceRepos: [...requirements.repositories],
      destinations: sorted(requirements.destinations.map(({ server }) => server)).map((server) => ({
        server,
        namespace: server === target.destination ? "*" : target.namespace,
      })),
      clusterResourceWhitelist: requirements.clusterKinds.map((kind) => ({ ...kind })),
    },
  });
}
