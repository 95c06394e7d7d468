import { mysqlSeries } from "../components/databases/series/mysql";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { ObservedExporter } from "../lib/metrics/observed";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { placeOf } from "./observed-place";
import { burstProof } from "./proof-burst";
import { shareProof } from "./proof-counter";

const {
  mysql_global_status_aborted_connects: aborted,
  mysql_global_status_innodb_buffer_pool_read_requests: reads,
  mysql_global_status_innodb_buffer_pool_reads: diskReads,
  mysql_global_status_innodb_row_lock_current_waits: rowWaits,
  mysql_global_status_slow_queries: slow,
  mysql_global_status_threads_connected: clients,
  mysql_global_variables_max_connections: mostClients,
  mysql_global_variables_read_only: readOnly,
  mysql_slave_status_replica_io_running: newReading,
  mysql_slave_status_replica_sql_running: newApplying,
  mysql_slave_status_seconds_behind_master: behind,
  mysql_slave_status_seconds_behind_source: newBehind,
  mysql_slave_status_slave_io_running: reading,
  mysql_slave_status_slave_sql_running: applying,
  mysql_up: answers,
} = mysqlSeries;
const { up } = targetSeries;

const CLIENT_SHARE = 0.8;
/** In a quarter of an hour: more than a nightly dump or a report makes. */
const SLOW_QUERIES = 30;
/** In a quarter of an hour: a program with a wrong password tries every minute at least. */
const ABORTED = 12;
/** At once, for minutes: each of them is somebody who waits. */
const WAITING = 5;
/** Of reads that had to go to the disk: one in a thousand is usual. */
const DISK_SHARE = 0.05;
const LAG_SECONDS = 300;

