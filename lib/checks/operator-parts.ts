import type { Manifest } from "../gitops/manifest";

/** What the metrics operator makes pods of: an object's spec, or each part of a clustered store's. */
export interface OperatorPart {
  readonly manifest: Manifest;
  /** Of the part in the object. */
  readonly path: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

const KINDS: ReadonlySet<string> = new Set(["VMSingle", "VMAgent", "VMAlert", "VMAlertmanager", "VMAuth"]);
const CLUSTER_PARTS = ["vmstorage", "vmselect", "vminsert"] as const;

export function operatorParts(manifests: readonly Manifest[]): OperatorPart[] {
  return manifests.flatMap((manifest): OperatorPart[] => {
    const spec = manifest.object.spec as OperatorPart["spec"];
    if (KINDS.has(manifest.object.kind)) return [{ manifest, path: "spec", spec }];
    if (manifest.object.kind !== "VMCluster") return [];
    return CLUSTER_PARTS.flatMap((part) =>
      spec[part] === undefined ? [] : [{ manifest, path: `spec.${part}`, spec: spec[part] as OperatorPart["spec"] }],
    );
  });
}
