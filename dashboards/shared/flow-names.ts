import { storeOf } from "../../lib/logs/router-names";

/*
 * Short names of what the logging operator calls by everything that makes it: `clusterflow:<namespace>:<flow>` and
 * `<flow's>:clusteroutput:<namespace>:<output>` (logging-operator 6.7.0, pkg/resources/model). What is called otherwise keeps its name.
 */
const renamed = (expr: string, label: string, from: string, pattern: string, to: string): string =>
  `label_replace(label_replace(${expr}, "${label}", "$1", "${from}", "(.+)"), "${label}", "${to}", "${from}", "${pattern}")`;

/** With the label `flow` of what has an `id`. */
export const withFlow = (expr: string): string => renamed(expr, "flow", "id", "[^:]+:[^:]+:([^:]+)", "$1");

/** With the label `way`, "flow to output", of what has a `plugin_id`. */
export const withWay = (expr: string): string => renamed(expr, "way", "plugin_id", "[^:]+:[^:]+:([^:]+):[^:]+:[^:]+:([^:]+)", "$1 to $2");

/** With the label `stream` of what has the `component_id` of a stream's sink. */
export const withStream = (expr: string): string => `label_replace(${expr}, "stream", "$1", "component_id", "${storeOf("(.+)")}")`;
