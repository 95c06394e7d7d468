import { gaugeOf } from "../../service/gauge";
import { Refusal } from "../../service/refusal";
import { runScript } from "../../service/run";
import { pagesOf } from "../../service/s3/bucket";
import { storeOf } from "../../service/s3/settings";
import type { Run, Script } from "../../service/script";
import { ofEach } from "../../service/targets";
import { backupObjectStoreSeries } from "./series";
import { backupObjectStoreSettings } from "./settings";

/** How many objects each bucket holds. */
export async function countObjects(run: Run<typeof backupObjectStoreSettings>) {
  const store = storeOf(run.configuration, run);
  const count = async (bucket: string) => {
    let count = 0;
    for await (const { objects } of pagesOf(store, { bucket })) count += objects.length;
    if (count === 0) throw new Refusal(`bucket ${bucket} is empty; if that is right, take it out of BUCKETS`);
    return { gauges: [gaugeOf(backupObjectStoreSeries.object_store_objects, { bucket }, count)] };
  };
  return ofEach([...new Set(run.configuration.BUCKETS)], (bucket) => `bucket ${bucket}`, count, run);
}

export const backupObjectStore: Script<typeof backupObjectStoreSettings> = {
  name: "backup-object-store",
  purpose: "counts the objects of each bucket.",
  protocol: "an object store for what its buckets hold (S3 ListObjectsV2, signature version 4).",
  settings: backupObjectStoreSettings,
  series: backupObjectStoreSeries,
  run: countObjects,
};

if (require.main === module) void runScript(backupObjectStore);
