import { contains, parseAddress, parseRange } from "../address";

/**
 * Whether an address lies in one of the ranges and in none of the excepted ones; either may be a single address. What is no range
 * is ignored: validate it first.
 */
export function trustedClients(ranges: readonly string[], except: readonly string[]): (address: string) => boolean {
  const read = (texts: readonly string[]) => texts.flatMap((text) => parseRange(text) ?? []);
  const [trusted, excepted] = [read(ranges), read(except)];
  return (text) => {
    const address = parseAddress(text);
    if (address === undefined) return false;
    return trusted.some((range) => contains(range, address)) && !excepted.some((range) => contains(range, address));
  };
}
