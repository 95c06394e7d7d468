import type { Workload } from "./workload";

/** Addresses outside the cluster's pods. */
export interface Outside {
  /** What lies there, for messages and the picture of the traffic. */
  readonly outside: string;
  readonly addresses: readonly string[];
  /** Ranges inside `addresses` that are not meant. @default - none */
  readonly except?: readonly string[];
  /** It is the internet, and none of it the site's own addresses. @default - what `addresses` and `except` say */
  readonly isPublicInternet?: true;
}

/** Every pod of the cluster, whosever it is. */
export interface AnyPod {
  readonly anyPod: true;
}

/** The workload behind an in-cluster address of the site, whoever declares it. */
export interface ByUrl {
  readonly url: string;
}

export type End = Workload | Outside | AnyPod;

/** Who calls whom: declared once, by the one who calls. Both ends' network policies follow from it. */
export type Connection = ConnectionTo<ByUrl> | (ConnectionTo<End> & { readonly ports: readonly number[] });

interface ConnectionTo<To> {
  readonly from: Workload | Outside | AnyPod;
  readonly to: To;
  /** Container ports, or the ports of what lies outside; `[]` for any. @default - the one behind the URL */
  readonly ports?: readonly number[];
  /** UDP on the same ports. @default - TCP alone */
  readonly alsoUdp?: true;
  /** UDP alone. @default - TCP */
  readonly onlyUdp?: true;
}

/** By which protocols it goes. */
export function protocolsOf({ alsoUdp, onlyUdp }: Pick<Path, "alsoUdp" | "onlyUdp">): readonly ("TCP" | "UDP")[] {
  if (onlyUdp) return ["UDP"];
  return alsoUdp ? ["TCP", "UDP"] : ["TCP"];
}

type Calling<C> = C extends unknown ? Omit<C, "from"> : never;

/** A connection that does not say yet who calls. */
export type Call = Calling<Connection>;

/** A connection whose ends are known. */
export type Path = ConnectionTo<End> & { readonly ports: readonly number[] };

export function isWorkload(end: End | ByUrl): end is Workload {
  return "pods" in end;
}

export function isOutside(end: End | ByUrl): end is Outside {
  return "outside" in end;
}

export function isByUrl(connection: Connection): connection is ConnectionTo<ByUrl> {
  return "url" in connection.to;
}

/** An end as a message names it. */
export function describeEnd(end: End | ByUrl): string {
  if (isWorkload(end)) return `${end.namespace}/${end.name}`;
  if (isOutside(end)) return end.outside;
  return "url" in end ? end.url : "any pod";
}
