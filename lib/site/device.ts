import { formatAddress, isAddress, parseAddress } from "../address";
import { type Flaw, listOf, text } from "./field";

/** A device by its address, in the one spelling of it. */
export const device = (example: string) => text(example, addressFlaw).transform(canonical);
export const devices = (example: string) => listOf(device(example), { example: `[${example}]`, minimum: 1 }).optional();

/** The one spelling of an address; a text that is none stays as it is, and is refused. */
export function canonical(text: string): string {
  const address = parseAddress(text);
  return address === undefined ? text : formatAddress(address);
}

/** A name would have to be resolved in a network policy, which knows addresses alone. */
function addressFlaw(text: string): Flaw | undefined {
  return isAddress(text) ? undefined : { wrong: "is not an IP address" };
}
