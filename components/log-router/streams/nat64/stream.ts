import type { Stream } from "../../../../lib/logs/stream";
import { syslog } from "../syslog-sample";

export const nat64 = {
  name: "nat64",
  what: "sessions of the NAT64 gateway: which client inside was which address outside, and when",
  source: "devices",
  recognised: `text = string(.log) ?? ""
match(text, r'(?:Added|Forgot) session [0-9A-Fa-f:.]+#[0-9]') || match(text, r'(?:Mapped|Forgot) [0-9A-Fa-f:.]+#[0-9]+ to [0-9.]+#[0-9]') ||
  (.device_kind == "nat64" && match(text, r'(?i:nat64|session|mapping|64:ff9b:)')) || match(text, r'(?i:nat64).{0,200}(?i:src6|src)=')`,
  program: "components/log-router/streams/nat64/program.vrl",
  columns: {
    action: { type: "text", what: "added or removed" },
    client_ip: { type: "text", what: "the IPv6 address of the client", isPersonal: true },
    client_port: { type: "integer", what: "of the client" },
    destination6: { type: "text", what: "the address that the client asked for, as IPv6", isPersonal: true },
    egress_ip: { type: "text", what: "the IPv4 address that the gateway gave it" },
    egress_port: { type: "integer", what: "the port that the gateway gave it" },
    destination_ip: { type: "text", what: "the IPv4 address that it went to", isPersonal: true },
    destination_port: { type: "integer", what: "the port that it went to" },
    protocol: { type: "text", what: "tcp, udp or icmp" },
    record_hash: { type: "text", what: "SHA-256 of sender, time and line: a datagram that came twice has it twice" },
  },
  // a line a session, and who talked to whom
  retentionDays: 30,
  busy: { recordsPerSecond: 50, bytesPerRecord: 700 },
  samples: [
    {
      record: syslog(
        "192.0.2.1",
        "gateway",
        "kernel",
        "NAT64 default: 2026/11/2 10:0:0 (GMT) - Added session 2001:db8:7::9#40512|64:ff9b::c633:6407#443|192.0.2.64#61001|198.51.100.7#443|TCP",
      ),
      columns: {
        service_name: "gateway",
        action: "added",
        client_ip: "2001:db8:7::9",
        client_port: 40512,
        destination6: "64:ff9b::c633:6407",
        egress_ip: "192.0.2.64",
        egress_port: 61001,
        destination_ip: "198.51.100.7",
        destination_port: 443,
        protocol: "tcp",
      },
    },
    {
      record: syslog("192.0.2.1", "gateway", "kernel", "NAT64 default: Forgot 2001:db8:7::9#40512 to 192.0.2.64#61001 (UDP)"),
      columns: { action: "removed", client_ip: "2001:db8:7::9", egress_port: 61001, protocol: "udp", destination_ip: undefined },
    },
    {
      record: syslog(
        "192.0.2.1",
        "gateway",
        "natd",
        "nat64 session src6=2001:db8:7::a sport=5000 dst6=64:ff9b::1 src4=192.0.2.64 sport4=61002 dst4=198.51.100.8 dport=80 proto=TCP",
      ),
      columns: {
        client_ip: "2001:db8:7::a",
        client_port: 5000,
        egress_ip: "192.0.2.64",
        egress_port: 61002,
        destination_ip: "198.51.100.8",
        destination_port: 80,
        protocol: "tcp",
      },
    },
  ],
} as const satisfies Stream;
