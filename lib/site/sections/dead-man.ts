import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { section, wholeNumber } from "../field";
import { type Inside, outsideAddresses } from "../outside-url";

const keys = {
  dead_man: section({
    ping_port: wholeNumber(443, 1, 65535).optional(),
    ping_addresses: ranges("203.0.113.0/24").optional(),
  }).optional(),
};

/**
 * Where the dead-man switch's ping leaves the cluster. Its URL is a credential, so a policy can't be derived from it: a place says so
 * when the ping goes elsewhere than to the public internet on port 443.
 */
export const deadMan = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;

function contradictions(site: SiteDraft): Contradiction[] {
  return outsideAddresses({ path: ["dead_man", "ping_addresses"], value: site.dead_man?.ping_addresses }, site);
}
