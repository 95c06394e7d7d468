import { ageInDays, NEVER } from "../../service/age";
import { gaugeOf } from "../../service/gauge";
import { Refusal } from "../../service/refusal";
import { runScript } from "../../service/run";
import { pagesOf, type StoredObject } from "../../service/s3/bucket";
import { storeOf } from "../../service/s3/settings";
import type { Run, Script } from "../../service/script";
import { ofEach } from "../../service/targets";
import { backupConfigurationSeries } from "./series";
import { backupConfigurationSettings } from "./settings";

const { configuration_backup_age_days, backup_size_bytes } = backupConfigurationSeries;

/** The age, and the size, of what each system saved last. A system without anything beside others that have something never saved. */
export async function findConfigurations({ configuration, now, signal }: Run<typeof backupConfigurationSettings>) {
  const { SYSTEMS: systems, S3_BUCKET: bucket } = configuration;
  const newest = new Map<string, StoredObject>();
  let isEmpty = true;
  for await (const { objects } of pagesOf(storeOf(configuration, { now, signal }), {
    bucket,
    prefix: commonPrefix(systems.map(({ prefix }) => prefix)),
  })) {
    for (const object of objects) {
      isEmpty = false;
      for (const { system, prefix } of systems) {
        // what ends with a slash stands for a folder
        if (!object.key.startsWith(prefix) || object.key.endsWith("/")) continue;
        if ((newest.get(system)?.modified ?? Number.NEGATIVE_INFINITY) < object.modified) newest.set(system, object);
      }
    }
  }
  if (isEmpty) throw new Refusal(`bucket ${bucket} holds nothing of any system; look at S3_BUCKET and at the prefixes of SYSTEMS`);
  const find = ({ system }: (typeof systems)[number]) => {
    const object = newest.get(system);
    if (!object) return { gauges: [gaugeOf(configuration_backup_age_days, { system }, NEVER)] };
    const age = ageInDays(object.modified, now(), `the configuration of system ${system}`);
    return {
      gauges: [gaugeOf(configuration_backup_age_days, { system }, age), gaugeOf(backup_size_bytes, { backup: system }, object.bytes)],
    };
  };
  return ofEach(systems, ({ system }) => `system ${system}`, find, { signal });
}

/** What all of them begin with: nothing else has to be listed. */
function commonPrefix(prefixes: readonly string[]): string {
  const [first = "", ...others] = prefixes;
  const different = [...first].findIndex((_, n) => others.some((other) => !other.startsWith(first.slice(0, n + 1))));
  return different < 0 ? first : first.slice(0, different);
}

export const backupConfiguration: Script<typeof backupConfigurationSettings> = {
  name: "backup-configuration",
  purpose: "tells how old, and how large, the last saved configuration of each system is.",
  protocol: "an object store for what a bucket holds (S3 ListObjectsV2, signature version 4).",
  settings: backupConfigurationSettings,
  series: backupConfigurationSeries,
  run: findConfigurations,
};

if (require.main === module) void runScript(backupConfiguration);
