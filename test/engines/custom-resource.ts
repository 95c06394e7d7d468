/** Turns the stored JSON schemas of custom resources, `<group>/<kind in lower case>_<version>.json`, back into definitions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file names are in lower case: the spelling of the kinds stands here. */
const KINDS = [
  "Application",
  "ApplicationSet",
  "AppProject",
  "Bundle",
  "Certificate",
  "Cluster",
  "ClusterFlow",
  "ClusterGroup",
  "ClusterOutput",
  "ClusterSecretStore",
  "Database",
  "EventTailer",
  "ExternalSecret",
  "Flow",
  "FluentbitAgent",
  "FluentdConfig",
  "HostTailer",
  "HTTPRoute",
  "Logging",
  "OpenTelemetryCollector",
  "Output",
  "PodMonitor",
  "Probe",
  "PrometheusRule",
  "ScheduledBackup",
  "SecretStore",
  "ServiceMonitor",
  "VerticalPodAutoscaler",
  "VMAgent",
  "VMAlert",
  "VMAlertmanager",
  "VMAlertmanagerConfig",
  "VMAuth",
  "VMNodeScrape",
  "VMPodScrape",
  "VMProbe",
  "VMRule",
  "VMScrapeConfig",
  "VMServiceScrape",
  "VMSingle",
  "VMStaticScrape",
  "VMUser",
] as const;

/** Of the kinds above; ClusterFlow and ClusterOutput act on the whole cluster, but live in a namespace. */
const CLUSTER_SCOPED: ReadonlySet<string> = new Set(["ClusterSecretStore", "EventTailer", "FluentbitAgent", "Logging"]);

export interface CustomResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** A CustomResourceDefinition of apiextensions.k8s.io/v1. */
  readonly definition: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
    readonly spec: unknown;
  };
}

/** All custom resources of a folder of schemas. */
export function readCustomResources(folder: string): readonly CustomResource[] {
  const groups = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return groups.flatMap(({ name: group }) =>
    readdirSync(join(folder, group))
      .filter((file) => file.endsWith(".json"))
      .map((file) => customResource(group, file, readFileSync(join(folder, group, file), "utf8"))),
  );
}

/** @param file the name of the schema's file @param text the schema itself */
export function customResource(group: string, file: string, text: string): CustomResource {
  const [lowerCaseKind = "", version = ""] = file.replace(/\.json$/, "").split("_");
  const kind = KINDS.find((known) => known.toLowerCase() === lowerCaseKind);
  if (kind === undefined)
    throw new Error(`schema ${group}/${file}: kind is unknown; add its spelling to KINDS in test/engines/custom-resource.ts`);
  const plural = `${lowerCaseKind}s`;
  return {
    group,
    version,
    plural,
    definition: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: {
        name: `${plural}.${group}`,
        // The API server refuses groups of the Kubernetes project itself unless somebody claims to have an approval.
        ...(group.endsWith(".k8s.io") ? { annotations: { "api-approved.kubernetes.io": "unapproved, test only" } } : {}),
      },
      spec: {
        group,
        names: { kind, plural, singular: lowerCaseKind, listKind: `${kind}List` },
        scope: CLUSTER_SCOPED.has(kind) ? "Cluster" : "Namespaced",
        versions: [
          { name: version, served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: rootSchema(text) } },
        ],
      },
    },
  };
}

function rootSchema(text: string): unknown {
  const { properties = {}, ...schema }: { properties?: Record<string, unknown> } = JSON.parse(text, withoutClosing);
  // The API server adds these itself and refuses a different opinion about them.
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...own } = properties;
  return { ...schema, type: "object", properties: own };
}

/**
 * The stored schemas close every object for validators that know no pruning; a definition may not do that. A property that happens to
 * be called `additionalProperties` is never the value `false`.
 */
function withoutClosing(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (!("properties" in value) || !("additionalProperties" in value) || value.additionalProperties !== false) return value;
  const { additionalProperties: _closed, ...open } = value;
  return open;
}
