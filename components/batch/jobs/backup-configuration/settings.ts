import * as z from "zod/mini";
import { json, text, type Variables } from "../../../../lib/service/environment";
import { s3Settings } from "../../s3-settings";

/** What a system saves of its configuration: every object of the bucket whose key begins so. */
export const savedSystems = z
  .array(z.strictObject({ system: z.string().check(z.minLength(1)), prefix: z.string().check(z.minLength(1)) }))
  .check(z.minLength(1));

export const backupConfigurationSettings = {
  ...s3Settings,
  S3_BUCKET: { help: "bucket that configurations are saved to", ...text },
  SYSTEMS: { help: "whose configuration is saved where", ...json('[{"system":"router","prefix":"router/"}]', savedSystems) },
} satisfies Variables;
