/** One record of each kind, as the shipper makes it at the example installation, and the flows that take it. */
import type { LogRecord } from "./aggregator";

const of = (log: string, namespace_name: string, pod_name: string, container_name: string): LogRecord => ({
  log,
  stream: "stdout",
  time: "2026-11-24T10:00:00.123456789+00:00",
  kubernetes: { namespace_name, pod_name, container_name, labels: {} },
});
const journalLine = (MESSAGE: string, rest: object = {}) =>
  JSON.stringify({ PRIORITY: "3", SYSLOG_IDENTIFIER: "kernel", _TRANSPORT: "kernel", _HOSTNAME: "node-3", MESSAGE, ...rest });

const EIO = "OSError: [Errno 5] Input/output error: '/data/index.db'";
const KERNEL = 'XFS (dm-0): metadata I/O error in "xfs_trans_read_buf_map+0x1c5/0x2e0" at daddr 0x2 len 1 error 5';

const toRouter = { "catch-all": ["router"] };

export const WAYS: readonly (readonly [string, LogRecord, Readonly<Record<string, readonly string[]>>])[] = [
  ["a pod's line", of("listening on :8080", "git", "forge-0", "forge"), toRouter],
  ["a pod's line that a detector looks for", of(EIO, "git", "forge-0", "forge"), { "pod-io": ["relay"], ...toRouter }],
  ["a line of metrics or dashboards", of("listening on :3000", "monitoring", "grafana-0", "grafana"), toRouter],
  ["the orchestrator's line", of("sync finished", "kube-system", "coredns-7c-x2k8p", "coredns"), {}],
  ["the orchestrator's line that a detector looks for", of(EIO, "kube-system", "coredns-7c-x2k8p", "coredns"), { "pod-io": ["relay"] }],
  ["the aggregator's own line", of("#0 fluentd worker is now running", "logging", "belfry-fluentd-0", "fluentd"), {}],
  ["a journal line", of(journalLine("eth0: link up"), "logging", "belfry-host-tailer-x2k8p", "journal"), { journal: ["router"] }],
  [
    "what the kernel says of a disk",
    of(journalLine(KERNEL), "logging", "belfry-host-tailer-x2k8p", "journal"),
    { "pod-io": ["relay"], journal: ["router"] },
  ],
  [
    "a line of the audit log",
    of(
      'type=EXECVE msg=audit(1795514400.123:42): argc=3 a0="grep" a1="[Errno 5]" a2="/var/log/app.log"',
      "logging",
      "belfry-host-tailer-x2k8p",
      "host-audit",
    ),
    { "host-files": ["router"] },
  ],
  [
    "an event of the cluster",
    of(
      '{"verb":"ADDED","event":{"reason":"FailedMount","message":"stale file handle"}}',
      "logging",
      "belfry-event-tailer-0",
      "event-tailer",
    ),
    { events: ["router"] },
  ],
  ["a container elsewhere that is called like a tailer's", of("note", "notes", "notes-0", "journal"), toRouter],
  [
    "a store that logs a query",
    of(`INFO query sql="SELECT * FROM pod_logs WHERE log LIKE '%[Errno 5]%'"`, "logging", "log-store-0", "log-store"),
    {},
  ],
  ["a dashboard that logs one", of("logger=tsdb query=Background saving error [Errno 5]", "monitoring", "grafana-0", "grafana"), toRouter],
  [
    "a mail that bounced",
    of("postfix/smtp[7]: 4F: status=bounced (mail for d loops back)", "mail", "mail-0", "mail"),
    { postfix: ["relay"], ...toRouter },
  ],
  ["a record that names no pod", { log: EIO }, { "pod-io": ["relay"], ...toRouter }],
];
