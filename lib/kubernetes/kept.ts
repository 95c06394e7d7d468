import type { KubernetesObject } from "./object";

/**
 * The annotations of an object that stays when nothing asks for it any more, because data goes with it or others still need it.
 * `Prune=false` holds where it leaves the repository, `Delete=false` where its Application is deleted: neither covers the other
 * (Argo CD, gitops-engine sync_context.go and controller/appcontroller.go shouldBeDeleted; Delete since 2.7, argo-cd#12448).
 * Without `IgnoreExtraneous` an Application with such a leftover is out of sync for ever (docs/user-guide/compare-options.md).
 */
export const KEPT: Readonly<Record<string, string>> = {
  "argocd.argoproj.io/sync-options": "Prune=false,Delete=false",
  "argocd.argoproj.io/compare-options": "IgnoreExtraneous",
};

/** Whether an object bears them. */
export function isKept({ metadata: { annotations = {} } }: KubernetesObject): boolean {
  return Object.entries(KEPT).every(([key, value]) => annotations[key] === value);
}
