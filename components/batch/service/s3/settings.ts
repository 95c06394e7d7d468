import type { Configuration } from "../../../../lib/service/environment";
import type { s3Settings } from "../../s3-settings";
import type { Run } from "../script";
import type { Store } from "./bucket";

/** The object store of a job's settings. */
export function storeOf(settings: Configuration<typeof s3Settings>, { now, signal }: Pick<Run, "now" | "signal">): Store {
  return {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
    now,
    signal,
  };
}
