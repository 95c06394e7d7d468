import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const backupObjectStoreSeries = declareSeries({
  ...heartbeat("backup-object-store"),
  object_store_objects: gauge("count", "Objects in a bucket.", "job", "bucket"),
});
