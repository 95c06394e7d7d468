import type { Manifest } from "../gitops/manifest";
import { OPERATOR_OBJECTS, type OperatorKind } from "../site/operator-name";

/** What the metrics operator makes pods of: an object's spec, or each part of a clustered store's. */
export interface OperatorPart {
  readonly manifest: Manifest;
  readonly kind: OperatorKind;
  /** Of the part in the object. */
  readonly path: string;
  readonly spec: Readonly<Record<string, unknown>>;
}

const PARTS = Object.entries(OPERATOR_OBJECTS) as [OperatorKind, string][];
const CLUSTER = OPERATOR_OBJECTS.vmstorage;

export function operatorParts(manifests: readonly Manifest[]): OperatorPart[] {
  return manifests.flatMap((manifest): OperatorPart[] => {
    const spec = manifest.object.spec as OperatorPart["spec"];
    const { kind } = manifest.object;
    if (kind === CLUSTER) {
      return PARTS.filter(([part, of]) => of === CLUSTER && spec[part] !== undefined).map(([part]) => {
        return { manifest, kind: part, path: `spec.${part}`, spec: spec[part] as OperatorPart["spec"] };
      });
    }
    return PARTS.filter(([, of]) => of === kind).map(([part]) => ({ manifest, kind: part, path: "spec", spec }));
  });
}
