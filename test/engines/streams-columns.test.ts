import { describeEngines } from "./engine";
import { becomes, of } from "./stream-table";
import type { LogRecord } from "./vrl";

describeEngines(["vrl"], "pod_logs: the level of a line", () => {
  const levels: readonly (readonly [string, string | undefined])[] = [
    ['{"level":"WARNING","msg":"x"}', "warn"],
    ['{"level":30,"msg":"pino"}', "info"],
    ['{"level":50,"msg":"pino"}', "error"],
    ['{"severity":"CRITICAL"}', "fatal"],
    ['{"log.level":"error","@timestamp":"2026-11-02T10:00:00Z"}', "error"],
    ['{"log":{"level":"debug"}}', "debug"],
    ['{"level":"info","msg":"record","record":{"error_severity":"LOG"}}', "info"],
    ['{"level":"info","msg":"record","record":{"error_severity":"FATAL"}}', "fatal"],
    ['{"level":"info","msg":"record","record":{"error_severity":"DEBUG3"}}', "debug"],
    ['{"level":"loud"}', undefined],
    ['{"level":{"deep":1}}', undefined],
    ['{"level":"error"', undefined],
    ['{"error_severity":"PANIC","message":"no operator around it"}', "fatal"],
    ["2026-11-02T10:00:00Z level=warn msg=x", "warn"],
    ["info starting", "info"],
    ["Info on how to start", undefined],
    ["2026-11-02T10:00:00.123456Z 0 [Warning] [MY-010068] [Server] CA certificate", "warn"],
    ["WARN[0000] of a terminal", "warn"],
    ["level=debug msg=x", "debug"],
    ['msg="level=error in words" lvl=info', "info"],
    ['ts=2026-11-02T10:00:00Z caller=main.go:1 level=error err="x"', "error"],
    ["the message says level=error somewhere", undefined],
    ["E1102 10:00:00.000001       1 main.go:1] boom", "error"],
    ["F1102 10:00:00.000001    4711 main.go:1] boom", "fatal"],
    ["2026/11/02 10:00:00 [crit] 31#31: *1 open() failed", "fatal"],
    ["2026/11/02 10:00:00 [notice] 1#1: start worker", "info"],
    ["[Mon Nov 02 10:00:00.123456 2026] [core:error] [pid 7] x", "error"],
    ["2026-11-02 10:00:00.123 UTC [77] LOG:  checkpoint starting: time", "info"],
    ["2026-11-02 10:00:00.123 UTC [77] ERROR:  relation does not exist", "error"],
    ["2026-11-02 10:00:00.123 UTC [77] people@shop FATAL:  password authentication failed", "fatal"],
    ["ERROR something failed", "error"],
    ["2026-11-02 10:00:00,123 WARN  [main] slow", "warn"],
    ["2026-11-02T10:00:00.123Z INFO 1 --- [main] started", "info"],
    ["[2026-11-02 10:00:00.123 +00:00] [ERR] [7] failed", "error"],
    ["[debug] x", "debug"],
    ["DEBUG: x", "debug"],
    ["warning: deprecated", "warn"],
    ["\u001b[31mERROR\u001b[0m in colour", "error"],
    ["panic: runtime error: index out of range", "fatal"],
    ["Trace of the water in the cellar", undefined],
    ["Information about errors", undefined],
    ["Alert manager started", undefined],
    ["errors: none", undefined],
    ["", undefined],
  ];
  becomes(
    levels.map(([log, log_level]) => ({
      name: `${log_level ?? "none"}: ${log}`,
      record: { log, ...of("web", "x") },
      stream: "pod_logs",
      columns: { log_level },
    })),
  );
});

describeEngines(["vrl"], "pod_logs: a journal line's priority is its level, unless its text says one", () => {
  const line = (PRIORITY: string, MESSAGE: string) => ({ MESSAGE, PRIORITY, _SYSTEMD_UNIT: "k3s.service", _HOSTNAME: "node-1" });
  const levels = ["fatal", "fatal", "fatal", "error", "warn", "info", "info", "debug"];
  becomes([
    ...levels.map((log_level, priority) => ({
      name: `priority ${priority}`,
      record: line(String(priority), "a line"),
      stream: "pod_logs",
      columns: { log_level, priority, unit: "k3s.service", node: "node-1", service_name: "k3s", log: "a line" },
    })),
    {
      name: "the text's own level",
      record: { log: JSON.stringify(line("6", 'time="x" level=error msg=y')) },
      stream: "pod_logs",
      columns: { log_level: "error", unit: "k3s.service", node: "node-1", origin: "journal" },
    },
    {
      name: "text as the list of bytes that journald prints for colours",
      record: { log: JSON.stringify({ ...line("6", ""), MESSAGE: [...Buffer.from("\u001b[33mWARN\u001b[0m grün")] }) },
      stream: "pod_logs",
      columns: { log_level: "warn", log: "\u001b[33mWARN\u001b[0m grün" },
    },
    {
      name: "no priority, no unit",
      record: { log: JSON.stringify({ MESSAGE: "x", _HOSTNAME: "node-1", SYSLOG_IDENTIFIER: "kernel" }) },
      stream: "pod_logs",
      columns: { log_level: undefined, unit: "kernel", service_name: "kernel" },
    },
  ]);
});

