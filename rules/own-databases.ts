import { cloudnativePgSeries } from "../components/databases/series/cloudnative-pg";
import type { SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours } from "../lib/duration";
import { matches } from "../lib/series";
import type { PostgresCluster } from "../lib/workloads/postgres-cluster";
import { COMES_AND_GOES } from "./comes-and-goes";

const { cnpg_collector_last_available_backup_timestamp: backup, cnpg_collector_up: answers } = cloudnativePgSeries;

/** The platform's own PostgreSQL clusters, of which it is known that they are to be backed up; all else of them rules/postgres.ts tells. */
export function ownDatabases(clusters: readonly Pick<PostgresCluster, "name" | "namespace">[]): RuleBundle {
  const [first = { name: "database", namespace: "logging" }] = clusters;
  const names = clusters.map(({ name }) => name).join("|");
  const instance = { namespace: first.namespace, pod: `${first.name}-1` };
  const told = (at: string, cluster = first.name): SeriesSet => ({
    [answers({ ...instance, cluster })]: "1x400",
    [backup(instance)]: at,
  });
  return area("own-databases", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("PostgresNeverBackedUp", {
      expr: [
        "max by (namespace, cluster) (",
        `  ${backup()} * on (instance) group_left (cluster) ${answers({ cluster: matches(names) })}`,
        ") == 0",
      ].join("\n"),
      // the first is made at once, and takes as long as the store is slow
      for: hours(2),
      summary: "PostgreSQL cluster {{ $labels.namespace }}/{{ $labels.cluster }} was never backed up",
      description:
        "It is to be, by databases.backups of the site. Its Backup objects say what went wrong: the store, its key, or the bucket.",
      fires: told("0x400"),
      silent: [told("60x400"), told("0x400", "somebody-elses")],
    }),
  ]);
}
