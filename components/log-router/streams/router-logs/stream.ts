import type { Stream } from "../../../../lib/logs/stream";
import { syslog } from "../syslog-sample";

export const routerLogs = {
  name: "router_logs",
  what: "what the router says of itself and of packets, and whatever other device has no stream of its own",
  source: "devices",
  program: "components/log-router/streams/router-logs/program.vrl",
  columns: {
    is_packet: { type: "boolean", what: "whether it is a line of the packet filter" },
    interface_in: { type: "text", what: "that the packet came in by" },
    interface_out: { type: "text", what: "that it went out by" },
    packet_source: { type: "text", what: "its sender", isPersonal: true },
    packet_destination: { type: "text", what: "its receiver", isPersonal: true },
    protocol: { type: "text", what: "tcp, udp and so on" },
    source_port: { type: "integer", what: "of the sender" },
    destination_port: { type: "integer", what: "of the receiver" },
  },
  retentionDays: 90,
  busy: { recordsPerSecond: 20, bytesPerRecord: 600 },
  samples: [
    {
      record: syslog(
        "192.0.2.1",
        "gateway",
        "kernel",
        "DROP wan in: IN=wan0 OUT= MAC=02:00 SRC=203.0.113.50 DST=192.0.2.1 LEN=40 TTL=240 ID=1 PROTO=TCP SPT=50000 DPT=23 WINDOW=1024 SYN",
      ),
      columns: {
        service_name: "gateway",
        node: "gateway",
        program: "kernel",
        log_level: "info",
        is_packet: true,
        interface_in: "wan0",
        interface_out: undefined,
        packet_source: "203.0.113.50",
        packet_destination: "192.0.2.1",
        protocol: "tcp",
        source_port: 50000,
        destination_port: 23,
      },
    },
    {
      record: syslog("192.0.2.1", "", "sshd", "Accepted publickey for ops"),
      columns: { service_name: "192.0.2.1", device_address: "192.0.2.1", is_packet: undefined },
    },
  ],
} as const satisfies Stream;
