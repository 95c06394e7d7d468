import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { choice } from "../../lib/dashboards/variable";
import { matches } from "../../lib/series";

const { node_uname_info: named } = nodeExporterSeries;

/** By name, as Kubernetes calls them: node exporter's `instance` is an address. */
export const someNodes = choice("node", "Node", { of: named, label: "nodename" });
export const oneNode = choice("node", "Node", { of: named, label: "nodename", isMulti: false });

/** Of the chosen nodes alone, with their names, of what says its `instance`. */
export const byNode = (expr: string): string =>
  `(${expr}) * on (instance) group_left (nodename) topk by (instance) (1, group by (instance, nodename) (${named({ nodename: matches("$node") })}))`;
