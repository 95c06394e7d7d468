import * as z from "zod/mini";
import { json, type Variables } from "../../../../lib/service/environment";
import { listingAddress, listingSettings } from "../../listing-settings";

/** Repositories in restic's layout, each with its folder `snapshots/`. */
export const offsiteSources = z
  .array(z.strictObject({ source: z.string().check(z.minLength(1)), repository: listingAddress }))
  .check(z.minLength(1));

export const backupOffsiteSettings = {
  SOURCES: {
    help: "what is copied to another place, and the repository there",
    ...json('[{"source":"volumes","repository":"s3://off-site/volumes"}]', offsiteSources),
  },
  ...listingSettings,
} satisfies Variables;
