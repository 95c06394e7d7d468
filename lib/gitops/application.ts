import type { Construct } from "constructs";
import { Application } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import type { UpstreamObject } from "../kubernetes/upstream";
import { CD_CLUSTER } from "../site/sections/gitops";
import type { BundleDeclaration } from "./bundle";
import { clusterName } from "./cluster-name";
import { projectName } from "./project";
import { STAGES, type Stage, WAVE } from "./stage";
import type { GitopsTarget } from "./target";

/** The first release of Argo CD that knows all we ask of it: `retry.refresh` (argo-cd#23038) is the youngest. */
export const ARGO_CD_AT_LEAST = "3.2";

/**
 * What goes, goes in the background. In the foreground, Argo CD's own choice, the garbage collector deletes at once what a deleted
 * object owns, and so the metrics store's volume: its object owns that until the operator, told of the deletion, sets it free
 * (docs/user-guide/sync-options.md; operator, finalize/vmsingle.go).
 */
const SYNC_POLICY = {
  automated: { prune: true, selfHeal: true },
  // server-side apply: the operators' large objects pass the size limit of the last-applied annotation
  syncOptions: ["ServerSideApply=true", "CreateNamespace=false", "PrunePropagationPolicy=background"],
  // Without an end: the operator that brings a kind may come hours later, and after the last try nothing is tried again until the
  // next commit (controller/appcontroller.go, autoSync). With `refresh`, or that commit would wait behind the tries of this one.
  retry: { limit: -1, refresh: true, backoff: { duration: "10s", factor: 2, maxDuration: "3m0s" } },
};

/**
 * Argo CD compares what a dry run of its own apply gives with what is there. Its other way of comparing objects that it applies on
 * the server's side is discontinued, and takes a kind's defaults for differences (docs/user-guide/diff-strategies.md).
 */
const COMPARE = { "argocd.argoproj.io/compare-options": "ServerSideDiff=true" };

/**
 * With it an Application takes along what it applied, when a section leaves the site; without it that would run on unseen
 * (docs/user-guide/app_deletion.md).
 */
const TAKES_ALONG = "resources-finalizer.argocd.argoproj.io/background";

/** The Application that applies one bundle of `dist/`. */
export function bundleApplication(scope: Construct, target: GitopsTarget, bundle: Omit<BundleDeclaration, "build">): Application {
  return new Application(scope, bundle.name, {
    metadata: applicationMetadata(bundle.name, target, bundle),
    spec: {
      project: projectName(target),
      source: {
        repoURL: target.repository,
        targetRevision: target.revision,
        path: `${target.path}/${bundle.name}`,
        // the CD tool reads every .yaml, .yml and .json it finds; its `*` crosses folders
        directory: { recurse: true, exclude: bundle.notApplied && `${bundle.notApplied}/*` },
      },
      destination: { server: bundle.isCdTools ? CD_CLUSTER : target.destination, namespace: bundle.namespace },
      syncPolicy: SYNC_POLICY,
    },
  });
}

/** An upstream Helm chart: where it comes from, what we set, and the objects it owns that others may meet. */
export interface UpstreamChart {
  /** Of its Helm release too: at most 53 characters. */
  readonly name: string;
  readonly repository: string;
  readonly chart: string;
  readonly version: string;
  readonly namespace: string;
  readonly values: Record<string, unknown>;
  readonly owns: readonly UpstreamObject[];
  /** Repositories of the images that it runs with our values, and the release in which they are so. */
  readonly images: { readonly release: string; readonly repositories: readonly string[] };
}

/** The Application that installs an upstream chart. */
export function chartApplication(scope: Construct, target: GitopsTarget, chart: UpstreamChart): Application {
  return new Application(scope, chart.name, {
    metadata: applicationMetadata(chart.name, target),
    spec: {
      project: projectName(target),
      source: {
        repoURL: chart.repository,
        chart: chart.chart,
        targetRevision: chart.version,
        // the chart names its objects by the release
        helm: { releaseName: chart.name, valuesObject: chart.values },
      },
      destination: { server: target.destination, namespace: chart.namespace },
      syncPolicy: SYNC_POLICY,
    },
  });
}

/** What an Application is called in the CD tool's namespace. */
export function applicationName({ cluster }: Pick<GitopsTarget, "cluster">, bundle: string): string {
  return clusterName(cluster, bundle);
}

interface Standing {
  readonly stage?: Stage;
  readonly outlived?: boolean;
}

function applicationMetadata(name: string, target: GitopsTarget, { stage = "platform", outlived = false }: Standing = {}) {
  return {
    name: applicationName(target, name),
    namespace: target.namespace,
    labels: labelsOf(name, "application"),
    annotations: { [WAVE]: String(STAGES[stage]), ...COMPARE },
    ...(outlived ? {} : { finalizers: [TAKES_ALONG] }),
  };
}
