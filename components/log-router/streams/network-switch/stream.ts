import type { Stream } from "../../../../lib/logs/stream";
import { syslog } from "../syslog-sample";

export const networkSwitch = {
  name: "network_switch",
  what: "messages of the switches",
  source: "devices",
  recognised: `.device_kind == "switches" || match(string(.log) ?? "", r'^[^%]{0,80}%[A-Z][A-Z0-9_]+(?:-[A-Z][A-Z0-9_]*)?-[0-7]-[A-Z0-9_]+:')`,
  program: "components/log-router/streams/network-switch/program.vrl",
  columns: {
    message_facility: { type: "text", what: "the part of the switch that speaks" },
    mnemonic: { type: "text", what: "what kind of message, in one word" },
    severity: { type: "integer", what: "from 0 (emergency) to 7 (debug), as the switch says" },
    port: { type: "text", what: "that it is about" },
    state: { type: "text", what: "that the port changed to: up or down" },
  },
  retentionDays: 180,
  busy: { recordsPerSecond: 5, bytesPerRecord: 500 },
  samples: [
    {
      record: syslog("192.0.2.2", "switch-1", "", "%LINK-3-UPDOWN: Interface GigabitEthernet1/0/7, changed state to down"),
      columns: {
        service_name: "switch-1",
        message_facility: "LINK",
        mnemonic: "UPDOWN",
        severity: 3,
        log_level: "error",
        port: "GigabitEthernet1/0/7",
        state: "down",
      },
    },
    {
      record: syslog(
        "192.0.2.2",
        "switch-1",
        "",
        "000412: Nov  2 10:00:00.111: %SW_MATM-SP-4-MACFLAP_NOTIF: Host 0011.2233.4455 is flapping between port Gi1/0/3 and port Gi1/0/4",
      ),
      columns: { message_facility: "SW_MATM-SP", mnemonic: "MACFLAP_NOTIF", severity: 4, port: "Gi1/0/3", state: undefined },
    },
  ],
} as const satisfies Stream;