describeEngines(["vrl"], "pod_logs: the trace of a line", () => {
  const trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  const span_id = "00f067aa0ba902b7";
  const both = { trace_id, span_id };
  const none = { trace_id: undefined, span_id: undefined };
  const lines: readonly (readonly [string, LogRecord])[] = [
    [`{"traceId":"${trace_id.toUpperCase()}","spanId":"${span_id}"}`, both],
    [`{"trace":{"id":"${trace_id}"},"span":{"id":"${span_id}"}}`, both],
    [`{"trace.id":"${trace_id}","span.id":"${span_id}"}`, both],
    [`{"otelTraceID":"${trace_id}","otelSpanID":"${span_id}"}`, both],
    [`level=info trace_id=${trace_id} span_id=${span_id.toUpperCase()}`, both],
    [`request done traceID=${trace_id}`, { trace_id, span_id: undefined }],
    [`traceparent: 00-${trace_id}-${span_id}-01`, both],
    [`{"headers":"{\\"traceparent\\":\\"00-${trace_id}-${span_id}-01\\"}"}`, both],
    [`trace_id=${"0".repeat(32)} span_id=${"0".repeat(16)}`, none],
    [`traceparent=00-${"0".repeat(32)}-${"0".repeat(16)}-00`, none],
    [`trace_id=${trace_id}0 span_id=${span_id}00`, none],
    [`trace_id=${trace_id.slice(1)}`, none],
    [`parent_span_id=${span_id} trace_id=${trace_id}`, { trace_id, span_id: undefined }],
    [`commit ${trace_id}`, none],
  ];
  becomes(lines.map(([log, columns]) => ({ name: log, record: { log, ...of("web", "x") }, stream: "pod_logs", columns })));
});

describeEngines(["vrl"], "whose line it is", () => {
  const owners: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
    ["Deployment", "site-b-5f6d7c8b9-w2r4t", { "pod-template-hash": "5f6d7c8b9" }],
    ["Deployment whose hash is elsewhere too", "site-b-5f6d7c8b9-w2r4t", { "pod-template-hash": "5f6d7c8b9", app: "5f6d7c8b9" }],
    ["Deployment without its hash among the labels", "site-b-5f6d7c8b9-w2r4t", { app: "other" }],
    ["Deployment without labels", "site-b-5f6d7c8b9-w2r4t", {}],
    ["StatefulSet", "site-b-12", { "statefulset.kubernetes.io/pod-name": "site-b-12", "controller-revision-hash": "site-b-6d5f" }],
    ["StatefulSet with dots taken out", "site-b-0", { "statefulset_kubernetes_io/pod-name": "site-b-0" }],
    ["StatefulSet with slashes taken out too", "site-b-0", { statefulset_kubernetes_io_pod_name: "site-b-0" }],
    ["StatefulSet without labels", "site-b-0", {}],
    ["DaemonSet", "site-b-x2k4z", { "controller-revision-hash": "7c9d8f6b5", "pod-template-generation": "1" }],
    ["DaemonSet without labels", "site-b-x2k4z", {}],
    ["CronJob", "site-b-29384755-x2k4z", { "batch.kubernetes.io/job-name": "site-b-29384755" }],
    ["CronJob with dots taken out", "site-b-29384755-x2k4z", { "batch_kubernetes_io/job-name": "site-b-29384755" }],
    ["CronJob by its old label", "site-b-29384755-x2k4z", { "job-name": "site-b-29384755" }],
    ["CronJob without labels", "site-b-29384755-x2k4z", {}],
    ["Job", "site-b-x2k4z", { "batch.kubernetes.io/job-name": "site-b" }],
    ["database cluster", "site-b-1", { "cnpg.io/cluster": "site-b", "cnpg.io/podRole": "instance" }],
    ["database cluster with dots taken out", "pooler-5f6d7c8b9-w2r4t", { "cnpg_io/cluster": "site-b", "pod-template-hash": "5f6d7c8b9" }],
    ["virtual machine", "virt-launcher-site-b-x2k4z", { "vm.kubevirt.io/name": "site-b" }],
    ["virtual machine by its domain", "virt-launcher-site-b-x2k4z", { "kubevirt_io/domain": "site-b" }],
    ["virtual machine without labels", "virt-launcher-site-b-x2k4z", {}],
    ["StatefulSet by its index", "site-b-3", { "apps.kubernetes.io/pod-index": "3", app: "other" }],
    ["bare pod by its name label", "whatever", { "app.kubernetes.io/name": "site-b" }],
    ["bare pod", "site-b", {}],
  ];
  becomes(
    owners.map(([name, pod, labels]) => ({
      name,
      record: { log: "x", ...of("web", pod, labels) },
      stream: "pod_logs",
      columns: { service_name: "site-b", namespace: "web" },
    })),
  );
});
