import { contains, isIPv4Address, parseAddress, parseCidr } from "../../address";
import { ipv4Flaw, ownRanges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { text } from "../field";
import { quote } from "../quote";

const keys = {
  trusted_ranges: ownRanges("192.168.0.0/16"),
  nat64_egress: text("192.168.164.2", ipv4Flaw).optional(),
  home_lan: ownRanges("192.168.0.0/16"),
};

/** Whose traffic is ours. */
export const trust = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys>;

function contradictions({ nat64_egress = "", trusted_ranges = [] }: SiteDraft): Contradiction[] {
  const egress = isIPv4Address(nat64_egress) ? parseAddress(nat64_egress) : undefined;
  if (egress === undefined || trusted_ranges.length === 0) return [];
  // A range that cannot be read may be the very one.
  if (trusted_ranges.map((text = "") => parseCidr(text)).some((range) => range === undefined || contains(range, egress))) return [];
  const message = `${quote(nat64_egress)} lies in none of the trusted_ranges, so making an exception of it does nothing; use an address inside one of them`;
  return [{ path: ["nat64_egress"], message }];
}
