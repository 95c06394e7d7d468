import type { Stream } from "../../../../lib/logs/stream";

const at = "2026-11-02T10:00:00.250Z";
const pod = (namespace_name: string, pod_name: string, labels: Readonly<Record<string, string>>, container_name = "app") => ({
  stream: "stdout",
  time: at,
  kubernetes: { namespace_name, pod_name, container_name, host: "node-2", labels },
});

export const podLogs = {
  name: "pod_logs",
  what: "lines of pods, of the nodes' journals and of other files of theirs",
  source: "aggregator",
  program: "components/log-router/streams/pod-logs/program.vrl",
  columns: {
    log_level: { type: "text", what: "trace, debug, info, warn, error or fatal, by whatever name the line has it" },
    trace_id: { type: "text", what: "of the trace it belongs to: 32 hexadecimal digits in small letters" },
    span_id: { type: "text", what: "of the span it belongs to: 16 hexadecimal digits in small letters" },
    unit: { type: "text", what: "of a journal line, the unit; where there is none, who wrote" },
    priority: { type: "integer", what: "of a journal line, from 0 (emergency) to 7 (debug)" },
  },
  // everything that runs writes here
  retentionDays: 30,
  busy: { recordsPerSecond: 200, bytesPerRecord: 900 },
  samples: [
    {
      record: {
        log: 'time="2026-11-02T10:00:00Z" level=warning msg="slow answer, level=debug" trace_id=7B1F0C5A2E934D68A1B2C3D4E5F60718 span_id=00F067AA0BA902B7',
        ...pod("notes", "editor-6d8b9f7c45-k2xwq", { "pod-template-hash": "6d8b9f7c45", "app.kubernetes.io/name": "anything" }),
      },
      columns: {
        namespace: "notes",
        service_name: "editor",
        node: "node-2",
        pod: "editor-6d8b9f7c45-k2xwq",
        log_level: "warn",
        trace_id: "7b1f0c5a2e934d68a1b2c3d4e5f60718",
        span_id: "00f067aa0ba902b7",
      },
    },
    {
      record: {
        message: '{"lvl":"x","level":"ERROR","msg":"no answer","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}',
        ...pod("git", "forge-0", { "statefulset_kubernetes_io/pod-name": "forge-0", "controller-revision-hash": "forge-7c9d8b6f5" }),
      },
      columns: { service_name: "forge", log_level: "error", trace_id: "4bf92f3577b34da6a3ce929d0e0e4736", span_id: "00f067aa0ba902b7" },
    },
    {
      record: {
        log: "W1102 10:00:00.250000       1 reflector.go:561] failed to list: timeout",
        ...pod("storage", "volume-plugin-x7k2m", { "controller-revision-hash": "5b8d9f6c7", "pod-template-generation": "4" }),
      },
      columns: { service_name: "volume-plugin", log_level: "warn" },
    },
    {
      record: {
        log: "FATAL: nothing to copy",
        ...pod("backups", "offsite-29384755-w4t2k", { "batch.kubernetes.io/job-name": "offsite-29384755", "job-name": "offsite-29384755" }),
      },
      columns: { service_name: "offsite", log_level: "fatal" },
    },
    {
      record: {
        log: '{"level":"info","ts":"2026-11-02T10:00:00Z","logger":"postgres","msg":"record","record":{"error_severity":"ERROR","message":"relation does not exist"}}',
        ...pod("databases", "people-2", { "cnpg.io/cluster": "people", "cnpg.io/instanceName": "people-2" }, "postgres"),
      },
      columns: { service_name: "people", log_level: "error" },
    },
    {
      record: {
        log: '{"component":"virt-launcher","level":"info","msg":"domain started","timestamp":"2026-11-02T10:00:00.25Z"}',
        ...pod(
          "remote-access",
          "virt-launcher-desktop-9xk4z",
          { "kubevirt.io": "virt-launcher", "vm.kubevirt.io/name": "desktop" },
          "compute",
        ),
      },
      columns: { service_name: "desktop", log_level: "info" },
    },
    {
      record: {
        log: "2026/11/02 10:00:00 [info] 31#31: *77 ModSecurity: Warning. Matched \"Operator `Rx' with parameter `a' against variable `ARGS:q' (Value: `ModSecurity: Access denied' )",
        ...pod("ingress-nginx", "ingress-nginx-controller-5d9f8c7b6-x2w4q", { "pod-template-hash": "5d9f8c7b6" }, "controller"),
      },
      columns: { service_name: "ingress-nginx-controller", log_level: "info", modsec_kind: undefined },
    },
    {
      record: {
        log: '{"MESSAGE":"Out of memory: Killed process 4711 (indexer)","PRIORITY":"3","_TRANSPORT":"kernel","SYSLOG_IDENTIFIER":"kernel","_HOSTNAME":"node-3","_BOOT_ID":"6f0c"}',
        ...pod("logging", "host-tailer-q8x2z", {}, "journal"),
      },
      columns: {
        log: "Out of memory: Killed process 4711 (indexer)",
        service_name: "kernel",
        node: "node-3",
        unit: "kernel",
        log_level: "error",
      },
    },
    {
      record: { MESSAGE: "Accepted publickey for ops", PRIORITY: "6", _SYSTEMD_UNIT: "ssh.service", _HOSTNAME: "node-1", time: at },
      columns: { log: "Accepted publickey for ops", service_name: "ssh", node: "node-1", unit: "ssh.service", log_level: "info" },
    },
  ],
} as const satisfies Stream;
