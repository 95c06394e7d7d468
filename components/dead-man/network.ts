import { callTo, type OutsideCall } from "../../lib/network/outside-call";
import { credentialEnd } from "../../lib/site/outside";
import type { Site } from "../../lib/site/schema";

const HTTPS = 443;

/** Where the pings go. Their URL is a secret: the site says where it lies, when that is not the public internet over HTTPS. */
export function deadManSwitch({ dead_man: { ping_port = HTTPS, ping_addresses } = {} }: Site): OutsideCall {
  return callTo("the dead-man switch", credentialEnd(ping_port, ping_addresses));
}
