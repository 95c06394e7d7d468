import { type AddressRange, holds, parseCidr } from "../address";
import { type InClusterService, inClusterService } from "../site/in-cluster";
import type { Site } from "../site/schema";
import { type Connection, type End, isByUrl, isOutside, isWorkload, type Path } from "./connection";
import type { Workload } from "./workload";

export interface Resolved {
  readonly paths: readonly Path[];
  /** Connections to an address that no declared workload serves. */
  readonly lost: readonly Connection[];
}

/** The parts of a site that say which addresses are its own. */
export type OwnAddresses = Pick<Site, "home_lan"> & { readonly cluster: Pick<Site["cluster"], "address_ranges" | "node_addresses"> };

/**
 * The connections with each in-cluster address replaced by the workload and the container port behind it, and the public internet
 * without what is the site's own.
 */
export function resolvePaths(
  connections: readonly Connection[],
  workloads: readonly Workload[],
  { cluster, home_lan }: OwnAddresses,
): Resolved {
  const own = rangesOf([...cluster.address_ranges, ...cluster.node_addresses, ...home_lan]);
  const paths: Path[] = [];
  const lost: Connection[] = [];
  for (const connection of connections) {
    const path = pathOf(connection, workloads);
    if (path === undefined) lost.push(connection);
    else paths.push({ ...path, to: withoutOwn(path.to, own) });
  }
  return { paths, lost };
}

function pathOf(connection: Connection, workloads: readonly Workload[]): Path | undefined {
  if (!isByUrl(connection)) return connection;
  const { to, ports, ...rest } = connection;
  const served = servedAt(inClusterService(to.url), workloads);
  return served && { ...rest, to: served.workload, ports: ports ?? [served.port] };
}

/** IPv4 is private at home, as a rule; in IPv6 the hosts at home have addresses of the internet. */
function withoutOwn(end: End, own: readonly Range[]): End {
  if (!isOutside(end) || !end.isPublicInternet) return end;
  const { except = [] } = end;
  const [addresses, excepted] = [rangesOf(end.addresses), rangesOf(except)];
  const isIn = (inner: Range, ranges: readonly Range[]) => ranges.some((around) => holds(around.range, inner.range));
  const without = own.filter((one) => isIn(one, addresses) && !isIn(one, excepted)).map(({ text }) => text);
  return { ...end, except: [...except, ...new Set(without)] };
}

/** A range as it was written: many ends are held against the same few. */
interface Range {
  readonly text: string;
  readonly range: AddressRange;
}

function rangesOf(texts: readonly string[]): Range[] {
  return texts.flatMap((text) => {
    const range = parseCidr(text);
    return range === undefined ? [] : [{ text, range }];
  });
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
