import type { Stream } from "../../../../lib/logs/stream";

const pod = (namespace_name: string, pod_name: string, container_name: string) => ({
  time: "2026-11-02T10:00:00.250Z",
  kubernetes: { namespace_name, pod_name, container_name, host: "node-1", labels: { app: container_name } },
});

export const honeypot = {
  name: "honeypot",
  what: "what strangers try at the honeypot",
  source: "aggregator",
  recognised: String.raw`text = strip_whitespace(string(.log) ?? "")
starts_with(text, "{") && (match(text, r'"eventid": ?"cowrie\.') || (contains(text, "\"logtype\"") && contains(text, "\"src_host\"") && contains(text, "\"logdata\"")))`,
  program: "components/log-router/streams/honeypot/program.vrl",
  columns: {
    event: { type: "text", what: "what happened, as the honeypot names it" },
    client_ip: { type: "text", what: "who it was", isPersonal: true },
    session: { type: "text", what: "the records of one have the same" },
    sensor: { type: "text", what: "the honeypot" },
    protocol: { type: "text", what: "ssh, telnet and so on" },
    destination_port: { type: "integer", what: "that they came to" },
    username: { type: "text", what: "that they tried", isPersonal: true },
    password: { type: "text", what: "that they tried", isPersonal: true },
    command: { type: "text", what: "that they typed" },
    url: { type: "text", what: "that they wanted to fetch" },
  },
  retentionDays: 180,
  busy: { recordsPerSecond: 20, bytesPerRecord: 900 },
  samples: [
    {
      record: {
        log: '{"eventid":"cowrie.login.failed","username":"root","password":"hunter2","src_ip":"203.0.113.50","session":"5f3a1c","sensor":"trap","protocol":"ssh","timestamp":"2026-11-02T10:00:00.2Z"}',
        ...pod("network", "trap-0", "cowrie"),
      },
      columns: {
        service_name: "trap",
        event: "cowrie.login.failed",
        client_ip: "203.0.113.50",
        username: "root",
        password: "hunter2",
        session: "5f3a1c",
        sensor: "trap",
        protocol: "ssh",
      },
    },
    {
      record: {
        log: '{"dst_host":"192.0.2.9","dst_port":21,"logdata":{"USERNAME":"a","PASSWORD":"b"},"logtype":2000,"node_id":"canary-1","src_host":"203.0.113.51","src_port":40000}',
        ...pod("network", "canary-0", "canary"),
      },
      columns: { event: "opencanary.2000", client_ip: "203.0.113.51", username: "a", destination_port: 21, sensor: "canary-1" },
    },
    {
      record: { log: '{"eventid":"cowrie.command.input","input":"wge', ...pod("network", "trap-0", "cowrie") },
      columns: { unparsed_reason: "no JSON with an event of Cowrie or OpenCanary, cut off perhaps" },
    },
  ],
} as const satisfies Stream;
