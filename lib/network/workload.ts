import { selects } from "../kubernetes/selector";

/** Labels that pods carry, or are selected by. */
export type Labels = Readonly<Record<string, string>>;

/** A group of pods that calls others or is called: one of ours, or somebody else's that ours have to do with. */
export interface Workload {
  /** Unique in its namespace; its network policy has the same name. */
  readonly name: string;
  readonly namespace: string;
  /** The labels its pods are selected by. */
  readonly pods: Labels;
  /** What else its pods are labelled with, and a policy could select them by. @default - nothing, or what its pod template says */
  readonly labels?: Labels;
  /** Every port that its containers listen on, by the port's name. */
  readonly ports: Readonly<Record<string, number>>;
  /** It resolves no name. @default - it is let out to name resolution */
  readonly asksByAddress?: true;
  /** The Services that lead to it. @default - nobody calls it by a Service's name */
  readonly serves?: readonly ServedPort[];
  /** What its pods are made by. @default - a pod template of ours */
  readonly madeBy?: MadeBy;
  /** Whose it is, when no policy of ours covers it: then only our end of a connection with it is ours to open. @default - ours */
  readonly elsewhere?: string;
}

/** An object of ours that an operator makes the pods of, or a chart or operator that brings them. */
export type MadeBy = { readonly kind: string; readonly name: string } | { readonly upstream: string };

/** A port of a Service, and the container port behind it. */
export interface ServedPort {
  /** Name of the Service, in the workload's namespace. */
  readonly service: string;
  readonly port: number;
  /** Name of one of the workload's {@link Workload.ports}. */
  readonly to: string;
}

/** The workload as a reader finds it. */
export function workloadPlace({ name, namespace }: Workload): string {
  return `workload "${name}" in namespace "${namespace}"`;
}

/** Whether pods with these labels belong to the workload. */
export function isOf({ namespace, pods }: Workload, of: { readonly namespace: string; readonly labels: Labels }): boolean {
  return namespace === of.namespace && selects({ matchLabels: pods }, of.labels);
}

/** @throws for a port that the workload does not declare: a mistake in components/, not in the site */
export function portOf(workload: Workload, name: string): number {
  const port = workload.ports[name];
  if (port !== undefined) return port;
  throw new Error(`${workloadPlace(workload)} has no port "${name}"; use one of: ${Object.keys(workload.ports).join(", ")}`);
}
