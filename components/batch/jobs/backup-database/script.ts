import * as z from "zod/mini";
import { newestAge, type Told, timesOf } from "../../service/age";
import { gaugeOf } from "../../service/gauge";
import { type KubernetesApi, kubernetesApi, metadata } from "../../service/kubernetes";
import { notEmpty } from "../../service/refusal";
import { runScript } from "../../service/run";
import type { Run, Script } from "../../service/script";
import { ofEach } from "../../service/targets";
import { backupDatabaseSeries } from "./series";
import { backupDatabaseLists, backupDatabaseSettings } from "./settings";

/* CloudNativePG's objects (cloudnative-pg/cloudnative-pg, api/v1/cluster_types.go and backup_types.go). */
const cluster = z.object({
  metadata,
  status: z.optional(
    z.object({
      lastSuccessfulBackup: z.nullish(z.string()),
      lastSuccessfulBackupByMethod: z.nullish(z.record(z.string(), z.nullish(z.string()))),
    }),
  ),
});
const backup = z.object({
  metadata,
  spec: z.object({ cluster: z.object({ name: z.string() }) }),
  status: z.optional(z.object({ phase: z.nullish(z.string()), startedAt: z.nullish(z.string()), stoppedAt: z.nullish(z.string()) })),
});

const COMPLETED = "completed";

/** The age of each database cluster's newest base backup. Backups by a plugin are known by their objects alone, older ones by the cluster's status alone. */
export async function findDatabaseBackups(api: KubernetesApi, now: number, run: Pick<Run, "signal">) {
  const [clusters, backups] = [await api.list(backupDatabaseLists[0], cluster), await api.list(backupDatabaseLists[1], backup)];
  notEmpty(clusters, "the list of database clusters", "is CloudNativePG in use here?");
  const nameOf = (namespace: string | undefined, name: string) => `${namespace}/${name}`;
  const times = new Map<string, Told[]>();
  for (const { metadata: meta, spec, status } of backups) {
    if (status?.phase !== COMPLETED || meta.deletionTimestamp) continue;
    const [database, at] = [nameOf(meta.namespace, spec.cluster.name), status.stoppedAt || status.startedAt];
    if (at) times.set(database, [...(times.get(database) ?? []), { text: at, what: `the time of backup ${meta.name}` }]);
  }
  const find = ({ metadata: meta, status }: z.infer<typeof cluster>) => {
    const database = nameOf(meta.namespace, meta.name);
    const said = [status?.lastSuccessfulBackup, ...Object.values(status?.lastSuccessfulBackupByMethod ?? {})].flatMap((text) =>
      text ? [{ text, what: "the time of its last backup" }] : [],
    );
    const age = newestAge(timesOf([...(times.get(database) ?? []), ...said]), now, `the backup of database ${database}`);
    return { gauges: [gaugeOf(backupDatabaseSeries.database_backup_age_days, { database }, age)] };
  };
  const kept = clusters.filter(({ metadata: meta }) => !meta.deletionTimestamp);
  return ofEach(kept, ({ metadata: meta }) => `database ${nameOf(meta.namespace, meta.name)}`, find, run);
}

export const backupDatabase: Script<typeof backupDatabaseSettings> = {
  name: "backup-database",
  purpose: "tells how old the newest base backup of each database cluster is.",
  protocol: "the API server for clusters and backups of postgresql.cnpg.io/v1 (JSON over HTTPS).",
  settings: backupDatabaseSettings,
  series: backupDatabaseSeries,
  run: async ({ now, signal }) => findDatabaseBackups(await kubernetesApi(signal), now(), { signal }),
};

if (require.main === module) void runScript(backupDatabase);
