import { isAddress, parseAddress, rangeOf } from "../../address";
import { COMPONENTS } from "../component";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text, wholeNumber } from "../field";
import { type Inside, outsideAddress } from "../outside-url";
import { quote } from "../quote";

const keys = {
  ups: section({
    servers: listOf(
      section({
        address: text("192.168.10.40", addressFlaw),
        // without names: the only one that the server has
        ups: listOf(text("rack", upsNameFlaw), { example: "[rack]", minimum: 1 }).optional(),
      }),
      { example: "- { address: 192.168.10.40, ups: [rack] }", minimum: 1 },
    ),
    port: wholeNumber(3493, 1, 65535).optional(),
    username: text("monitor", usernameFlaw).optional(),
    component: choice(COMPONENTS).optional(),
  }).optional(),
};

/** The uninterruptible power supplies, behind servers of Network UPS Tools. A place may do without. */
export const ups = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;

function contradictions(site: SiteDraft): Contradiction[] {
  const servers = site.ups?.servers ?? [];
  return servers.flatMap(({ address }, index) => {
    const path = ["ups", "servers", index, "address"];
    const isTwin = servers.slice(0, index).some((other) => isSame(other.address, address));
    const twice = { path, message: `${quote(address)} is listed twice; list the server once, with all its UPSes` };
    return isTwin ? [twice] : outsideAddress({ path, value: address }, site);
  });
}

/** Whether two texts are one address, however it is spelled. */
function isSame(one = "", other = ""): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)];
  return a !== undefined && b !== undefined && a.family === b.family && rangeOf(a).first === rangeOf(b).first;
}

/** A name would have to be resolved in a network policy, which knows addresses alone. */
function addressFlaw(text: string): Flaw | undefined {
  return isAddress(text) ? undefined : { wrong: "is not an IP address" };
}

/** The name of a section of ups.conf: one word of NUT's protocol. */
function upsNameFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(text) ? undefined : { wrong: "is not the name of a UPS in ups.conf (letters, digits, ., - and _)" };
}

/** Sent in one line of NUT's protocol as it stands (go.nut, Authenticate): a blank or a quote would end it. */
function usernameFlaw(text: string): Flaw | undefined {
  const isName = /^[!-~]{1,64}$/.test(text) && !/["\\]/.test(text);
  return isName ? undefined : { wrong: "is not a user of upsd.users (printable ASCII without blanks, quotes and backslashes, 64 at most)" };
}
