import * as z from "zod/mini";
import { json, type Variables } from "../../../../lib/service/environment";
import { s3Settings } from "../../s3-settings";

export const countedBuckets = z.array(z.string().check(z.minLength(1))).check(z.minLength(1));

export const backupObjectStoreSettings = {
  ...s3Settings,
  BUCKETS: { help: "buckets whose objects are counted", ...json('["photos","volume-backups"]', countedBuckets) },
} satisfies Variables;
