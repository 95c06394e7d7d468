import { type Quoting, type QuotingSource, quotingAt } from "../../lib/logs/quoting";
import type { Component, NamespaceMap } from "../../lib/site/component";

/** What the relay knows about the site it runs at: its `site.json`. */
export interface RelaySite {
  readonly namespaces: NamespaceMap;
  readonly trusted_ranges: readonly string[];
  /** @default - no address of trusted_ranges is exempt */
  readonly nat64_egress?: string | undefined;
  /** @default - every line is its pod's own */
  readonly quoting?: Quoting | undefined;
}

/** The part of a site that the relay reads. */
export interface RelaySiteSource extends QuotingSource {
  readonly components: readonly { readonly name: Component; readonly namespaces?: readonly string[] }[];
  readonly trusted_ranges: readonly string[];
  /** @default - no address of trusted_ranges is exempt */
  readonly nat64_egress?: string | undefined;
}

/** The relay's projection of a site; sorted, so that an order in site.yaml changes no manifest. */
export function relaySite({ components, trusted_ranges, nat64_egress, ...source }: RelaySiteSource): RelaySite {
  const quoting = quotingAt(source);
  const pairs = components.flatMap(({ name, namespaces = [] }) => namespaces.map((namespace): [string, Component] => [namespace, name]));
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    namespaces: Object.fromEntries(pairs),
    trusted_ranges: [...trusted_ranges].sort(),
    ...(nat64_egress !== undefined && { nat64_egress }),
    ...(quoting !== undefined && { quoting }),
  };
}

/** The file as the relay reads it. */
export function relaySiteFile(source: RelaySiteSource): string {
  return `${JSON.stringify(relaySite(source), null, 2)}\n`;
}
