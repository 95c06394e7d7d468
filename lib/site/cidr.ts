import { formatCidr, isCovered, isIPv4Address, parseAddress, parseCidr, parseHostCidr } from "../address";
import { type Flaw, listOf, text } from "./field";

export function ipv4Flaw(text: string): Flaw | undefined {
  return isIPv4Address(text) ? undefined : { wrong: "is not an IPv4 address" };
}

export function cidrFlaw(text: string): Flaw | undefined {
  const { host, range } = parseHostCidr(text) ?? {};
  if (host === undefined || range === undefined) {
    if (parseAddress(text) === undefined) return { wrong: "is not an address range (CIDR)" };
    return { wrong: "has no prefix length", remedy: `for this one address write ${text}/${text.includes(":") ? 128 : 32}` };
  }
  // Readers differ over 192.168.1.5/16: some take the range, some the host, some refuse it.
  if (host.value === range.first) return undefined;
  return { wrong: "has address bits behind its prefix", remedy: `did you mean ${formatCidr(range)}?` };
}

/** A list of ranges; where an empty one says something, from `minimum` 0 on. */
export function ranges(example: string, minimum: 0 | 1 = 1) {
  return listOf(text(example, cidrFlaw), { example: `[${example}]`, minimum });
}

/** As {@link ranges}, of what is ours: the internet is nobody's. */
export function ownRanges(example: string) {
  const flaw = (text: string): Flaw | undefined => {
    if (parseCidr(text)?.prefixLength !== 0) return cidrFlaw(text);
    return { wrong: "is every address there is, the internet's too", remedy: `name what is yours, for example ${example}` };
  };
  const list = listOf(text(example, flaw), { example: `[${example}]`, minimum: 1 });
  return list.superRefine((texts, context) => {
    const given = texts.flatMap((text) => parseCidr(text) ?? []);
    // one that is all there is alone has a message of its own
    if (given.some(({ prefixLength }) => prefixLength === 0) || !EVERYTHING.some((all) => isCovered(all, given))) return;
    const message = `is every address there is, taken together, the internet's too; name what is yours, for example [${example}]`;
    context.addIssue({ code: "custom", message });
  });
}

const EVERYTHING = ["0.0.0.0/0", "::/0"].flatMap((text) => parseCidr(text) ?? []);
