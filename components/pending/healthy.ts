import { MIB } from "../../lib/bytes";
import { days } from "../../lib/duration";
import { ahead, around, type Counting, counts, lately, never, since, still, taking } from "../../lib/world/course";
import { absent, each, healthy, type Target, told } from "../../lib/world/healthy";
import { blackboxSeries } from "./series/blackbox";
import { dashboardsSeries } from "./series/dashboards";
import { logRouterSeries } from "./series/log-router";
import { pushedSeries } from "./series/pushed";
import { snmpSeries } from "./series/snmp";
import { tracesSeries } from "./series/traces";

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

/** Asked at its own `/metrics`. */
const SNMP_EXPORTER = "snmp-exporter";
/** One of each kind. */
const DEVICES = { switch: "192.0.2.2", accessPoint: "192.0.2.3", server: "192.0.2.4" };
const PORTS = [
  { ifIndex: "1", ifDescr: "GigabitEthernet1/0/1", ifName: "Gi1/0/1", ifAlias: "uplink", octets: 500_000 },
  { ifIndex: "2", ifDescr: "GigabitEthernet1/0/2", ifName: "Gi1/0/2", octets: 100_000 },
];

export const snmpHealthy = healthy(
  snmpSeries,
  (_, { labels: { instance } }) => {
    const where =
      (isMeant: boolean) =>
      <const Labels, Course extends object>(labels: Labels, course: Course): (readonly [Labels, Course])[] =>
        isMeant ? [[labels, course]] : [];
    const [itself, device] = [where(instance === SNMP_EXPORTER), where(instance !== SNMP_EXPORTER)];
    const asked = <Course extends object>(course: Course) => device({ module: "if_mib" }, course);
    const ports = <Course extends object>(course: Course | ((port: (typeof PORTS)[number]) => Course)) =>
      instance === SNMP_EXPORTER ? [] : each(PORTS, ({ octets: _octets, ...labels }) => labels, course);
    const ofSwitch = where(instance === DEVICES.switch);
    const ofPoint = where(instance === DEVICES.accessPoint);
    const ofServer = where(instance === DEVICES.server);
    const pool = { ciscoMemoryPoolType: "1", ciscoMemoryPoolName: "Processor" };
    const point = { aiAPMACAddress: "02:00:00:00:00:01", aiAPName: "hall" };
    const radio = { aiRadioAPMACAddress: "02:00:00:00:00:01", aiRadioIndex: "0" };
    const sensor = { cpqHeTemperatureChassis: "0", cpqHeTemperatureIndex: "1" };
    return {
      snmp_scrape_duration_seconds: asked(around(0.8, 0.3)),
      snmp_scrape_pdus_returned: asked(still(420)),
      snmp_scrape_walk_duration_seconds: asked(around(0.7, 0.3)),
      snmp_packet_retries_total: itself({}, counts(1 / 3600)),
      snmp_request_errors_total: itself({}, never),
      snmp_unexpected_pdu_type_total: itself({}, never),

      sysUpTime: device({}, counts(100)),
      ifAdminStatus: ports(still(1)),
      ifOperStatus: ports(still(1)),
      ifLastChange: ports(still(4200)),
      ifHighSpeed: ports(still(1000)),
      ifHCInOctets: ports(({ octets }) => counts(octets)),
      ifHCOutOctets: ports(({ octets }) => counts(octets / 2)),
      ifHCInUcastPkts: ports(({ octets }) => counts(octets / 800)),
      ifHCOutUcastPkts: ports(({ octets }) => counts(octets / 1600)),
      ifInErrors: ports(never),
      ifOutErrors: ports(never),
      ifInDiscards: ports(never),
      ifOutDiscards: ports(never),

      cpmCPUTotal5minRev: ofSwitch({ cpmCPUTotalIndex: "1" }, around(12, 4)),
      ciscoMemoryPoolUsed: ofSwitch(pool, around(150 * MIB, 5 * MIB)),
      ciscoMemoryPoolFree: ofSwitch(pool, around(250 * MIB, 5 * MIB)),
      ciscoEnvMonTemperatureStatusValue: ofSwitch(
        { ciscoEnvMonTemperatureStatusIndex: "1006", ciscoEnvMonTemperatureStatusDescr: "SW#1, Sensor#1, GREEN" },
        around(41, 3),
      ),

      aiAPCPUUtilization: ofPoint(point, around(10, 5)),
      aiAPMemoryFree: ofPoint(point, around(220 * MIB, 10 * MIB)),
      aiAPTotalMemory: ofPoint(point, still(512 * MIB)),
      aiRadioTransmitPower: ofPoint(radio, still(18)),
      aiRadioNoiseFloor: ofPoint(radio, around(94, 2)),
      aiRadioUtilization64: ofPoint(radio, around(15, 8)),
      aiClientSNR: ofPoint({ aiClientMACAddress: "02:00:00:00:01:01" }, around(42, 5)),

      cpqHeTemperatureCelsius: ofServer(sensor, around(24, 2)),
      cpqHeTemperatureCondition: ofServer(sensor, still(2)),
      cpqHeFltTolFanCondition: ofServer({ cpqHeFltTolFanChassis: "0", cpqHeFltTolFanIndex: "1" }, still(2)),
      cpqHeFltTolPowerSupplyCondition: ofServer({ cpqHeFltTolPowerSupplyChassis: "0", cpqHeFltTolPowerSupplyBay: "1" }, still(2)),
    };
  },
  { targets: () => [SNMP_EXPORTER, ...Object.values(DEVICES)].map((instance) => ({ labels: { instance } })) },
);

