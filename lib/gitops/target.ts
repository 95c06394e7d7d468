import type { Site } from "../site/schema";

export interface GitopsTarget {
  /** Its name stands in front of every name in the CD tool's namespace. */
  readonly cluster: string;
  /** The namespace of the CD tool, in its own cluster. */
  readonly namespace: string;
  /** An AppProject that is there already. @default - one of our own */
  readonly project?: string;
  readonly repository: string;
  readonly revision: string;
  /** Directory of the repository that holds `dist/`. */
  readonly path: string;
  /** API server address of the cluster that the bundles are for, as the CD tool knows it. */
  readonly destination: string;
}

export function gitopsTarget({ cluster, namespaces, gitops }: Pick<Site, "cluster" | "namespaces" | "gitops">): GitopsTarget {
  return { cluster: cluster.name, namespace: namespaces.gitops, ...gitops };
}
