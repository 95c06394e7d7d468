import { type OutsideEnd, outsideEnd } from "../site/outside";
import type { Outside } from "./connection";
import { foreignWorkload } from "./own-workload";
import type { Workload } from "./workload";

/** Somebody else's end of a connection, with its port. */
export interface OutsideCall {
  readonly to: Outside | Workload;
  readonly ports: readonly number[];
}

/**
 * Where a URL of the site ends outside the platform: at a workload of the cluster that is not ours, at the addresses that
 * the site lists for it, at the one it names, or somewhere in the internet.
 */
export function outsideCall(what: string, url: string, addresses?: readonly string[]): OutsideCall {
  return callTo(what, outsideEnd(url, addresses));
}

export function callTo(what: string, end: OutsideEnd): OutsideCall {
  if ("service" in end) return { to: foreignWorkload(end.service, what), ports: [end.service.port] };
  const { port, ...where } = end;
  return { to: { outside: what, ...where }, ports: [port] };
}
