import type { Construct } from "constructs";
import { Application, AppProject } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import type { UpstreamObject } from "../kubernetes/upstream";
import type { BundleDeclaration } from "./bundle";
import { STAGES, type Stage } from "./stage";

export interface GitopsTarget {
  /** The namespace of the CD tool. */
  readonly namespace: string;
  readonly project: string;
  readonly repository: string;
  readonly revision: string;
  /** Directory of the repository that holds `dist/`. */
  readonly path: string;
  /** API server address. */
  readonly destination: string;
}

const WAVE = "argocd.argoproj.io/sync-wave";

const SYNC_POLICY = {
  automated: { prune: true, selfHeal: true },
  // server-side apply: the operators' large objects pass the size limit of the last-applied annotation
  syncOptions: ["ServerSideApply=true", "CreateNamespace=false"],
  retry: { limit: 5, backoff: { duration: "10s", factor: 2, maxDuration: "3m0s" } },
};

/** The Application that applies one bundle of `dist/`. */
export function bundleApplication(scope: Construct, target: GitopsTarget, bundle: Omit<BundleDeclaration, "build">): Application {
  return new Application(scope, bundle.name, {
    metadata: applicationMetadata(bundle.name, target, bundle.stage),
    spec: {
      project: target.project,
      source: {
        repoURL: target.repository,
        targetRevision: target.revision,
        path: `${target.path}/${bundle.name}`,
        // the CD tool reads every .yaml, .yml and .json it finds; its `*` crosses folders
        directory: { recurse: true, exclude: bundle.notApplied && `${bundle.notApplied}/*` },
      },
      destination: { server: target.destination, namespace: bundle.namespace },
      syncPolicy: SYNC_POLICY,
    },
  });
}

/** An upstream Helm chart: where it comes from, what we set, and the objects it owns that others may meet. */
export interface UpstreamChart {
  readonly name: string;
  readonly repository: string;
  readonly chart: string;
  readonly version: string;
  readonly namespace: string;
  readonly stage: Stage;
  readonly values: Record<string, unknown>;
  readonly owns: readonly UpstreamObject[];
}

/** The Application that installs an upstream chart. */
export function chartApplication(scope: Construct, target: GitopsTarget, chart: UpstreamChart): Application {
  return new Application(scope, chart.name, {
    metadata: applicationMetadata(chart.name, target, chart.stage),
    spec: {
      project: target.project,
      source: {
        repoURL: chart.repository,
        chart: chart.chart,
        targetRevision: chart.version,
        helm: { releaseName: chart.name, valuesObject: chart.values },
      },
      destination: { server: target.destination, namespace: chart.namespace },
      syncPolicy: SYNC_POLICY,
    },
  });
}

export interface ProjectProps {
  readonly chartRepositories: readonly string[];
  readonly namespaces: readonly string[];
}

/** The AppProject that bounds what the bundles may touch: our repositories, our namespaces. */
export function project(scope: Construct, target: GitopsTarget, { chartRepositories, namespaces }: ProjectProps): AppProject {
  return new AppProject(scope, `project-${target.project}`, {
    metadata: {
      name: target.project,
      namespace: target.namespace,
      labels: labelsOf(target.project, "project"),
      // an Application of a project that is not there yet is refused
      annotations: { [WAVE]: "-10" },
    },
    spec: {
      description: "Observability and alerting",
      sourceRepos: [target.repository, ...chartRepositories],
      destinations: namespaces.map((namespace) => ({ server: target.destination, namespace })),
      clusterResourceWhitelist: [
        { group: "", kind: "Namespace" },
        { group: "scheduling.k8s.io", kind: "PriorityClass" },
        { group: "rbac.authorization.k8s.io", kind: "ClusterRole" },
        { group: "rbac.authorization.k8s.io", kind: "ClusterRoleBinding" },
        { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" },
      ],
    },
  });
}

function applicationMetadata(name: string, target: GitopsTarget, stage: Stage) {
  return {
    name,
    namespace: target.namespace,
    labels: labelsOf(name, "application"),
    annotations: { [WAVE]: String(STAGES[stage]) },
  };
}
