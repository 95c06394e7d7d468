import * as z from "zod/mini";
import type { ListedResource } from "../../../../lib/batch/listed-resource";
import { json, oneOf, type Variables } from "../../../../lib/service/environment";

const HIGHEST_PORT = 65_535;

/** Who shows a certificate in a TLS handshake. `server_name` is asked for where the host is an address. */
export const certificateHolders = z.array(
  z.strictObject({
    certificate: z.string().check(z.minLength(1)),
    host: z.string().check(z.minLength(1)),
    port: z.int().check(z.gte(1), z.lte(HIGHEST_PORT)),
    server_name: z.optional(z.string().check(z.minLength(1))),
  }),
);

export const certificateCheckSettings = {
  CERTIFICATES: {
    help: "who shows a certificate in a TLS handshake",
    ...json('[{"certificate":"directory","host":"ldap.example.org","port":636}]', certificateHolders),
    default: "[]",
  },
  CERT_MANAGER: { help: "whether cert-manager's Certificate objects are looked at as well", ...oneOf(["true", "false"]), default: "false" },
} satisfies Variables;

/** Only with CERT_MANAGER. */
export const certificateCheckLists = [
  { group: "cert-manager.io", version: "v1", plural: "certificates" },
] as const satisfies readonly ListedResource[];
