import { ownAlerts } from "../../lib/alerts/rule";
import { toPrometheus } from "../../lib/duration";
import { parseExpression } from "../../lib/metrics/promql";
import { COMPONENTS } from "../../lib/site/component";
import { EXAMPLE } from "../checks/example";

const alerts = ownAlerts(EXAMPLE.rules).map(({ rule }) => rule);
const named = (name: string) => alerts.filter((rule) => rule.name === name);

/** The routing table of the specification, part 6, and the guards that we put beside it. */
const TABLE: readonly (readonly [name: string, severity: string, holds: string | undefined, threshold: RegExp])[] = [
  ["ProbeFailed", "critical", "5m", /^probe_success\{.*\} == 0$/],
  ["CertificateExpiring", "warning", undefined, /^probe_ssl_earliest_cert_expiry\{.*\} - time\(\) < 1209600$/],
  ["DeploymentUnavailable", "critical", "5m", /^kube_deployment_status_replicas_unavailable\{.*\} > 0$/],
  ["StatefulSetShort", "critical", "5m", /^kube_statefulset_status_replicas_ready\{.*\} < kube_statefulset_replicas\{.*\}$/],
  ["ContainerRestarting", "warning", undefined, /^rate\(kube_pod_container_status_restarts_total\{.*\}\[15m\]\) \* 60 > 0\.5$/],
  [
    "ContainerOOMKilled",
    "warning",
    undefined,
    /reason="OOMKilled"\} == 1\n.* time\(\) - kube_pod_container_status_last_terminated_timestamp\{.*\} < 3600\nor .*terminated_reason\{.*\} == 1\nunless .* offset 1h == 1$/,
  ],
  [
    "VolumeClaimFilling",
    "warning",
    undefined,
    /kubelet_volume_stats_used_bytes\{.*\} \/ kubelet_volume_stats_capacity_bytes\{.*\}\n\) > 0\.85$/,
  ],
  ["NodeMemoryStallPSI", "warning", "5m", /^rate\(node_pressure_memory_stalled_seconds_total\[5m\]\) > 0\.05$/],
  ["NodePressureMissing", "warning", "15m", /\(count\(node_pressure_memory_stalled_seconds_total\) or vector\(0\)\) < 3$/],
  ["KubeCPUOvercommit", "warning", "10m", /kube_node_status_allocatable\{resource="cpu"\}\) > 2$/],
  ["BatchJobStale", "warning", undefined, /^time\(\) - .*_last_run_timestamp_seconds.*\n> on \(job\) 2 \* /],
  ["BatchJobCadenceMissing", "warning", "30m", /_last_run_timestamp_seconds.* unless on \(job\)/],
  ["StorageBackupStale", "warning", undefined, /^storage_backup_age_days > 40$/],
  ["StorageBackupMissing", "warning", undefined, /^storage_backup_age_days == -1$/],
  ["StorageVolumeDegraded", "warning", "10m", /storage_volume_robustness\{state=""\} == 2\)/],
  ["StorageVolumeFaulted", "critical", undefined, /storage_volume_robustness\{state=""\} == 3\)/],
  ["StorageVolumeReadOnlyRemount", "critical", "2m", /storage_volume_file_system_read_only == 1/],
  ["RelayDown", "critical", "5m", /up\{job="relay"\}\) or vector\(0\)\) == 0$/],
  ["RelayPostFailing", "critical", "15m", /outcome="failed"\}\[10m\]\)\) > 0$/],
  ["RelayAlertsRejected", "critical", undefined, /outcome="rejected"\}\[15m\]\)\) > 0$/],
  ["RelayBufferOverflow", "warning", "2m", /buffer_available_space_ratio\{.*\}\) < 20$/],
  ["StatusPageAdapterDown", "warning", "5m", /up\{job="status-page"\}\) or vector\(0\)\) == 0$/],
  ["StatusPageStuck", "warning", "5m", /status_page_last_success_timestamp_seconds > 600$/],
  ["StatusPageComponentMissing", "warning", "10m", /status_page_component_missing == 1/],
  ["DeadManDown", "critical", "5m", /up\{job="dead-man"\}\) or vector\(0\)\) == 0$/],
  ["DeadManPingFailing", "critical", "5m", /outcome="failed"\}\[10m\]\)\) > 0 unless/],
  ["BoilerBridgeDown", "warning", "5m", /up\{job="boiler-bridge"\}\) or vector\(0\)\) == 0$/],
  ["BoilerCloudUnreachable", "warning", undefined, /^time\(\) - boiler_bridge_last_read_timestamp_seconds\{.*\} > 3600 and on .* == 1$/],
  ["BoilerCommandUnconfirmed", "warning", undefined, /state=~"unconfirmed\|reverted\|unknown"\}\[15m\]\)\) > 0$/],
  ["BoilerSentinelSeen", "warning", "5m", /^boiler_bridge_sentinel\{.*\} == 1$/],
  ["BoilerRateLimited", "warning", "15m", /^boiler_bridge_rate_limited\{.*\} == 1$/],
  ["BoilerLoginRefused", "warning", "15m", /^boiler_bridge_login_refused\{.*\} == 1$/],
  ["BoilerHomeAssistantUnreachable", "warning", "15m", /^boiler_bridge_home_assistant_connected\{.*\} == 0$/],
  ["BoilerEnergyNotAdvancing", "warning", undefined, /flame\{.*\}\[30m\]\) == 1\n.*energy_kwh_total\{.*\}\[30m\]\) == 0\n.* >= 2$/],
  ["WatchdogOps", "info", undefined, /^vector\(1\)$/],
];

