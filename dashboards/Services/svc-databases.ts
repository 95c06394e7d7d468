import { cloudnativePgSeries } from "../../components/databases/series/cloudnative-pg";
import { mysqlSeries } from "../../components/databases/series/mysql";
import { redisSeries } from "../../components/databases/series/redis";
import { databaseSyntaxErrorsMany } from "../../components/log-router/alerts/programs";
import { redisBgsaveFailure } from "../../components/relay/detectors/redis-bgsave-failure";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { stat } from "../../lib/dashboards/panel";
import { criticalAbove } from "../../lib/dashboards/threshold";
import { not } from "../../lib/series";
import { mysqlConnections, mysqlRow } from "./rows/mysql";
import { ofCluster, type Placed, postgresConnections, postgresRow } from "./rows/postgres";
import { redisClients, redisMemory, redisRow } from "./rows/redis";

const {
  cnpg_backends_max_tx_duration_seconds: transaction,
  cnpg_collector_last_available_backup_timestamp: backup,
  cnpg_collector_up: postgresUp,
  cnpg_pg_replication_lag: lag,
} = cloudnativePgSeries;
const { redis_up: redisUp } = redisSeries;
const { mysql_up: mysqlUp } = mysqlSeries;

const silent = (answers: string): string => `count(${answers}) - sum(${answers})`;

/** Where each kind's exporters are. */
export interface DatabasePlaces {
  readonly postgres: Placed;
  readonly redis: Placed;
  readonly mysql: Placed;
}

export function svcDatabases({ postgres, redis, mysql }: DatabasePlaces): Dashboard {
  const instance = postgres.target.join(", ");
  const cluster = [...postgres.namespace, "cluster"].join(", ");
  return dashboard({
    uid: "svc-databases",
    title: "Databases",
    folder: "Services",
    question: "Which database is down, full, late or not saved, and who makes it wait?",
    asker: "whoever sees a program that is slow or fails, and suspects its database",
    areas: ["postgres", "own-databases", "redis", "mysql"],
    alerts: [redisBgsaveFailure.alert, databaseSyntaxErrorsMany.name],
    next: ["svc-websites", "svc-files", "backup-databases", "storage-claims"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Servers that do not answer",
            description: "By kind, as their exporters see them. Begin here: everything that keeps its data there fails.",
            unit: "count",
            width: 5,
            queries: [
              { expr: silent(postgresUp()), legend: "PostgreSQL" },
              { expr: silent(redisUp()), legend: "Redis" },
              { expr: silent(mysqlUp()), legend: "MySQL" },
            ],
            thresholds: [criticalAbove(1)],
          }),
          stat({
            title: "Connections in use, the fullest",
            description: "Share of the most that the fullest server of its kind takes. At 1 it turns programs away.",
            unit: "ratio",
            width: 5,
            queries: [
              { expr: `max(${postgresConnections(instance)})`, legend: "PostgreSQL" },
              { expr: `max(${redisClients})`, legend: "Redis" },
              { expr: `max(${mysqlConnections})`, legend: "MySQL" },
            ],
            asks: ["PostgresConnectionsShort", "MysqlConnectionsShort"],
          }),
          stat({
            title: "Oldest backup of a cluster",
            description: "Of PostgreSQL clusters that the operator saves. More than two days is more than one backup that failed.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `time() - min(${ofCluster(cluster, backup())} > 0)` }],
            asks: ["PostgresBackupOld"],
          }),
          stat({
            title: "Slowest replica",
            description: "Of PostgreSQL. Queries on it are wrong by as much, and what it lacks is lost if the primary is.",
            unit: "seconds",
            width: 3,
            queries: [{ expr: `max(${lag()})` }],
            asks: ["PostgresReplicaLagging"],
            hasTrend: true,
          }),
          stat({
            title: "Longest transaction",
            description: "Of PostgreSQL. One that does not end locks others out.",
            unit: "seconds",
            width: 3,
            queries: [{ expr: `max(${transaction({ datname: not("") })})` }],
            asks: ["PostgresTransactionLong"],
            hasTrend: true,
          }),
          stat({
            title: "Redis memory, the fullest",
            description: "Of its bound. Full, it throws keys away or refuses what is written.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: `max(${redisMemory})` }],
            asks: ["RedisMemoryShort"],
            hasTrend: true,
          }),
        ],
      },
      postgresRow(postgres),
      redisRow(redis),
      mysqlRow(mysql),
    ],
  });
}
