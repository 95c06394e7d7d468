import type { KubernetesObject } from "../kubernetes/object";
import type { Platform } from "../platform/platform";

export interface Volume {
  readonly of: KubernetesObject;
  readonly storageClass: string;
  readonly size: string;
}

/** The volumes that our objects ask for, at whatever depth of a custom resource. */
export function volumesOf({ manifests }: Pick<Platform, "manifests">): Volume[] {
  return manifests.flatMap(({ object }) => claimsIn(object.spec).map((claim) => ({ of: object, ...claim })));
}

function claimsIn(value: unknown): Omit<Volume, "of">[] {
  if (typeof value !== "object" || value === null) return [];
  const { storageClassName, resources } = value as { storageClassName?: string; resources?: { requests?: { storage?: string } } };
  const size = resources?.requests?.storage;
  if (storageClassName !== undefined && size !== undefined) return [{ storageClass: storageClassName, size }];
  return Object.values(value).flatMap(claimsIn);
}
