/** Records as the router's sources get them, for the proofs of the alerts. When they came, the tests write over it. */
import type { RawRecord } from "../../../lib/log-store/log-alert";

const time = "2026-11-02T10:00:00.250Z";

export const podLine = (namespace_name: string, pod_name: string, log: string, container_name = "app"): RawRecord => ({
  log,
  time,
  stream: "stderr",
  kubernetes: { namespace_name, pod_name, container_name, host: "node-1", labels: {} },
});

const tailer = (container_name: string, host: string) => ({
  time,
  kubernetes: { namespace_name: "logging", pod_name: "host-tailer-q8x2z", container_name, host },
});

export const journalLine = (unit: string, MESSAGE: string, node = "node-1"): RawRecord => ({
  log: JSON.stringify({
    MESSAGE,
    PRIORITY: "4",
    SYSLOG_IDENTIFIER: unit,
    ...(unit === "kernel" ? { _TRANSPORT: "kernel" } : { _SYSTEMD_UNIT: `${unit}.service` }),
    _HOSTNAME: node,
    _BOOT_ID: "6f0c",
  }),
  ...tailer("journal", node),
});

export const auditLine = (log: string, node = "node-2"): RawRecord => ({ log, ...tailer("host-audit", node) });

export interface SaidEvent {
  readonly reason?: string;
  readonly message: string;
  readonly object?: { readonly kind: string; readonly namespace?: string; readonly name: string };
  /** @default Warning */
  readonly type?: "Normal" | "Warning";
}

export const event = ({ reason, message, type = "Warning", object }: SaidEvent): RawRecord => ({
  log: JSON.stringify({
    verb: "ADDED",
    event: {
      metadata: { name: "e.18a", namespace: object?.namespace ?? "notes" },
      involvedObject: object ?? { kind: "Pod", namespace: "notes", name: "editor-6d8b9f7c45-k2xwq" },
      reason,
      message,
      type,
      source: { component: "kubelet", host: "node-2" },
      count: 1,
    },
  }),
  time,
  kubernetes: { namespace_name: "logging", pod_name: "event-tailer-0", container_name: "event-tailer" },
});

/** As the cluster's own DNS prints it. */
export const dnsQuery = (client: string, name: string, type = "A"): RawRecord =>
  podLine(
    "dns",
    "resolver-0",
    `[INFO] ${client}:40212 - 61234 "${type} IN ${name}. udp 41 false 512" NOERROR qr,rd,ra 106 0.0124s`,
    "coredns",
  );

export interface SaidRequest {
  readonly path: string;
  readonly status: number;
  readonly client?: string;
  readonly host?: string;
  readonly bytes?: number;
}

export const request = ({ path, status, client = "203.0.113.50", host = "www.example.org", bytes = 512 }: SaidRequest): RawRecord =>
  podLine(
    "ingress-nginx",
    "ingress-nginx-controller-5d9f8c7b6-x2w4q",
    `${client} - - [02/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" ${status} ${bytes} "-" "curl/8" 90 0.012 [websites-blog-80] [] 10.42.0.9:80 ${bytes} 0.012 ${status} 9a0364b9e99bb480dd25e1f0284c8555 "${host}"`,
    "controller",
  );

export interface SaidBlock {
  readonly client: string;
  readonly rule: string;
  /** @default 403 */
  readonly code?: string;
}

/** The line beside the audit record of a request that was denied. */
export const firewallDenied = ({ client, rule }: SaidBlock): RawRecord =>
  podLine(
    "ingress-nginx",
    "ingress-nginx-controller-5d9f8c7b6-x2w4q",
    `2026/11/02 10:00:00 [error] 31#31: *902 [client ${client}] ModSecurity: Access denied with code 403 (phase 2). [file "/rules.conf"] [line "222"] [id "${rule}"] [msg "Matched"] [hostname "10.42.0.11"] [uri "/"] [unique_id "179361600000.100000"]`,
    "controller",
  );

export const firewallAudit = ({ client, rule, code = "403" }: SaidBlock): RawRecord =>
  podLine(
    "ingress-nginx",
    "ingress-nginx-controller-5d9f8c7b6-x2w4q",
    JSON.stringify({
      transaction: {
        client_ip: client,
        time_stamp: "Mon Nov  2 10:00:00 2026",
        unique_id: "179361600000.100000",
        request: { method: "GET", uri: "/?q=x", headers: { Host: "www.example.org" } },
        response: { http_code: code },
        messages: [{ message: "Matched", details: { ruleId: rule } }],
      },
    }),
    "controller",
  );