describe.each(TABLE)("%s", (name, severity, holds, threshold) => {
  test(`is ${severity}, ${holds === undefined ? "at once" : `after ${holds}`}, at its threshold`, () => {
    const found = named(name).map((rule) => [rule.severity, rule.for && toPrometheus(rule.for)]);
    expect(found).not.toEqual([]);
    expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify([severity, holds])]));
    for (const { expr } of named(name)) expect(expr).toMatch(threshold);
  });
});

test("no alert stands outside the table", () => {
  expect([...new Set(alerts.map(({ name }) => name))].sort()).toEqual(TABLE.map(([name]) => name).sort());
});

test("a name and a component make an alert one of a kind, the detectors' included", () => {
  const detected = EXAMPLE.detectors.map(({ alert }) => `${alert} of any component`);
  const keys = [...alerts.map(({ name, component }) => `${name} of ${component}`), ...detected];
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  expect(alerts.filter(({ name }) => EXAMPLE.detectors.some(({ alert }) => alert === name))).toEqual([]);
});

test("names are CamelCase", () => {
  expect(
    [...alerts.map(({ name }) => name), ...EXAMPLE.detectors.map(({ alert }) => alert)].filter(
      (name) => !/^([A-Z][A-Za-z0-9]+){2,}$/.test(name),
    ),
  ).toEqual([]);
});

test("every component is one of the ten, and `?` is none", () => {
  const components = new Set(alerts.map(({ component }) => component));
  expect([...components].filter((component) => !(COMPONENTS as readonly string[]).includes(component))).toEqual([]);
  expect(components).not.toContain("?");
});

test("every component has its probe and its certificate watched", () => {
  for (const name of ["ProbeFailed", "CertificateExpiring"]) {
    expect(
      named(name)
        .map(({ component }) => component)
        .sort(),
    ).toEqual([...COMPONENTS].sort());
  }
  for (const { component, expr } of named("ProbeFailed")) expect(expr).toContain(`{component="${component}"}`);
});

test.each(["StorageBackupStale", "StorageBackupMissing", "StorageVolumeDegraded", "StorageVolumeFaulted"])(
  "%s belongs to Backups",
  (name) => {
    expect(named(name).map(({ component }) => component)).toEqual(["Backups"]);
  },
);

test("the heartbeat is looked at often enough for a ping every four minutes", () => {
  const intervals = EXAMPLE.rules.flatMap(({ area, groups }) =>
    area === "watchdog" ? groups.map(({ interval }) => interval?.seconds) : [],
  );
  // the evaluator renews an alert for four intervals
  expect(intervals.map((interval = 0) => interval > 0 && interval * 4 <= 240)).toEqual([true]);
});

describe("a proof", () => {
  test.each(alerts.map((rule) => [`${rule.name} of ${rule.component}`, rule] as const))(
    "of %s reads the series of the expression",
    (_, rule) => {
      const { selectors } = parseExpression(rule.expr);
      const patterns = selectors.map((one) => new RegExp(`^(?:${"name" in one ? one.name : one.namePattern})$`));
      const proven = [...rule.proof.fires, ...rule.proof.silent].flatMap(({ series }) =>
        Object.keys(series).map((key) => key.replace(/\{.*$/, "")),
      );
      const isRead = (name: string) => patterns.length === 0 || patterns.some((pattern) => pattern.test(name));
      // `up` stands for "something else is there" where the absence of a series is the condition
      expect(proven.filter((name) => name !== "up" && !isRead(name))).toEqual([]);
    },
  );

  test("shows a near miss for every alert but the heartbeat", () => {
    expect(alerts.filter(({ proof }) => proof.silent.length === 0).map(({ name }) => name)).toEqual(["WatchdogOps"]);
    expect(alerts.filter(({ proof }) => proof.fires.length === 0)).toEqual([]);
  });

  test("with a `for` looks too early once, or shows the condition interrupted", () => {
    const held = alerts.filter((rule) => rule.for !== undefined);
    const early = held.filter(({ for: holds, proof }) => proof.silent.some(({ after }) => after.seconds < (holds?.seconds ?? 0)));
    const names = new Set(early.map(({ name }) => name));
    expect([...names]).toEqual(expect.arrayContaining(["ProbeFailed", "DeploymentUnavailable", "StatefulSetShort", "RelayDown"]));
  });
});
