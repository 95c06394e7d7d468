import type { Manifest } from "../gitops/manifest";
import type { Platform } from "../platform/platform";

/** The parts of a ClusterFlow that decide what it ships. */
export interface FlowSpec {
  readonly match?: readonly { readonly select?: Selection; readonly exclude?: Selection }[];
  readonly filters?: readonly { readonly grep?: Grep }[];
  readonly globalOutputRefs?: readonly string[];
}

interface Selection {
  readonly namespaces?: readonly string[];
}

interface Condition {
  readonly key: string;
  readonly pattern: string;
}

interface Grep {
  readonly regexp?: readonly Condition[];
  readonly exclude?: readonly Condition[];
  readonly or?: readonly { readonly regexp?: readonly Condition[] }[];
}

export function isFlow({ object }: Manifest): boolean {
  return object.kind === "ClusterFlow" || object.kind === "Flow";
}

export function isOutput({ object }: Manifest): boolean {
  return object.kind === "ClusterOutput" || object.kind === "Output";
}

/** The outputs that end at the relay: by name, and under whatever name by address. */
export function relayOutputs({ manifests, logs, site }: Platform): ReadonlySet<string> {
  const atRelay = manifests.filter(isOutput).filter(({ object }) => {
    const { http } = (object.spec ?? {}) as { http?: { endpoint?: string } };
    return http?.endpoint?.startsWith(`${site.urls.relay_url}/`) === true;
  });
  return new Set([logs.relayOutput, ...atRelay.map(({ object }) => object.metadata.name)]);
}
