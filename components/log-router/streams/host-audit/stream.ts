import type { Stream } from "../../../../lib/logs/stream";

const tailer = {
  time: "2026-11-02T10:00:00.250Z",
  kubernetes: { namespace_name: "logging", pod_name: "host-tailer-q8x2z", container_name: "host-audit", host: "node-2" },
};

export const hostAudit = {
  name: "host_audit",
  what: "the audit log of the nodes' kernels",
  source: "aggregator",
  recognised: String.raw`(.origin == "host_file" && .container == "host-audit") || match(string(.log) ?? "", r'^(?:node=[^ ]{1,253} )?type=[A-Z0-9_\[\]]{1,40} msg=audit\([0-9.]{1,24}:[0-9]{1,18}\):')`,
  program: "components/log-router/streams/host-audit/program.vrl",
  columns: {
    audit_type: { type: "text", what: "of the record: SYSCALL, USER_LOGIN, AVC and so on" },
    audit_serial: { type: "integer", what: "the records of one event have the same" },
    audit_time: { type: "float", what: "seconds since 1970, by the kernel" },
    login_uid: { type: "integer", what: "who logged in, whatever they became", isPersonal: true },
    uid: { type: "integer", what: "who it was done as" },
    account: { type: "text", what: "the account that it is about", isPersonal: true },
    pid: { type: "integer", what: "the process" },
    syscall: { type: "text", what: "its number, or its name where the log is enriched" },
    is_successful: { type: "boolean", what: "whether it was allowed and worked" },
    command: { type: "text", what: "the process's name; hexadecimal where it has odd letters" },
    executable: { type: "text", what: "the program's path" },
    operation: { type: "text", what: "what was done, as the program says" },
    audit_key: { type: "text", what: "of the rule that it matched" },
  },
  // what happened on a node is asked long after
  retentionDays: 365,
  busy: { recordsPerSecond: 20, bytesPerRecord: 700 },
  samples: [
    {
      record: {
        log: 'type=SYSCALL msg=audit(1793613600.250:48211): arch=c000003e syscall=257 success=no exit=-13 a0=ffffff9c items=1 ppid=811 pid=4711 auid=1000 uid=33 gid=33 comm="cat" exe="/usr/bin/cat" key="secrets"',
        ...tailer,
      },
      columns: {
        service_name: "host-audit",
        node: "node-2",
        origin: "host_file",
        audit_type: "SYSCALL",
        audit_serial: 48211,
        audit_time: 1793613600.25,
        login_uid: 1000,
        uid: 33,
        pid: 4711,
        syscall: "257",
        is_successful: false,
        command: "cat",
        executable: "/usr/bin/cat",
        audit_key: "secrets",
      },
    },
    {
      record: {
        log: `type=USER_LOGIN msg=audit(1793613601.010:48212): pid=900 uid=0 auid=4294967295 ses=4294967295 msg='op=login acct="ops" exe="/usr/sbin/sshd" hostname=? addr=192.0.2.9 terminal=ssh res=success'`,
        ...tailer,
      },
      columns: { audit_type: "USER_LOGIN", login_uid: undefined, uid: 0, account: "ops", operation: "login", is_successful: true },
    },
    { record: { log: "auditd[7]: rotating", ...tailer }, columns: { unparsed_reason: "no line of the audit log's format" } },
  ],
} as const satisfies Stream;
