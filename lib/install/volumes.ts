import type { KubernetesObject } from "../kubernetes/object";
import type { Platform } from "../platform/platform";
import { rememberedOf } from "../remembered";

export interface Volume {
  readonly of: KubernetesObject;
  readonly storageClass: string;
  readonly size: string;
}

/** The volumes that our objects ask for, at whatever depth of a custom resource. */
export function volumesOf({ manifests }: Pick<Platform, "manifests">): Volume[] {
  return manifests.flatMap(({ object }) => claimsOf(object).map((claim) => ({ of: object, ...claim })));
}

/** Of an object that stays as it is: several pages are made of a platform. */
const claimsOf = rememberedOf(({ spec }: KubernetesObject) => claimsIn(spec));

function claimsIn(value: unknown): Omit<Volume, "of">[] {
  if (typeof value !== "object" || value === null) return [];
  const { storageClassName, resources } = value as { storageClassName?: string; resources?: { requests?: { storage?: string } } };
  const size = resources?.requests?.storage;
  if (storageClassName !== undefined && size !== undefined) return [{ storageClass: storageClassName, size }];
  return Object.values(value).flatMap(claimsIn);
}
