import type { Declared } from "../series";

/** What a reader chooses on a dashboard: the values of a label. In expressions it is `$name`, compared with `=~` where it may be several. */
export interface Variable {
  readonly name: string;
  /** In front of the choice. */
  readonly title: string;
  /** Whose label it is: a series, by a selector. */
  readonly of: string;
  readonly label: string;
  /** Several at once, or all of them. @default true */
  readonly isMulti?: boolean;
  /** It follows from another, and nobody chooses it. @default false */
  readonly isHidden?: boolean;
}

interface Choice extends Pick<Variable, "label" | "isMulti"> {
  readonly of: string | Declared;
}

/** `choice("node", "Node", { of: nodeExporterSeries.node_uname_info, label: "node" })`. */
export function choice(name: string, title: string, { of, label, isMulti = true }: Choice): Variable {
  return { name, title, of: typeof of === "string" ? of : of.series.name, label, isMulti };
}

/** What another series calls the same thing: `following("host", { of: node_uname_info({ instance: matches("$node") }), label: "nodename" })`. */
export function following(name: string, chosen: Choice): Variable {
  return { ...choice(name, name, chosen), isHidden: true };
}
