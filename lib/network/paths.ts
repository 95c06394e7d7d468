import { type InClusterService, inClusterService } from "../site/in-cluster";
import { type Connection, isByUrl, isWorkload, type Path } from "./connection";
import type { Workload } from "./workload";

export interface Resolved {
  readonly paths: readonly Path[];
  /** Connections to an address that no declared workload serves. */
  readonly lost: readonly Connection[];
}

/** The connections with each in-cluster address replaced by the workload and the container port behind it. */
export function resolvePaths(connections: readonly Connection[], workloads: readonly Workload[]): Resolved {
  const paths: Path[] = [];
  const lost: Connection[] = [];
  for (const connection of connections) {
    const path = pathOf(connection, workloads);
    if (path === undefined) lost.push(connection);
    else paths.push(path);
  }
  return { paths, lost };
}

function pathOf(connection: Connection, workloads: readonly Workload[]): Path | undefined {
  if (!isByUrl(connection)) return connection;
  const { to, ports, ...rest } = connection;
  const served = servedAt(inClusterService(to.url), workloads);
  return served && { ...rest, to: served.workload, ports: ports ?? [served.port] };
}

/** The workload and the container port behind a port of a Service, whoever declares it. */
export function servedAt(
  { name, namespace, port }: Pick<InClusterService, "name" | "namespace" | "port">,
  workloads: readonly Workload[],
): { readonly workload: Workload; readonly port: number } | undefined {
  for (const workload of workloads) {
    const served = (workload.serves ?? []).find((one) => workload.namespace === namespace && one.service === name && one.port === port);
    const behind = served === undefined ? undefined : workload.ports[served.to];
    if (behind !== undefined) return { workload, port: behind };
  }
  return undefined;
}

/** Two declarations of one workload are one: parts that know of each other's workloads make them by the same function. */
export function isSame(a: Workload, b: Workload): boolean {
  return a.name === b.name && a.namespace === b.namespace;
}

/** The paths that begin at a workload. */
export function pathsFrom(paths: readonly Path[], workload: Workload): Path[] {
  return paths.filter(({ from }) => isWorkload(from) && isSame(from, workload));
}

/** The paths that end at a workload. A path to any pod is the caller's alone to open. */
export function pathsTo(paths: readonly Path[], workload: Workload): Path[] {
  return paths.filter(({ to }) => isWorkload(to) && isSame(to, workload));
}
