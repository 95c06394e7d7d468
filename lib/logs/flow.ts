import type { Construct } from "constructs";
import { ClusterFlow, type ClusterFlowSpec } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";

/** Where the text of a record may stand: `log` with the Docker parser, `message` with the CRI one. */
export const TEXT_KEYS = ["log", "message"] as const;

export const NAMESPACE_KEY = "$.kubernetes.namespace_name";
export const POD_KEY = "$.kubernetes.pod_name";

export interface FlowProps {
  readonly name: string;
  /** The aggregator's control namespace. */
  readonly namespace: string;
  /** Only this namespace's records. @default - every namespace */
  readonly from?: string;
  /** Namespaces whose records stay out. @default - none */
  readonly except?: readonly string[];
  /** Only records whose text matches: a fluentd pattern literal. @default - every record */
  readonly text?: string;
  /** Only records of pods whose whole name matches: a regular expression. @default - every pod */
  readonly pod?: string;
  readonly output: string;
}

type Match = NonNullable<ClusterFlowSpec["match"]>;
type Filters = NonNullable<ClusterFlowSpec["filters"]>;

/** A route of records from the whole cluster to one output. */
export function flow(scope: Construct, props: FlowProps): ClusterFlow {
  return new ClusterFlow(scope, `flow-${props.name}`, {
    metadata: { name: props.name, namespace: props.namespace, labels: labelsOf(props.name, "flow") },
    spec: { match: matchOf(props), filters: filtersOf(props), globalOutputRefs: [props.output] },
  });
}

/**
 * An exclude needs a select before it, or the flow never matches (specification, part 8). The
 * aggregator's router takes the first entry that matches, so the exclude itself is then never
 * reached: {@link filtersOf} repeats it as a filter, which works in whatever order the router reads.
 */
function matchOf({ from, except = [] }: FlowProps): Match {
  const select: Match[number] = { select: from === undefined ? {} : { namespaces: [from] } };
  return except.length === 0 ? [select] : [select, { exclude: { namespaces: [...except] } }];
}

function filtersOf({ except = [], text, pod }: FlowProps): Filters | undefined {
  const grep = {
    exclude: except.length === 0 ? undefined : [{ key: NAMESPACE_KEY, pattern: namespaceExclusion(except) }],
    regexp: pod === undefined ? undefined : [{ key: POD_KEY, pattern: podPattern(pod) }],
    // either key: whichever parser the shipper runs, the text is found
    or: text === undefined ? undefined : [{ regexp: TEXT_KEYS.map((key) => ({ key, pattern: text })) }],
  };
  return Object.values(grep).some((part) => part !== undefined) ? [{ grep }] : undefined;
}

/** Namespace names hold nothing that a pattern reads as an operator. */
export function namespaceExclusion(namespaces: readonly string[]): string {
  return `/^(?:${namespaces.join("|")})$/`;
}

/** A pod name holds no newline, so that the anchors mean the same in Ruby and JavaScript. */
export function podPattern(pod: string): string {
  return `/^(?:${pod})$/`;
}
