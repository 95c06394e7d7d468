import * as z from "zod/mini";
import { json, type Variables } from "../../../../lib/service/environment";
import { listingAddress, listingSettings } from "../../listing-settings";

/** Where the snapshots of a share are listed; where other things lie beside them, `pattern` says which names are snapshots. */
export const snapshotShares = z
  .array(
    z.strictObject({
      share: z.string().check(z.minLength(1)),
      listing: listingAddress,
      pattern: z.optional(z.string().check(z.minLength(1))),
    }),
  )
  .check(z.minLength(1));

export const backupNasSettings = {
  SHARES: {
    help: "shares of the NAS, and where their snapshots are listed",
    ...json('[{"share":"photos","listing":"https://nas.example.org/snapshots/photos/"}]', snapshotShares),
  },
  ...listingSettings,
} satisfies Variables;
