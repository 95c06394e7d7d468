import type { Construct } from "constructs";
import { Namespace } from "./core";
import { KEPT } from "./kept";
import { labelsOf } from "./labels";
import { denyAll } from "./network-policy";

/** The Pod Security profile of a namespace: restricted, or why it can't be. */
export type PodSecurity = { readonly level: "restricted" } | { readonly level: "baseline" | "privileged"; readonly because: string };

export const POD_SECURITY_LABEL = "pod-security.kubernetes.io";
export const POD_SECURITY_REASON = "belfry/pod-security-because";

/** A namespace of ours. */
export interface NamespaceDeclaration {
  readonly name: string;
  readonly podSecurity: PodSecurity;
}

/** A namespace that enforces its Pod Security profile and denies all traffic that no policy allows. */
export function platformNamespace(scope: Construct, { name, podSecurity }: NamespaceDeclaration): Namespace {
  denyAll(scope, name);
  return new Namespace(scope, `namespace-${name}`, {
    metadata: {
      name,
      labels: {
        ...labelsOf(name, "namespace"),
        [`${POD_SECURITY_LABEL}/enforce`]: podSecurity.level,
        // warn and audit always judge by the strictest profile: what an exemption hides stays visible
        [`${POD_SECURITY_LABEL}/warn`]: "restricted",
        [`${POD_SECURITY_LABEL}/audit`]: "restricted",
      },
      annotations: {
        // deleting a namespace deletes the volumes in it
        ...KEPT,
        ...("because" in podSecurity ? { [POD_SECURITY_REASON]: podSecurity.because } : {}),
      },
    },
  });
}
