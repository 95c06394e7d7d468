import { AGGREGATIONS, FUNCTIONS, type Signature } from "../metrics/promql-functions";
import type { Node } from "../metrics/promql-tree";
import { isRange } from "./nodes";

/** @throws where a function is given too few, too many, or a range in another place than it takes one */
export function requireForm(name: string, given: readonly Node[]): void {
  const signature = FUNCTIONS.get(name) ?? wider(AGGREGATIONS.get(name));
  if (signature === undefined) return;
  const { takes, optional, isVariadic } = signature;
  const form = `${name}() takes ${takes.map((kind) => `a ${kind}`).join(", ") || "nothing"}`;
  if (given.length < takes.length - optional || (given.length > takes.length && !isVariadic)) throw new Error(form);
  for (const [index, one] of given.entries()) {
    const wanted = takes[Math.min(index, takes.length - 1)];
    if ((wanted === "range") === isRange(one)) continue;
    throw new Error(wanted === "range" ? `${name}() needs a range, such as [5m]` : `${form}: drop the [...]`);
  }
}

/** An aggregation without a parameter takes several vectors, as if they were one. */
const wider = (signature: Signature | undefined): Signature | undefined =>
  signature && { ...signature, isVariadic: signature.takes.length === 1 };
