import { GIB, MIB } from "../../lib/bytes";
import { days } from "../../lib/duration";
import { heartbeatNames } from "../../lib/heartbeat";
import type { Cluster } from "../../lib/world/cluster";
import { around, counts, daysSince, lately, still } from "../../lib/world/course";
import { absent, each, type HealthyValues, healthy, told } from "../../lib/world/healthy";
import { pushedSeries, pushgatewaySeries } from "./series";

const TARGETS = ["object-store", "off-site"];
const SYSTEMS = ["router", "switch"];

type All = HealthyValues<typeof pushedSeries>;
type OfRuns = Pick<All, Extract<keyof All, `${string}_last_run_${string}`>>;

/** What every job tells of its runs. */
function runs(jobs: Cluster["jobs"]): OfRuns {
  const told = jobs.flatMap(({ name, every }) => {
    const { lastRun, success } = heartbeatNames(name);
    return [[lastRun, [[{ job: name }, lately(every)]]] as const, [success, [[{ job: name }, still(1)]]] as const];
  });
  const all = Object.keys(pushedSeries).filter((name) => /_last_run_(?:timestamp_seconds|success)$/.test(name));
  const entries = [...all.map((name) => [name, absent("its job is off")] as const), ...told];
  // each job has two of its own name, as its catalogue has
  return Object.fromEntries(entries) as unknown as OfRuns;
}

/** Where its job runs, and it does at every site. */
const listOf = <Values>(values: Values) => values as Extract<Values, readonly unknown[]>;

export const pushedHealthy = healthy(pushedSeries, ({ jobs, claims, databases }) => {
  const job = ({ name }: (typeof jobs)[number]) => ({ job: name });
  const telling = jobs.filter(({ tells }) => tells === "as-ours");
  // what somebody else's tells has whatever name, which here is that of one of ours
  const others = jobs.filter(({ tells }) => tells === "as-others");
  const inCluster = jobs.filter(({ isOutside }) => isOutside !== true);
  const { cadence_map_last_run_timestamp_seconds: lastRun, cadence_map_last_run_success: success, ...ours } = runs(telling);
  return {
    ...ours,
    cadence_map_last_run_timestamp_seconds: [...listOf(lastRun), ...each(others, job, ({ every }) => lately(every))],
    cadence_map_last_run_success: [...listOf(success), ...each(others, job, still(1))],
    push_time_seconds: each([...telling, ...others], job, ({ every }) => lately(every)),
    push_failure_time_seconds: each([...telling, ...others], job, still(0)),
    scheduler_schedule_interval_seconds: [
      ...each(
        inCluster.filter(({ isSuspended }) => isSuspended !== true),
        ({ name }) => ({ job: "cadence-map", script: name }),
        ({ every }) => still(every.seconds),
      ),
      // some push their own
      ...each([...telling, ...others], job, ({ every }) => still(every.seconds)),
    ],
    scheduler_cronjob_info: each(
      inCluster,
      ({ namespace, name }) => ({ job: "cadence-map", namespace, cronjob: name, runs: name }),
      still(1),
    ),
    storage_backup_age_days: each(claims, ({ volume }) => ({ job: "backup-age", volume }), daysSince(days(1))),
    database_backup_age_days: each(
      databases,
      ({ namespace, name }) => ({ job: "backup-database", database: `${namespace}/${name}` }),
      daysSince(days(1)),
    ),
    configuration_backup_age_days: each(SYSTEMS, (system) => ({ job: "backup-configuration", system }), daysSince(days(4))),
    nas_snapshot_age_days: each(["documents", "photos"], (share) => ({ job: "backup-nas", share }), daysSince(days(1))),
    offsite_copy_age_days: each(["volumes", "nas"], (source) => ({ job: "backup-offsite", source }), daysSince(days(2))),
    object_store_objects: each(["volume-backups", "photos"], (bucket) => ({ job: "backup-object-store", bucket }), around(48_000, 400)),
    backup_size_bytes: each(SYSTEMS, (backup) => ({ job: "backup-configuration", backup }), around(300 * MIB, 5 * MIB)),
    backup_target_capacity_bytes: each(TARGETS, (target) => ({ job: "backup-volumes", target }), still(4000 * GIB)),
    backup_target_free_bytes: each(TARGETS, (target) => ({ job: "backup-volumes", target }), around(1800 * GIB, 20 * GIB)),
    log_store_drift: [[{ job: "log-store-settings" }, still(0)]],
    certificate_inventory_days_left: each(["directory", "switch"], (certificate) => ({ job: "certificate-check", certificate }), still(61)),
  };
});

export const pushgatewayHealthy = healthy(pushgatewaySeries, () => ({
  pushgateway_build_info: told(["1.11.3"], (version) => ({ version, goversion: "go1.26", goos: "linux", goarch: "amd64" })),
  pushgateway_http_requests_total: each(["post", "put"], (method) => ({ code: "200", handler: "push", method }), counts(1 / 3600)),
}));
