import type { Construct } from "constructs";
import { ClusterFlow, type ClusterFlowSpec } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import type { NamespaceChoice } from "./namespace-choice";
import type { Quoting } from "./quoting";
import { HOST_AUDIT, HOST_TAILER_POD } from "./tailers";
import { TEXT_KEY } from "./text-key";

export const NAMESPACE_KEY = "$.kubernetes.namespace_name";
export const POD_KEY = "$.kubernetes.pod_name";
export const CONTAINER_KEY = "$.kubernetes.container_name";

/** Which records a flow takes. */
export interface FlowConditions {
  readonly namespaces: NamespaceChoice;
  /** Only records of containers called so, where `namespaces` names some. @default - every container */
  readonly containers?: readonly string[];
  /** Whose records it passes over, where `namespaces` is any. @default - nobody's */
  readonly passesOver?: Quoting;
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
export function conditionsOf(conditions: FlowConditions): Required<Pick<ClusterFlowSpec, "match">> & Pick<ClusterFlowSpec, "filters"> {
  const { namespaces, containers } = conditions;
  if (namespaces !== "any" && "only" in namespaces) {
    const select = { namespaces: [...namespaces.only], ...(containers && { container_names: [...containers] }) };
    return { match: [{ select }], filters: filtersOf([], conditions) };
  }
  const except = namespaces === "any" ? [] : namespaces.except;
  return { match: matchOf(except), filters: filtersOf(except, conditions) };
}

/**
 * An exclude needs a select before it, or the flow never matches (specification, part 8). The
 * aggregator's router takes the first entry that matches, so the exclude itself is then never
 * reached: {@link filtersOf} repeats it as a filter, which works in whatever order the router reads.
 */
function matchOf(except: readonly string[]): Match {
  return except.length === 0 ? [{ select: {} }] : [{ select: {} }, { exclude: { namespaces: [...except] } }];
}

function filtersOf(except: readonly string[], { passesOver, text, pod }: FlowConditions): Filters | undefined {
  const regexp = [
    ...(pod === undefined ? [] : [{ key: POD_KEY, pattern: podPattern(pod) }]),
    ...(text === undefined ? [] : [{ key: TEXT_KEY, pattern: text }]),
  ];
  const grep = {
    ...(except.length > 0 && { exclude: [{ key: NAMESPACE_KEY, pattern: namespaceExclusion(except) }] }),
    ...(regexp.length > 0 && { regexp }),
    ...(passesOver !== undefined && { and: quotesOf(passesOver) }),
  };
  return Object.keys(grep).length > 0 ? [{ grep }] : undefined;
}

/** What a group says in each of its lines is left out: in one of the namespaces, and of no host tailer or from an audit log. */
function quotesOf({ namespaces }: Quoting) {
  const there = { key: NAMESPACE_KEY, pattern: namespaceExclusion(namespaces) };
  return [
    { exclude: [there, { key: POD_KEY, pattern: `/^(?!(?:${HOST_TAILER_POD})$)/` }] },
    { exclude: [there, { key: CONTAINER_KEY, pattern: `/^(?:${HOST_AUDIT})$/` }] },
  ];
}

/** Namespace names hold nothing that a pattern reads as an operator. */
export function namespaceExclusion(namespaces: readonly string[]): string {
  return `/^(?:${namespaces.join("|")})$/`;
}

/** A pod name holds no newline, so that the anchors mean the same in Ruby and JavaScript. */
export function podPattern(pod: string): string {
  return `/^(?:${pod})$/`;
}
