/** What a kind's CustomResourceDefinition says about where its objects live. */
export type Scope = "Namespaced" | "Cluster";

export interface KindOrigin {
  readonly group: string;
  readonly version: string;
  readonly scope: Scope;
}

const victoriaMetrics = { group: "operator.victoriametrics.com", version: "v1beta1", scope: "Namespaced" } as const;
const logging = { group: "logging.banzaicloud.io", version: "v1beta1" } as const;
const tailers = { group: "logging-extensions.banzaicloud.io", version: "v1alpha1" } as const;
const cloudNativePg = { group: "postgresql.cnpg.io", version: "v1", scope: "Namespaced" } as const;
const argoCd = { group: "argoproj.io", version: "v1alpha1", scope: "Namespaced" } as const;

/**
 * The custom resources in use. `npm run import` writes imports/ from this list; a new kind also needs its release in
 * cdk8s.yaml (the operator's file holds all of its kinds) and a class in custom-resources.ts.
 */
export const KINDS = {
  VMSingle: victoriaMetrics,
  VMCluster: victoriaMetrics,
  VMAgent: victoriaMetrics,
  VMAlert: victoriaMetrics,
  VMAlertmanager: victoriaMetrics,
  VMAuth: victoriaMetrics,
  VMRule: victoriaMetrics,
  VMServiceScrape: victoriaMetrics,
  VMPodScrape: victoriaMetrics,
  VMStaticScrape: victoriaMetrics,
  VMNodeScrape: victoriaMetrics,
  VMProbe: victoriaMetrics,
  VMScrapeConfig: victoriaMetrics,
  // Despite the name these two are namespaced: the operator reads them in the Logging's control namespace only.
  ClusterFlow: { ...logging, scope: "Namespaced" },
  ClusterOutput: { ...logging, scope: "Namespaced" },
  Logging: { ...logging, scope: "Cluster" },
  FluentbitAgent: { ...logging, scope: "Cluster" },
  HostTailer: { ...tailers, scope: "Namespaced" },
  EventTailer: { ...tailers, scope: "Cluster" },
  ExternalSecret: { group: "external-secrets.io", version: "v1", scope: "Namespaced" },
  VerticalPodAutoscaler: { group: "autoscaling.k8s.io", version: "v1", scope: "Namespaced" },
  Cluster: cloudNativePg,
  ScheduledBackup: cloudNativePg,
  Application: argoCd,
  AppProject: argoCd,
  HTTPRoute: { group: "gateway.networking.k8s.io", version: "v1", scope: "Namespaced" },
} as const satisfies Record<string, KindOrigin>;

export type KindName = keyof typeof KINDS;
