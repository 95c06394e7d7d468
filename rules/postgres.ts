import { cloudnativePgSeries } from "../components/databases/series/cloudnative-pg";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { hours, minutes, seconds } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { ObservedExporter } from "../lib/metrics/observed";
import { not } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { placeOf } from "./observed-place";
import { burstProof } from "./proof-burst";

const {
  cnpg_backends_max_tx_duration_seconds: transaction,
  cnpg_backends_total: sessions,
  cnpg_backends_waiting_total: waiting,
  cnpg_collector_fencing_on: fenced,
  cnpg_collector_last_available_backup_timestamp: backup,
  cnpg_collector_last_failed_backup_timestamp: failedBackup,
  cnpg_collector_pg_wal_archive_status: archiveFiles,
  cnpg_collector_replica_mode: replicaMode,
  cnpg_collector_up: answers,
  cnpg_pg_database_xid_age: unfrozen,
  cnpg_pg_replication_in_recovery: follows,
  cnpg_pg_replication_is_wal_receiver_up: receives,
  cnpg_pg_replication_lag: lag,
  cnpg_pg_replication_slots_active: slotRead,
  cnpg_pg_replication_slots_pg_wal_lsn_diff: slotKeeps,
  cnpg_pg_replication_streaming_replicas: streaming,
  cnpg_pg_settings_setting: setting,
  cnpg_pg_stat_archiver_failed_count: archiveFailures,
  cnpg_pg_stat_archiver_last_archived_time: lastArchived,
  cnpg_pg_stat_archiver_last_failed_time: lastNotArchived,
  cnpg_pg_stat_database_deadlocks: deadlocks,
  cnpg_pg_stat_replication_replay_lag_seconds: lagSeen,
} = cloudnativePgSeries;
const { up } = targetSeries;

/** Two runs of a daily backup, and two hours for the third. */
const BACKUP_HOURS = 50;
/** What a replica that reads its whole log again catches up within; queries on it are wrong by as much. */
const LAG_SECONDS = 300;
/** More than a replica is ever behind that still reads, and less than the volume of a database has left. */
const SLOT_BYTES = 10 * GIB;
/** At once, for minutes: each of them is somebody who waits. */
const WAITING = 5;
/** In a quarter of an hour: an application tries again after one. */
const DEADLOCKS = 5;
/** The rest is for the night's jobs, and for who looks. */
const SESSION_SHARE = 0.8;
/** A dump of a large database has ended by then. */
const TRANSACTION_SECONDS = 1800;
/** PostgreSQL tries three times a minute: this is no single mishap. */
const ARCHIVE_FAILURES = 5;
/** With the default of five minutes for a file: an hour's. */
const ARCHIVE_FILES = 12;
/** Of 2.1 billion, at which nothing can be written any more; it is frozen at 0.2 by itself. */
const UNFROZEN = 1_000_000_000;

