import { days } from "../../lib/duration";
import { ahead, around, lately, never, since, still } from "../../lib/world/course";
import { absent, each, eachBy, healthy, oneOf, type Target } from "../../lib/world/healthy";
import { blackboxSeries, pushedSeries, volumeStorageSeries } from "./series";

/** What a probe of that kind gives, and nobody else. */
const of = (target: Target, ...kinds: string[]) => {
  const { component, instance = "" } = target.labels;
  const kind = component === undefined ? "itself" : instance.startsWith("https:") ? "http" : instance.endsWith(":53") ? "dns" : "tcp";
  return <Course extends object>(course: Course): (readonly [Record<never, string>, Course])[] =>
    kinds.includes(kind) ? [[{}, course]] : [];
};

export const blackboxHealthy = healthy(
  blackboxSeries,
  (_, target) => {
    const itself = of(target, "itself");
    const probed = of(target, "http", "tcp", "dns");
    const http = of(target, "http");
    const tls = of(target, "http", "tcp");
    const dns = of(target, "dns");
    const phases = (on: typeof http, ...names: string[]) =>
      names.flatMap((phase) => on(around(0.02, 0.01)).map(([, course]) => [{ phase }, course] as const));
    return {
      blackbox_exporter_config_last_reload_successful: itself(still(1)),
      blackbox_module_unknown_total: itself(never),
      probe_success: probed(still(1)),
      probe_duration_seconds: probed(around(0.08, 0.05)),
      probe_dns_lookup_time_seconds: probed(around(0.004, 0.003)),
      probe_ip_addr_hash: probed(still(2_541_226_714)),
      probe_ip_protocol: probed(still(4)),
      probe_http_content_length: http(still(-1)),
      probe_http_duration_seconds: phases(http, "resolve", "connect", "tls", "processing", "transfer"),
      probe_http_last_modified_timestamp_seconds: http(since(days(40))),
      probe_http_redirects: http(still(0)),
      probe_http_ssl: http(still(1)),
      probe_http_status_code: http(still(200)),
      probe_http_version: http(still(1.1)),
      probe_failed_due_to_regex: tls(still(0)),
      probe_ssl_earliest_cert_expiry: tls(ahead(days(61))),
      probe_ssl_last_chain_expiry_timestamp_seconds: tls(ahead(days(61))),
      probe_ssl_last_chain_info: tls(still(1)).map(([, course]) => [
        { fingerprint_sha256: "00a1", issuer: "CN=R11", serialnumber: "03ab", subject: "CN=example.org" },
        course,
      ]),
      probe_tls_cipher_info: http(still(1)).map(([, course]) => [{ cipher: "TLS_AES_128_GCM_SHA256" }, course]),
      probe_tls_version_info: tls(still(1)).map(([, course]) => [{ version: "TLS 1.3" }, course]),
      probe_dns_answer_rrs: dns(still(1)),
      probe_dns_duration_seconds: phases(dns, "resolve", "connect", "request"),
      probe_dns_query_succeeded: dns(still(1)),
      probe_dns_serial: absent("the module asks for an address, not for the zone's serial number"),
      probe_icmp_duration_seconds: absent("no component is probed by ICMP alone"),
    };
  },
  {
    targets: ({ probes }) => [
      { labels: { instance: "blackbox-exporter" } },
      ...probes.map(({ target: instance, component }) => ({ labels: { instance, component } })),
    ],
  },
);

export const pushedHealthy = healthy(
  pushedSeries,
  ({ jobs, claims }) => {
    const job = ({ name }: (typeof jobs)[number]) => ({ job: name });
    const groups = [...jobs, { name: "cadence-map", every: days(1), namespace: "" }];
    return {
      push_time_seconds: each(groups, job, ({ every }) => lately(every)),
      push_failure_time_seconds: each(groups, job, still(0)),
      scheduler_schedule_interval_seconds: each(
        jobs,
        // one of them pushes its own
        ({ name }) => (name === "backup-database" ? { job: name } : { job: "cadence-map", script: name }),
        ({ every }) => still(every.seconds),
      ),
      backup_age_last_run_timestamp_seconds: each(
        jobs.filter(({ name }) => name === "backup-age"),
        job,
        ({ every }) => lately(every),
      ),
      storage_backup_age_days: each(claims, ({ volume }) => ({ job: "backup-age", volume }), around(1, 0.5)),
    };
  },
  {
    targets: ({ site }) => [
      { labels: { namespace: site.namespaces.monitoring, service: "pushgateway", endpoint: "http", pod: "pushgateway-0" } },
    ],
  },
);