/** MySQL and MariaDB, each by an exporter of its own. */
export function mysql(site: Site, exporter: Pick<ObservedExporter, "name">): RuleBundle {
  const scraped = { job: exporter.name };
  const { component, named, target, namespace, consequences } = placeOf(exporter, site);
  const server = target.join(", ");

  // proofs
  const at = { namespace: "websites", pod: "blog-mysql-exporter-5d8f" };
  const used = (share: number) => ({ [clients(at)]: `${share * 200}x20`, [mostClients(at)]: "200x20" });
  const replica = { ...at, master_host: "blog-mysql-0", channel_name: "", connection_name: "", master_uuid: "" };
  const follows = (io: string, sql: string, seconds?: string) => ({
    [reading(replica)]: io,
    [applying(replica)]: sql,
    ...(seconds !== undefined && { [behind(replica)]: seconds }),
  });
  const newFollows = (io: string, sql: string, seconds?: string) => {
    const source = { ...replica, master_uuid: "6a8f2c1e-93d4-11ef-8f6b-0242ac120003" };
    return {
      [newReading(source)]: io,
      [newApplying(source)]: sql,
      ...(seconds !== undefined && { [newBehind(source)]: seconds }),
    };
  };
  const slowly = burstProof((values) => ({ [slow(at)]: values }), { over: SLOW_QUERIES, range: 15 });
  const failed = burstProof((values) => ({ [aborted(at)]: values }), { over: ABORTED, range: 15 });
  const missed = shareProof(({ errors, all }) => ({ [diskReads(at)]: errors, [reads(at)]: all }), {
    threshold: DISK_SHARE,
    range: 10,
    wait: 30,
    beside: 1,
  });

  return area("mysql", { component, severity: "warning", ...COMES_AND_GOES }, [
    alert("MysqlDown", {
      expr: [`min by (${server}) (${answers()}) == 0`, `or min by (${server}) (${up(scraped)}) == 0`].join("\n"),
      for: minutes(5),
      severity: "critical",
      inhibits: [consequences(["MysqlReplicationBroken"], namespace)],
      summary: `The MySQL server of exporter ${named} does not answer`,
      description: "What keeps its data there is down. Look at the server's pod first, then at the exporter's and its password.",
      fires: [{ [answers(at)]: "0x10" }, { [answers(at)]: "1x10", [up({ ...scraped, ...at })]: "0x10" }],
      silent: { [answers(at)]: "1x10", [up({ ...scraped, ...at })]: "1x10" },
    }),
    alert("MysqlReadOnly", {
      // which a replica is on purpose
      expr: [`max by (${server}) (${readOnly()}) == 1`, `unless on (${server}) (${reading()} or ${newReading()})`].join("\n"),
      for: minutes(5),
      severity: "critical",
      summary: `The MySQL server of exporter ${named} follows nobody and lets nobody write`,
      description: "Whatever is to be stored there fails. Somebody set read_only, or a failover stopped halfway: see who is the master.",
      fires: { [readOnly(at)]: "1x20" },
      silent: [
        { [readOnly(at)]: "0x20" },
        { [readOnly(at)]: "1x20", ...follows("1x20", "1x20") },
        { [readOnly(at)]: "1x20", ...newFollows("1x20", "1x20") },
      ],
    }),
    alert("MysqlRowsLocked", {
      expr: `max by (${server}) (${rowWaits()}) > ${WAITING}`,
      for: minutes(5),
      summary: `Statements on the MySQL server of exporter ${named} wait for rows`,
      description: "{{ $value }} of them, for minutes. One transaction holds what all others need: SHOW ENGINE INNODB STATUS tells which.",
      fires: { [rowWaits(at)]: `${WAITING + 1}x20` },
      silent: { [rowWaits(at)]: `${WAITING}x20` },
    }),
    alert("MysqlConnectionsShort", {
      expr: `${clients()} / ${mostClients()} > ${CLIENT_SHARE}`,
      for: minutes(5),
      summary: `The MySQL server of exporter ${named} has hardly a connection left`,
      description: "{{ $value | humanize }} of them are taken (1 is all); the next clients are turned away. SHOW PROCESSLIST tells whose.",
      fires: used(CLIENT_SHARE + 0.01),
      silent: used(CLIENT_SHARE),
    }),
    alert("MysqlQueriesSlow", {
      expr: `increase(${slow()}[15m]) > ${SLOW_QUERIES}`,
      summary: `The MySQL server of exporter ${named} has many slow statements`,
      description:
        "{{ $value | humanize }} in a quarter of an hour took longer than long_query_time. An index is missing, or the disk is slow.",
      fires: slowly.fires,
      silent: slowly.silent,
    }),
    alert("MysqlConnectsFailing", {
      expr: `increase(${aborted()}[15m]) > ${ABORTED}`,
      summary: `Logins to the MySQL server of exporter ${named} fail`,
      description: "{{ $value | humanize }} in a quarter of an hour. A password changed on one side, or somebody tries passwords.",
      fires: failed.fires,
      silent: failed.silent,
    }),
    alert("MysqlBufferShort", {
      // one a second more, so that a few reads after a start are no share
      expr: `rate(${diskReads()}[10m]) / (rate(${reads()}[10m]) + 1) > ${DISK_SHARE}`,
      for: minutes(30),
      summary: `The MySQL server of exporter ${named} reads from the disk what memory should hold`,
      description: "{{ $value | humanize }} of all reads (1 is all). Everything on it is slow: give the buffer pool more room.",
      fires: missed.fires,
      silent: missed.silent,
    }),
    alert("MysqlReplicationBroken", {
      // while it does not run, nothing tells how far it is behind; a server has the old names or the new
      expr: [
        `min by (${server}) (${reading()} or ${newReading()}) == 0`,
        `or min by (${server}) (${applying()} or ${newApplying()}) == 0`,
        `or max by (${server}) (${behind()} or ${newBehind()}) > ${LAG_SECONDS}`,
      ].join("\n"),
      for: minutes(5),
      summary: `The MySQL replica of exporter ${named} does not follow its master`,
      description: "It has stopped, or is minutes behind: what reads there sees old rows. SHOW REPLICA STATUS tells the error.",
      fires: [
        follows("0x20", "1x20"),
        follows("1x20", "0x20"),
        follows("1x20", "1x20", `${LAG_SECONDS + 10}x20`),
        newFollows("0x20", "1x20"),
        newFollows("1x20", "0x20"),
        newFollows("1x20", "1x20", `${LAG_SECONDS + 10}x20`),
      ],
      silent: [follows("1x20", "1x20", `${LAG_SECONDS - 10}x20`), newFollows("1x20", "1x20", `${LAG_SECONDS - 10}x20`)],
    }),
  ]);
}
