import type { Platform } from "../platform/platform";
import { CD_CLUSTER } from "../site/sections/gitops";

/** What the reader fills in: the kubeconfig's context of the CD tool's own cluster. */
export const CD_CONTEXT = "<cd-context>";

/** Whether the CD tool runs in another cluster than it applies to. */
export function isRemote({ site }: Pick<Platform, "site">): boolean {
  return site.gitops.destination !== CD_CLUSTER;
}

/** `kubectl` for what the CD tool keeps in its own cluster. */
export function cdKubectl(platform: Pick<Platform, "site">): string {
  return isRemote(platform) ? `kubectl --context=${CD_CONTEXT}` : "kubectl";
}
