import * as z from "zod/mini";
import { newestAge, type Told, timesOf } from "../../service/age";
import { gaugeOf } from "../../service/gauge";
import { type KubernetesApi, kubernetesApi, metadata } from "../../service/kubernetes";
import { notEmpty } from "../../service/refusal";
import { runScript } from "../../service/run";
import type { Run, Script } from "../../service/script";
import { ofEach } from "../../service/targets";
import { backupAgeSeries } from "./series";
import { backupAgeLists, backupAgeSettings } from "./settings";

/*
 * Longhorn's objects (longhorn/longhorn-manager, k8s/pkg/apis/longhorn/v1beta2/volume.go and backup.go). Times are texts, empty where there is none.
 */
const volume = z.object({
  metadata,
  spec: z.optional(z.object({ Standby: z.nullish(z.boolean()) })),
  status: z.optional(z.object({ lastBackupAt: z.nullish(z.string()) })),
});
const backup = z.object({
  metadata,
  status: z.optional(
    z.object({
      state: z.nullish(z.string()),
      volumeName: z.nullish(z.string()),
      snapshotCreatedAt: z.nullish(z.string()),
      backupCreatedAt: z.nullish(z.string()),
    }),
  ),
});

const COMPLETED = "Completed";

/** The age of each volume's newest backup: the time of what is in it, which is the snapshot's. */
export async function findVolumeBackups(api: KubernetesApi, now: number, run: Pick<Run, "signal">) {
  const [volumes, backups] = [await api.list(backupAgeLists[0], volume), await api.list(backupAgeLists[1], backup)];
  notEmpty(volumes, "the list of volumes", "is the volume storage installed here, and does it have any?");
  const times = new Map<string, Told[]>();
  for (const { metadata: meta, status } of backups) {
    if (status?.state !== COMPLETED || !status.volumeName || meta.deletionTimestamp) continue;
    const at = status.snapshotCreatedAt || status.backupCreatedAt;
    if (at) times.set(status.volumeName, [...(times.get(status.volumeName) ?? []), { text: at, what: `the time of backup ${meta.name}` }]);
  }
  const find = ({ metadata: { name }, status }: z.infer<typeof volume>) => {
    // objects of backups are synchronised every few minutes: until then the volume alone knows of one
    const last = status?.lastBackupAt ? [{ text: status.lastBackupAt, what: "the time of its last backup" }] : [];
    const age = newestAge(timesOf(times.get(name) ?? last), now, `the backup of volume ${name}`);
    return { gauges: [gaugeOf(backupAgeSeries.storage_backup_age_days, { volume: name }, age)] };
  };
  const backedUp = volumes.filter(({ metadata: meta, spec }) => !meta.deletionTimestamp && !spec?.Standby);
  return ofEach(backedUp, ({ metadata: { name } }) => `volume ${name}`, find, run);
}

export const backupAge: Script<typeof backupAgeSettings> = {
  name: "backup-age",
  purpose: "tells how old the newest backup of each volume is; a volume that only stands by for another is left out.",
  protocol: "the API server for volumes and backups of longhorn.io/v1beta2 (JSON over HTTPS).",
  settings: backupAgeSettings,
  series: backupAgeSeries,
  run: async ({ now, signal }) => findVolumeBackups(await kubernetesApi(signal), now(), { signal }),
};

if (require.main === module) void runScript(backupAge);
