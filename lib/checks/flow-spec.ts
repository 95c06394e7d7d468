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
  readonly container_names?: readonly string[];
}

interface Condition {
  readonly key: string;
  readonly pattern: string;
}

interface Conditions {
  readonly regexp?: readonly Condition[];
  readonly exclude?: readonly Condition[];
}

interface Grep extends Conditions {
  readonly or?: readonly Conditions[];
  readonly and?: readonly Conditions[];
}

/** Every condition of a filter, at whichever place. */
export function conditionsIn({ grep }: { readonly grep?: Grep }): Condition[] {
  if (grep === undefined) return [];
  return [grep, ...(grep.or ?? []), ...(grep.and ?? [])].flatMap(({ regexp = [], exclude = [] }) => [...regexp, ...exclude]);
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

/** Fluentd's sizes: k, m, g, t are powers of 1024. */
export function bufferBytes(size: string | undefined): number | undefined {
  const [, digits, unit = ""] = /^(\d+)([kmgt]?)$/i.exec(size ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits) * 1024 ** ["", "k", "m", "g", "t"].indexOf(unit.toLowerCase());
}
