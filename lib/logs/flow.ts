import type { Construct } from "constructs";
import { ClusterFlow, type ClusterFlowSpec } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import type { NamespaceChoice } from "./namespace-choice";

/** Where the text of a record may stand: `log` with the Docker parser, `message` with the CRI one. */
export const TEXT_KEYS = ["log", "message"] as const;

export const NAMESPACE_KEY = "$.kubernetes.namespace_name";
export const POD_KEY = "$.kubernetes.pod_name";

/** Which records a flow takes. */
export interface FlowConditions {
  readonly namespaces: NamespaceChoice;
  /** Only records whose text matches: a fluentd pattern literal. @default - every record */
  readonly text?: string;
  /** Only records of pods whose whole name matches: a regular expression. @default - every pod */
  readonly pod?: string;
}

export interface FlowProps extends FlowConditions {
  readonly name: string;
  /** The aggregator's control namespace. */
  readonly namespace: string;
  readonly output: string;
}

type Match = NonNullable<ClusterFlowSpec["match"]>;
type Filters = NonNullable<ClusterFlowSpec["filters"]>;

/** A route of records from the whole cluster to one output. */
export function flow(scope: Construct, props: FlowProps): ClusterFlow {
  return new ClusterFlow(scope, `flow-${props.name}`, {
    metadata: { name: props.name, namespace: props.namespace, labels: labelsOf(props.name, "flow") },
    spec: { ...conditionsOf(props), globalOutputRefs: [props.output] },
  });
}

/** The part of a flow's specification that decides what it takes. */
export function conditionsOf({
  namespaces,
  text,
  pod,
}: FlowConditions): Required<Pick<ClusterFlowSpec, "match">> & Pick<ClusterFlowSpec, "filters"> {
  if (namespaces !== "any" && "only" in namespaces) {
    return { match: [{ select: { namespaces: [...namespaces.only] } }], filters: filtersOf([], text, pod) };
  }
  const except = namespaces === "any" ? [] : namespaces.except;
  return { match: matchOf(except), filters: filtersOf(except, text, pod) };
}

/**
 * An exclude needs a select before it, or the flow never matches (specification, part 8). The
 * aggregator's router takes the first entry that matches, so the exclude itself is then never
 * reached: {@link filtersOf} repeats it as a filter, which works in whatever order the router reads.
 */
function matchOf(except: readonly string[]): Match {
  return except.length === 0 ? [{ select: {} }] : [{ select: {} }, { exclude: { namespaces: [...except] } }];
}

function filtersOf(except: readonly string[], text: string | undefined, pod: string | undefined): Filters | undefined {
  const grep = {
    ...(except.length > 0 && { exclude: [{ key: NAMESPACE_KEY, pattern: namespaceExclusion(except) }] }),
    ...(pod !== undefined && { regexp: [{ key: POD_KEY, pattern: podPattern(pod) }] }),
    // either key: whichever parser the shipper runs, the text is found
    ...(text !== undefined && { or: [{ regexp: TEXT_KEYS.map((key) => ({ key, pattern: text })) }] }),
  };
  return Object.keys(grep).length > 0 ? [{ grep }] : undefined;
}

/** Namespace names hold nothing that a pattern reads as an operator. */
export function namespaceExclusion(namespaces: readonly string[]): string {
  return `/^(?:${namespaces.join("|")})$/`;
}

/** A pod name holds no newline, so that the anchors mean the same in Ruby and JavaScript. */
export function podPattern(pod: string): string {
  return `/^(?:${pod})$/`;
}