/** PostgreSQL by CloudNativePG, which makes the pods itself: what counts those of stateful sets does not see them. */
export function postgres(site: Site, exporter: Pick<ObservedExporter, "name">): RuleBundle {
  const scraped = { job: exporter.name };
  const { component, named, target, namespace, consequences } = placeOf(exporter, site);
  const cluster = [...namespace, "cluster"].join(", ");
  const database = [...namespace, "datname"].join(", ");
  const instance = target.join(", ");
  const inNamespace = namespace.map((label) => `{{ $labels.${label} }}/`).join("");
  const clusterNamed = `${inNamespace}{{ $labels.cluster }}`;
  const databaseNamed = `${inNamespace}{{ $labels.datname }}`;
  /** With the cluster's name, which the exporter writes on one series alone. */
  const ofCluster = (expr: string) => `${expr} * on (instance) group_left (cluster) ${answers()}`;

  // proofs: a cluster of two, and one of its databases
  const of = (number: number) => ({ namespace: "files", pod: `files-db-${number}` });
  const [first, second] = [of(1), of(2)];
  const one = (pod: typeof first, value = "1x100") => ({ [answers({ ...pod, cluster: "files-db" })]: value });
  const both: SeriesSet = { ...one(first), ...one(second) };
  const heard = { [up({ job: "node-exporter", instance: "192.168.10.31:9100" })]: "1x3000" };
  const roles = (primary = "0x100", replica = "1x100"): SeriesSet => ({
    ...both,
    [follows(first)]: primary,
    [follows(second)]: replica,
  });
  const slot = (pod: typeof first, value: string) => ({
    [slotRead({ ...pod, slot_name: "_cnpg_files_db_2", slot_type: "physical", database: "" })]: value,
  });
  const receiver = (value: string, mode = "0x100") => ({ [receives(second)]: value, [replicaMode(second)]: mode });
  const app = { ...first, datname: "app", usename: "app", application_name: "app" };
  const used = (number: number) => ({
    [sessions({ ...app, state: "idle" })]: `${number - 5}x100`,
    [sessions({ ...app, state: "active" })]: "5x100",
    [setting({ ...first, name: "max_connections" })]: "100x100",
    [setting({ ...first, name: "max_wal_size" })]: "1024x100",
  });
  const archiver = (failed: string, failedAt = "-1x100", archivedAt = "-1x100", ready = "0x100") => ({
    ...one(first),
    [archiveFailures(first)]: failed,
    [lastNotArchived(first)]: failedAt,
    [lastArchived(first)]: archivedAt,
    [archiveFiles({ ...first, value: "ready" })]: ready,
    [archiveFiles({ ...first, value: "done" })]: "40x100",
  });
  const third = of(3);
  const three = (connected: string): SeriesSet => ({
    ...roles(),
    ...one(third),
    [follows(third)]: "1x100",
    [streaming(first)]: connected,
    [streaming(second)]: "0x100",
  });
  const keeps = (bytes: number): SeriesSet => ({
    [slotKeeps({ ...first, slot_name: "_cnpg_files_db_2", slot_type: "physical", database: "" })]: `${bytes}x20`,
    [slotKeeps({ ...second, slot_name: "_cnpg_files_db_2", slot_type: "physical", database: "" })]: "4096x20",
  });
  const seen = (seconds: number) => {
    const of = { usename: "streaming_replica", application_name: second.pod, client_addr: "10.42.1.7", client_port: "43210" };
    return { [lagSeen({ ...first, ...of })]: `${seconds}x20` };
  };
  const locked = burstProof((values) => ({ [deadlocks({ ...first, datname: "app" })]: values }), {
    over: DEADLOCKS,
    range: 15,
    wait: 5,
  });
  const failures = burstProof((values) => archiver(values), { over: ARCHIVE_FAILURES, range: 15, wait: 10 });

  return area("postgres", { component, severity: "warning", ...COMES_AND_GOES }, [
    alert("PostgresPrimaryMissing", {
      // a cluster that was taken away is forgotten after a day; where no target of any kind is asked it is the agent that is gone
      expr: [
        `max by (${cluster}) (max_over_time(${answers()}[1d])) == 1`,
        `unless on (${cluster}) min by (${cluster}) (${follows()} + on (instance) group_left (cluster) (${answers()} == 1)) == 1`,
        `and on () count(${up()})`,
      ].join("\n"),
      // its targets are asked every half minute: it comes with the alerts on programs that went away at the same time, in one message
      for: seconds(270),
      severity: "critical",
      inhibits: [consequences(["PostgresInstanceDown", "PostgresReplicaMissing"], namespace)],
      summary: `PostgreSQL cluster ${clusterNamed} has no primary`,
      description: "Nobody can write to its databases. The operator makes another primary by itself: where it does not, its log says why.",
      fires: [
        { ...heard, ...roles("1x100") },
        after(minutes(15), { ...heard, ...roles(), ...one(first, "1x9 0x100") }),
        keptAfter(minutes(9 + 24 * 60 - 1), { ...heard, ...one(first, "1x9 stale") }),
      ],
      silent: [
        after(minutes(15), { ...heard, ...roles() }),
        after(minutes(15), { ...heard, ...roles("0x9 1x3 0x100") }),
        after(minutes(15), roles("1x100")),
        overAfter(minutes(9 + 24 * 60 + 7), { ...heard, ...one(first, "1x9 stale") }),
      ],
    }),
    alert("PostgresInstanceDown", {
      expr: [`min by (${instance}) (${answers()}) == 0`, `or min by (${instance}) (${up(scraped)}) == 0`].join("\n"),
      for: minutes(5),
      inhibits: [consequences(["PostgresReplicaMissing"], namespace)],
      summary: `PostgreSQL instance ${named} does not answer`,
      description: "The others of its cluster go on without it. Read the log of its pod; the operator's tells what it waits for.",
      fires: [one(first, "0x10"), { ...one(first), [up({ ...scraped, ...first })]: "0x10" }],
      silent: { ...one(first), [up({ ...scraped, ...first })]: "1x10" },
    }),
    alert("PostgresReplicaMissing", {
      // a slot on a replica is a copy that nobody reads from; one that follows another cluster may read its archive
      expr: [
        `count by (${cluster}) (`,
        `  ${ofCluster(`(${slotRead({ slot_type: "physical" })} == 0 and on (instance) ${follows()} == 0)`)}`,
        `) or count by (${cluster}) (`,
        `  ${ofCluster(`(${receives()} == 0 and on (instance) ${follows()} == 1 unless on (instance) ${replicaMode()} == 1)`)}`,
        // the primary counts those that are connected, whatever they say of themselves
        `) or count by (${cluster}) (${ofCluster(`(${follows()} == 1)`)})`,
        `  - max by (${cluster}) (${ofCluster(`(${streaming()} and on (instance) ${follows()} == 0)`)}) > 0`,
      ].join("\n"),
      for: minutes(10),
      inhibits: [{ alerts: ["PostgresReplicaLagging", "PostgresSlotKeepingLog"], sharing: [...namespace, "cluster"] }],
      summary: `A replica of PostgreSQL cluster ${clusterNamed} is not connected`,
      description: "{{ $value }} of them don't follow, and their primary keeps its log for them until the volume is full.",
      fires: [
        { ...roles(), ...slot(first, "0x100"), ...receiver("1x100") },
        { ...roles(), ...slot(first, "1x100"), ...receiver("0x100") },
        three("1x100"),
      ],
      silent: [
        { ...roles(), ...slot(first, "1x100"), ...receiver("1x100") },
        { ...roles(), ...slot(first, "1x100"), ...slot(second, "0x100"), ...receiver("1x100") },
        { ...roles(), ...receiver("0x100", "1x100") },
        { ...roles(), [receives(first)]: "0x100", [replicaMode(first)]: "0x100" },
        three("2x100"),
        // it follows another cluster, and one follows it
        { ...roles("1x100"), [streaming(first)]: "1x100", [streaming(second)]: "0x100" },
      ],
    }),
    alert("PostgresSlotKeepingLog", {
      expr: `max by (${cluster}, slot_name) (${ofCluster(slotKeeps())}) > ${SLOT_BYTES}`,
      for: minutes(10),
      summary: `A slot of PostgreSQL cluster ${clusterNamed} keeps gigabytes of its log`,
      description:
        "{{ $value | humanize }}B that the reader of slot {{ $labels.slot_name }} has not taken; a full volume stops the database.",
      fires: { ...both, ...keeps(SLOT_BYTES * 1.02) },
      silent: { ...both, ...keeps(SLOT_BYTES * 0.98) },
    }),
    alert("PostgresReplicaLagging", {
      // as it says itself, and as its primary sees it
      expr: [lag(), lagSeen()].map((of) => `max by (${cluster}) (${ofCluster(of)}) > ${LAG_SECONDS}`).join("\nor "),
      for: minutes(5),
      summary: `A replica of PostgreSQL cluster ${clusterNamed} is far behind its primary`,
      description: "{{ $value | humanizeDuration }} behind. What reads from it sees old rows; a failover waits, or loses them.",
      fires: [
        { ...both, [lag(second)]: `${LAG_SECONDS + 10}x20` },
        { ...both, ...seen(LAG_SECONDS + 10) },
      ],
      silent: { ...both, [lag(second)]: `${LAG_SECONDS - 10}x20`, ...seen(LAG_SECONDS - 10) },
    }),
    alert("PostgresArchivingFailing", {
      expr: [
        `count by (${cluster}) (`,
        `  (increase(${archiveFailures()}[15m]) > ${ARCHIVE_FAILURES}`,
        `  or ${lastNotArchived()} > ${lastArchived()}`,
        `  or max without (value) (${archiveFiles({ value: "ready" })}) > ${ARCHIVE_FILES})`,
        `  * on (instance) group_left (cluster) ${answers()}`,
        ")",
      ].join("\n"),
      for: minutes(10),
      summary: `PostgreSQL cluster ${clusterNamed} can't archive its log`,
      description:
        "What is written now can't be restored, and the log stays on the volume until that is full. The instance's log says why.",
      fires: [failures.fires, archiver("9x100", "600x100", "540x100"), archiver("0x100", "-1x100", "600x100", `${ARCHIVE_FILES + 1}x100`)],
      // vmalert takes a first sample below ten for what has come just now
      silent: [...failures.silent, archiver("40x100", "600x100", "660x100", `${ARCHIVE_FILES}x100`)],
    }),
    alert("PostgresBackupOld", {
      // 0 where the operator makes none: then somebody else does, or nobody
      expr: `time() - (max by (${cluster}) (${ofCluster(backup())}) != 0) > ${hours(BACKUP_HOURS).seconds}`,
      inhibits: [{ alerts: ["PostgresBackupFailed"], sharing: [...namespace, "cluster"] }],
      summary: `The last backup of PostgreSQL cluster ${clusterNamed} is old`,
      description: "It was made {{ $value | humanizeDuration }} ago. Look at its Backup objects: the last one says what went wrong.",
      fires: after(minutes(BACKUP_HOURS * 60 + 2), {
        [answers({ ...first, cluster: "files-db" })]: "1x3600",
        [backup(first)]: "60x3600",
      }),
      silent: after(minutes(BACKUP_HOURS * 60 + 2), {
        [answers({ ...first, cluster: "files-db" })]: "1x3600",
        [answers({ ...first, pod: "notes-db-1", cluster: "notes-db" })]: "1x3600",
        [backup(first)]: "180x3600",
        [backup({ ...first, pod: "notes-db-1" })]: "0x3600",
      }),
    }),
    alert("PostgresBackupFailed", {
      // both are 0 until there was one
      expr: `time() - (max by (${cluster}) (${ofCluster(failedBackup())}) > max by (${cluster}) (${ofCluster(backup())}))`,
      summary: `A backup of PostgreSQL cluster ${clusterNamed} failed, and none was made since`,
      description:
        "That was {{ $value | humanizeDuration }} ago. Its Backup object says why: the store, its credentials, or the room there.",
      fires: { ...both, [failedBackup(first)]: "120x10", [backup(first)]: "60x10" },
      silent: { ...both, [failedBackup(first)]: "60x10", [backup(first)]: "60x10" },
    }),
    alert("PostgresConnectionsShort", {
      expr: [
        `sum by (${instance}) (${sessions()})`,
        `/ max by (${instance}) (${setting({ name: "max_connections" })}) > ${SESSION_SHARE}`,
      ].join("\n"),
      for: minutes(5),
      summary: `PostgreSQL instance ${named} has hardly a connection left`,
      description: "{{ $value | humanize }} of them are taken (1 is all); the next clients are turned away. See whose sessions are idle.",
      fires: used(100 * SESSION_SHARE + 1),
      silent: used(100 * SESSION_SHARE),
    }),
    alert("PostgresTransactionLong", {
      expr: `max by (${database}) (${transaction({ datname: not("") })}) > ${TRANSACTION_SECONDS}`,
      summary: `A transaction of database ${databaseNamed} does not end`,
      description: "It runs for {{ $value | humanizeDuration }}. Until it ends, what it locked waits and no old row is cleared away.",
      fires: { [transaction({ ...app, state: "idle in transaction" })]: `${TRANSACTION_SECONDS + 30}x10` },
      silent: {
        [transaction({ ...app, state: "idle in transaction" })]: `${TRANSACTION_SECONDS - 30}x10`,
        [transaction({ ...app, datname: "", application_name: "walreceiver", state: "active" })]: `${TRANSACTION_SECONDS * 2}x10`,
      },
    }),
    alert("PostgresSessionsBlocked", {
      expr: [
        `max by (${instance}) (${waiting()}) > ${WAITING}`,
        `or sum by (${instance}) (increase(${deadlocks()}[15m])) > ${DEADLOCKS}`,
      ].join("\n"),
      for: minutes(5),
      summary: `Sessions of PostgreSQL instance ${named} wait for one another`,
      description: "{{ $value | humanize }} that wait now, or deadlocks of a quarter of an hour. Find whom they all wait for.",
      fires: [{ [waiting(first)]: `${WAITING + 1}x20` }, locked.fires],
      silent: [{ [waiting(first)]: `${WAITING}x20` }, ...locked.silent],
    }),
    alert("PostgresFenced", {
      expr: `${fenced()} == 1`,
      for: minutes(5),
      inhibits: [{ alerts: ["PostgresInstanceDown"], sharing: target }],
      summary: `PostgreSQL instance ${named} is fenced`,
      description: "Somebody had it shut down, and the operator leaves it so. End the fencing once its volume has been looked at.",
      fires: { [fenced(first)]: "1x10" },
      silent: { [fenced(first)]: "0x10" },
    }),
    alert("PostgresFreezingLate", {
      expr: `max by (${database}) (${unfrozen()}) > ${UNFROZEN}`,
      summary: `Database ${databaseNamed} has not frozen its old transactions`,
      description:
        "{{ $value | humanize }} transactions are between; at two thousand million nothing can be written. Something stops the vacuum.",
      fires: { [unfrozen({ ...first, datname: "app" })]: `${UNFROZEN * 1.02}x10` },
      silent: { [unfrozen({ ...first, datname: "app" })]: `${UNFROZEN * 0.98}x10` },
    }),
  ]);
}
