import type { Outside } from "../../lib/network/connection";
import { PUBLIC_INTERNET } from "../../lib/site/outside";
import type { Site } from "../../lib/site/schema";

const HTTPS = 443;

/** Where the pings go. Their URL is a secret: the site says where it lies, when that is not the public internet over HTTPS. */
export function deadManSwitch({ dead_man }: Site): { readonly to: Outside; readonly ports: readonly number[] } {
  const { ping_addresses, ping_port = HTTPS } = dead_man ?? {};
  const where = ping_addresses === undefined ? PUBLIC_INTERNET : { addresses: ping_addresses };
  return { to: { outside: "the dead-man switch", ...where }, ports: [ping_port] };
}