export const dashboardsHealthy = healthy(dashboardsSeries, () => ({
  grafana_build_info: told(["13.0.0"], (version) => ({ version, edition: "oss", branch: "HEAD", revision: "0", goversion: "go1.25" })),
  grafana_http_request_duration_seconds: each(
    ["/api/health", "/api/ds/query", "/d/:uid/:slug"],
    (handler) => ({ handler, method: "GET", status_code: "200", status_source: "server", slo_group: "high-fast" }),
    taking(0.05, 0.03),
  ),
  grafana_datasource_request_total: each(
    ["metrics", "logs"],
    (datasource) => ({ datasource, code: "200", method: "POST", datasource_type: "prometheus", secure_socks_ds_proxy_enabled: "false" }),
    counts(0.1),
  ),
  grafana_database_conn_open: around(3, 2),
  grafana_stat_active_users: still(2),
  grafana_stat_total_users: still(5),
  grafana_stat_totals_dashboard: still(24),
  grafana_stat_totals_folder: still(4),
}));

/** Its parts, one behind the other. */
const PARTS = {
  source: { component_id: "syslog", component_kind: "source", component_type: "syslog" },
  transform: { component_id: "parse", component_kind: "transform", component_type: "remap" },
  sink: { component_id: "store", component_kind: "sink", component_type: "elasticsearch" },
};

/** It began, and never again since. */
const once: Counting = { goes: "up", at: () => 1 };

export const logRouterHealthy = healthy(logRouterSeries, (_, { labels: { instance: host } }) => {
  const parts = <Course extends object>(course: Course, ...names: (keyof typeof PARTS)[]) =>
    each(names, (name) => ({ ...PARTS[name], host }), course);
  const all = <Course extends object>(course: Course) => parts(course, "source", "transform", "sink");
  const sink = { ...PARTS.sink, host };
  const buffer = { ...sink, buffer_id: PARTS.sink.component_id, buffer_type: "disk", stage: "0" };
  return {
    vector_component_received_events_total: all(counts(20)),
    vector_component_received_event_bytes_total: all(counts(8000)),
    vector_component_sent_events_total: all(counts(20)),
    vector_component_sent_bytes_total: [[{ ...sink, endpoint: "http://log-store:9428", protocol: "http" }, counts(3000)]],
    vector_component_errors_total: absent("nothing has failed"),
    vector_component_discarded_events_total: absent("nothing was thrown away"),
    vector_source_lag_time_seconds: parts(taking(20, 0.3), "source"),
    vector_http_server_requests_received_total: absent("no source is asked over HTTP"),
    vector_http_server_responses_sent_total: absent("no source is asked over HTTP"),
    vector_http_client_responses_total: [[{ ...sink, status: "200" }, counts(0.5)]],
    vector_http_client_errors_total: absent("every request got an answer"),
    vector_buffer_size_events: [[buffer, around(15, 12)]],
    vector_buffer_size_bytes: [[buffer, around(9000, 7000)]],
    vector_buffer_max_size_bytes: [[buffer, still(2 ** 30)]],
    vector_utilization: all(around(0.06, 0.04)),
    vector_started_total: [[{ host }, once]],
    vector_uptime_seconds: [[{ host }, counts(1)]],
  };
});

export const tracesHealthy = healthy(tracesSeries, () => {
  const received = <Course extends object>(course: Course) =>
    each(["grpc", "http"], (transport) => ({ receiver: "otlp", transport }), course);
  const exporter = {
    exporter: "otlphttp",
    server_address: "trace-store",
    server_port: "10428",
    url_path: "/insert/opentelemetry/v1/traces",
  };
  const queue = { exporter: "otlphttp", data_type: "traces" };
  return {
    otelcol_receiver_accepted_spans: received(counts(5)),
    otelcol_receiver_refused_spans: absent("no span was refused"),
    otelcol_receiver_failed_spans: absent("no span has failed"),
    otelcol_processor_memory_limiter_accepted_spans: [[{ processor: "memory_limiter" }, counts(10)]],
    otelcol_processor_memory_limiter_refused_spans: absent("there was always memory"),
    otelcol_processor_batch_batch_send_size: [[{ processor: "batch" }, taking(0.2, 50, { bounds: [10, 25, 50, 75, 100, 250, 500, 1000] })]],
    otelcol_exporter_sent_spans: [[exporter, counts(10)]],
    otelcol_exporter_send_failed_spans: absent("all was sent"),
    otelcol_exporter_enqueue_failed_spans: absent("the queue was never full"),
    otelcol_exporter_queue_size: [[queue, still(0)]],
    otelcol_exporter_queue_capacity: [[queue, still(1000)]],
    otelcol_process_cpu_seconds: counts(0.01),
    otelcol_process_memory_rss: around(110 * MIB, 10 * MIB),
    otelcol_process_uptime: counts(1),
  };
});
