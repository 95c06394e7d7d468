import { hostFile, JOURNAL } from "./tailers";

/**
 * Namespaces whose programs print what they read elsewhere: a log store its queries, an aggregator the record it could not ship, a
 * dashboard what somebody searched for. Such a line says nothing of the pod that prints it.
 */
export interface Quoting {
  readonly namespaces: readonly string[];
  /** Containers there that print lines of the nodes, and nothing of their own. */
  readonly except: readonly string[];
}

/** Whether a record of this origin may be somebody else's line. */
export function isQuote({ namespaces, except }: Quoting, namespace: string | undefined, container: string): boolean {
  return namespace !== undefined && namespaces.includes(namespace) && !except.includes(container);
}

/** The part of a site that says who quotes whom. */
export interface QuotingSource {
  /** @default - not known, and nobody is held to quote */
  readonly namespaces?: { readonly logging: string; readonly monitoring: string };
  readonly log_shipping?: { readonly host_files?: readonly { readonly name: string }[] | undefined } | undefined;
}

/**
 * The planes of logs and metrics: their stores, routers and dashboards print lines and queries of others. The audit log and the
 * cluster's events stay with them: both tell what somebody typed.
 */
export function quotingAt({ namespaces, log_shipping }: QuotingSource): Quoting | undefined {
  if (namespaces === undefined) return undefined;
  const files = (log_shipping?.host_files ?? []).map(({ name }) => hostFile(name));
  return { namespaces: [namespaces.logging, namespaces.monitoring].sort(), except: [JOURNAL, ...files.sort()] };
}
