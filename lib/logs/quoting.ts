import { HOST_AUDIT, HOST_TAILER_POD } from "./tailers";

/**
 * Namespaces whose programs print what they read elsewhere: a log store its queries, an aggregator the record it could not ship, a
 * dashboard what somebody searched for. Such a line says nothing of the pod that prints it.
 */
export interface Quoting {
  readonly namespaces: readonly string[];
}

const TAILER = new RegExp(`^(?:${HOST_TAILER_POD})$`);

/** Whether a record of this origin may be somebody else's line: a host tailer prints lines of its node, and of them the audit log what people typed. */
export function isQuote(
  { namespaces }: Quoting,
  { namespace, pod, container }: Record<"namespace" | "pod" | "container", string>,
): boolean {
  return namespaces.includes(namespace) && (!TAILER.test(pod) || container === HOST_AUDIT);
}

/** The part of a site that says who quotes whom. */
export interface QuotingSource {
  /** @default - not known, and nobody is held to quote */
  readonly namespaces?: { readonly logging: string; readonly monitoring: string };
}

/** The planes of logs and metrics: their stores, routers and dashboards print lines and queries of others. */
export function quotingAt({ namespaces }: QuotingSource): Quoting | undefined {
  return namespaces && { namespaces: [namespaces.logging, namespaces.monitoring].sort() };
}