const VOLUME_STATES = ["unknown", "creating", "attached", "detached", "attaching", "detaching", "deleting"] as const;
const ROBUSTNESS = ["unknown", "healthy", "degraded", "faulted"] as const;

export const volumeStorageHealthy = healthy(volumeStorageSeries, ({ nodes, claims, seed }) => {
  // half of the worlds have a release before 1.11: one series with a number, and not one for each state
  const isNumbered = seed % 2 === 0;
  const volume = ({ volume: name, pod, name: pvc, namespace: pvc_namespace }: (typeof claims)[number]) => ({
    volume: name,
    node: pod.node.name,
    pvc,
    pvc_namespace,
  });
  const backup = ({ volume: name }: (typeof claims)[number]) => ({
    backup: `backup-${name.slice(-12)}`,
    volume: name,
    recurring_job: "daily",
  });
  const node = ({ name }: (typeof nodes)[number]) => ({ node: name });
  const disk = ({ name }: (typeof nodes)[number]) => ({ node: name, disk: `disk-${name}` });
  const [gib, space] = [2 ** 30, 500 * 2 ** 30];
  return {
    storage_volume_actual_size_bytes: each(claims, volume, ({ bytes }) => around(0.6 * bytes, 0.02 * bytes)),
    storage_volume_capacity_bytes: each(claims, volume, ({ bytes }) => still(bytes)),
    storage_volume_file_system_read_only: absent("no filesystem is read-only that should not be"),
    storage_volume_last_backup_at: each(claims, volume, lately(days(1))),
    storage_volume_robustness: isNumbered ? each(claims, volume, still(1)) : eachBy(claims, volume, "state", oneOf(ROBUSTNESS, "healthy")),
    storage_volume_state: isNumbered ? each(claims, volume, still(2)) : eachBy(claims, volume, "state", oneOf(VOLUME_STATES, "attached")),
    storage_volume_read_iops: each(claims, volume, around(4, 3)),
    storage_volume_read_latency: each(claims, volume, around(600_000)),
    storage_volume_read_throughput: each(claims, volume, around(100_000, 50_000)),
    storage_volume_write_iops: each(claims, volume, around(12, 6)),
    storage_volume_write_latency: each(claims, volume, around(2_000_000)),
    storage_volume_write_throughput: each(claims, volume, around(200_000, 90_000)),
    storage_engine_rebuild_progress: absent("no replica is being rebuilt"),
    storage_backup_actual_size_bytes: each(claims, backup, ({ bytes }) => still(0.5 * bytes)),
    storage_backup_state: each(claims, backup, still(3)),
    storage_snapshot_actual_size_bytes: each(
      claims,
      ({ volume: name }) => ({ snapshot: `daily-${name.slice(-12)}`, volume: name, user_created: "false" }),
      around(gib / 4),
    ),
    storage_node_count_total: still(nodes.length),
    storage_node_status: eachBy(nodes, node, "condition", {
      ready: still(1),
      mountPropagation: still(1),
      allowScheduling: still(1),
      schedulable: still(1),
    }),
    storage_node_storage_capacity_bytes: each(nodes, node, still(space)),
    storage_node_storage_reservation_bytes: each(nodes, node, still(0.3 * space)),
    storage_node_storage_usage_bytes: each(nodes, node, around(0.4 * space, gib)),
    storage_disk_capacity_bytes: each(nodes, disk, still(space)),
    storage_disk_reservation_bytes: each(nodes, disk, still(0.3 * space)),
    storage_disk_status: eachBy(nodes, disk, "condition", { ready: still(1), schedulable: still(1) }),
    storage_disk_usage_bytes: each(nodes, disk, around(0.4 * space, gib)),
    storage_instance_manager_cpu_usage_millicpu: each(
      nodes,
      ({ name }) => ({ node: name, instance_manager: `instance-manager-${name}`, instance_manager_type: "aio" }),
      around(90, 40),
    ),
    storage_manager_memory_usage_bytes: each(
      nodes,
      ({ name }) => ({ node: name, manager: `longhorn-manager-${name}` }),
      around(150 * 2 ** 20),
    ),
  };
});
