/**
 * What the aggregator does with a record, by its own rules (facts: kube-logging/fluent-plugin-label-router, match?; fluentd,
 * filter_grep): the first entry of a flow's match that takes the record decides, and every flow that takes it gets its own copy.
 * Patterns are asked of a judge, so that Ruby can be it.
 */
import type { ClusterFlowSpec } from "../../lib/kubernetes/custom-resources";
import type { KubernetesObject } from "../../lib/kubernetes/object";

export interface LogRecord {
  readonly kubernetes?: {
    readonly namespace_name?: string;
    readonly pod_name?: string;
    readonly container_name?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [key: string]: unknown;
}

/** Whether a pattern, as it stands in a flow, finds something in a text. */
export type Judge = (pattern: string, text: string) => boolean;

/** As JavaScript reads what stands between the slashes. */
export const inJavaScript: Judge = (pattern, text) => {
  const [, source = "", flags = ""] = /^\/([\s\S]*)\/(i?)$/.exec(pattern) ?? [];
  return new RegExp(source, flags).test(text);
};

type Entry = NonNullable<ClusterFlowSpec["match"]>[number];
type Selection = NonNullable<Entry["select"]>;
type Filter = NonNullable<ClusterFlowSpec["filters"]>[number];
type Conditions = readonly { readonly key?: string; readonly pattern?: string }[];

function isSelected({ kubernetes = {} }: LogRecord, { namespaces = [], container_names = [], labels = {}, ...rest }: Selection): boolean {
  if (Object.keys(rest).length > 0) throw new Error(`a selection by ${Object.keys(rest)} is not known here`);
  const { namespace_name = "", container_name = "", labels: own = {} } = kubernetes;
  return (
    (namespaces.length === 0 || namespaces.includes(namespace_name)) &&
    (container_names.length === 0 || container_names.includes(container_name)) &&
    Object.entries(labels).every(([name, value]) => own[name] === value)
  );
}

/** Without a list every record is routed. */
function isRouted(record: LogRecord, { match }: ClusterFlowSpec): boolean {
  if (match === undefined) return true;
  for (const { select, exclude } of match) {
    if (select !== undefined && isSelected(record, select)) return true;
    if (exclude !== undefined && isSelected(record, exclude)) return false;
  }
  return false;
}

/** A record accessor: a key, or `$.` and keys with dots between. What is not there is "". */
function textAt(record: LogRecord, key = ""): string {
  const keys = key.startsWith("$.") ? key.slice(2).split(".") : [key];
  const value = keys.reduce<unknown>(
    (at, one) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[one] : undefined),
    record,
  );
  return value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

function passes(record: LogRecord, { grep, ...rest }: Filter, judge: Judge): boolean {
  if (grep === undefined || Object.keys(rest).length > 0) throw new Error(`a filter ${Object.keys(rest)} is not known here`);
  const holds = ({ key, pattern = "" }: Conditions[number]) => judge(pattern, textAt(record, key));
  const { regexp = [], exclude = [], and = [], or = [] } = grep;
  if (!regexp.every(holds) || exclude.some(holds)) return false;
  if (and.some((one) => one.regexp?.every(holds) === false || one.exclude?.every(holds) === true)) return false;
  return !or.some((one) => one.regexp?.some(holds) === false || one.exclude?.some(holds) === true);
}

const specOf = ({ spec }: KubernetesObject) => spec as ClusterFlowSpec;

/** The flows that take a record, by name, each with the outputs that it gives it to. */
export function flowsOf(
  record: LogRecord,
  objects: readonly KubernetesObject[],
  judge: Judge = inJavaScript,
): Record<string, readonly string[]> {
  const taking = objects.filter((object) => {
    if (object.kind !== "ClusterFlow") return false;
    const { filters = [] } = specOf(object);
    return isRouted(record, specOf(object)) && filters.every((filter) => passes(record, filter, judge));
  });
  return Object.fromEntries(taking.map((object) => [object.metadata.name, specOf(object).globalOutputRefs ?? []]));
}
