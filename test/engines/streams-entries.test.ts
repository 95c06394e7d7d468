import { describeEngines } from "./engine";
import { becomes, type Case, of } from "./stream-table";
import type { LogRecord } from "./vrl";

const tailer = of("logging", "belfry-host-tailer-x2k8p", {}, "journal");
const forge = of("git", "forge-7c9d8b6f5-x2w4q", { "pod-template-hash": "7c9d8b6f5" });

describeEngines(["vrl"], "k8s_events: an event, however it comes", () => {
  const tailed = of("logging", "belfry-event-tailer-0", {}, "event-tailer");
  const involvedObject = { kind: "Pod", namespace: "notes", name: "editor-6d8b9f7c45-k2xwq" };
  const event = {
    involvedObject,
    reason: "Unhealthy",
    type: "Warning",
    message: "probe failed",
    count: 2,
    lastTimestamp: "2026-11-02T10:00:00Z",
  };
  const columns = { reason: "Unhealthy", type: "Warning", message: "probe failed", namespace: "notes", service_name: "editor", count: 2 };
  const one = (name: string, record: LogRecord, own: LogRecord = columns, stream = "k8s_events"): Case => ({
    name,
    record,
    stream,
    columns: own,
  });
  const whole = { verb: "ADDED", event };
  const { involvedObject: regarding, message: note, count, lastTimestamp, ...rest } = event;
  const newer = {
    ...rest,
    regarding,
    note,
    deprecatedCount: count,
    deprecatedLastTimestamp: lastTimestamp,
    reportingController: "kubelet",
  };
  becomes([
    one("as the text", { log: JSON.stringify(whole), ...tailed }),
    one(
      "as the text, behind blanks",
      { log: ` \t${JSON.stringify(whole)}`, ...tailed },
      { ...columns, log: ` \t${JSON.stringify(whole)}` },
    ),
    one("as the text, on several lines", { message: JSON.stringify(whole, undefined, 2) }),
    one("as fields", whole),
    one("as fields beside a text", { ...whole, log: "some text" }, { ...columns, log: "some text", verb: "ADDED" }),
    one("as fields beside a text of JSON", { ...whole, log: '{"MESSAGE":"x"}' }, { ...columns, log: '{"MESSAGE":"x"}' }),
    one(
      "of events.k8s.io",
      { log: JSON.stringify({ verb: "ADDED", event: newer }), ...tailed },
      { ...columns, reporter: "kubelet", last_seen: lastTimestamp },
    ),
    one(
      "that names no object",
      { log: '{"verb":"ADDED","event":{"reason":"FailedMount","type":"Warning"}}', ...tailed },
      {
        reason: "FailedMount",
        type: "Warning",
        unparsed_reason: undefined,
      },
    ),
    one(
      "cut off, behind a blank",
      { log: ' { "verb": "ADDED", "event": { "metadata"' },
      { unparsed_reason: "no JSON with an event, cut off perhaps" },
    ),
    one(
      "a pod's own verb and event are its own",
      { log: JSON.stringify({ verb: "get", event: { reason: "asked" } }), ...forge },
      { service_name: "forge", reason: undefined },
      "pod_logs",
    ),
    one(
      "a container elsewhere that is called like the tailer's is anybody's",
      { log: "note", ...of("notes", "notes-0", {}, "event-tailer") },
      { service_name: "notes", origin: "pod" },
      "pod_logs",
    ),
  ]);
});

describeEngines(["vrl"], "pod_logs: a journal line, however it comes", () => {
  const line = { MESSAGE: "started", _SYSTEMD_UNIT: "k3s.service", _HOSTNAME: "node-1", PRIORITY: "6" };
  const columns = { log: "started", unit: "k3s.service", node: "node-1", service_name: "k3s", log_level: "info", origin: "journal" };
  const one = (name: string, record: LogRecord, own: LogRecord = columns): Case => ({ name, record, stream: "pod_logs", columns: own });
  const told = (entry: LogRecord) => ({ log: JSON.stringify({ MESSAGE: "x", _HOSTNAME: "node-1", ...entry }), ...tailer });
  becomes([
    one(
      "as the text",
      { log: JSON.stringify(line), ...tailer },
      { ...columns, pod: undefined, container: undefined, namespace: "logging" },
    ),
    one("as the text, behind a blank", { log: ` ${JSON.stringify(line)}`, ...tailer }),
    one("as fields", line),
    one(
      "without what journald alone writes, from the tailer",
      { log: '{"MESSAGE":"x","PRIORITY":3}', ...tailer },
      {
        log: "x",
        log_level: "error",
        unit: "journal",
        service_name: "journal",
        origin: "journal",
      },
    ),
    one("without what journald alone writes, of no pod", { log: '{"MESSAGE":"x","PRIORITY":3}' }, { log: "x", origin: "journal" }),
    one(
      "a pod's own JSON with a message and a priority",
      { log: '{"msg":"y","MESSAGE":"x","PRIORITY":6}', ...forge },
      {
        log: '{"msg":"y","MESSAGE":"x","PRIORITY":6}',
        service_name: "forge",
        namespace: "git",
        pod: "forge-7c9d8b6f5-x2w4q",
        origin: "pod",
        unit: undefined,
      },
    ),
    one(
      "printed by a pod elsewhere",
      { log: JSON.stringify(line), ...forge },
      { ...columns, pod: "forge-7c9d8b6f5-x2w4q", container: "app" },
    ),
    one(
      "printed by a pod elsewhere, of nobody",
      { log: '{"MESSAGE":"x","_HOSTNAME":"node-1"}', ...forge },
      {
        service_name: "forge",
        node: "node-1",
        origin: "journal",
      },
    ),
    one("an empty unit beside an identifier", told({ _SYSTEMD_UNIT: "", SYSLOG_IDENTIFIER: "kubelet" }), {
      unit: "kubelet",
      service_name: "kubelet",
    }),
    one("no unit and no identifier", told({ _TRANSPORT: "kernel" }), { unit: "kernel", service_name: "kernel" }),
    one("an empty unit and nothing else", told({ _SYSTEMD_UNIT: "", _TRANSPORT: "" }), { unit: "journal", service_name: "journal" }),
    one("an empty host", { ...told({ _HOSTNAME: "" }), kubernetes: { ...tailer.kubernetes, host: "node-7" } }, { node: "node-7" }),
    ...["-1", "8", "x", "", true, null, [3], 6.5].map((PRIORITY) =>
      one(`no priority: ${JSON.stringify(PRIORITY)}`, told({ PRIORITY }), { priority: undefined, log_level: undefined, log: "x" }),
    ),
  ]);
});

describeEngines(["vrl"], "a line of a host's file", () => {
  const kern = of("logging", "belfry-host-tailer-x2k8p", {}, "host-kern");
  const one = (name: string, record: LogRecord, stream: string, columns: LogRecord): Case => ({ name, record, stream, columns });
  becomes([
    one("is its file's", { log: "node-3 kernel: eth0: link up", ...kern }, "pod_logs", { service_name: "host-kern", origin: "host_file" }),
    one("has a level", { log: "Nov  2 10:00:00 node-3 app[7]: ERROR no space", ...kern }, "pod_logs", { log_level: "error" }),
    one("of the audit log", { log: "auditd[7]: rotating", ...of("logging", "t-x2k8p", {}, "host-audit") }, "host_audit", {
      service_name: "host-audit",
    }),
    one("is not that of a pod's container of the same name", { log: "note", ...of("notes", "notes-0", {}, "host-audit") }, "pod_logs", {
      service_name: "notes",
      origin: "pod",
    }),
  ]);
});
