import type { Stream } from "../../../../lib/logs/stream";
import { syslog } from "../syslog-sample";

export const wirelessAps = {
  name: "wireless_aps",
  what: "what access points say, of their stations above all",
  source: "devices",
  recognised: `.device_kind == "access_points" || .program == "hostapd" ||
  match(string(.log) ?? "", r'^(?:[a-z]+[0-9a-z.-]{0,20}: (?:STA [0-9A-Fa-f]{2}:|AP-STA-)|.{0,80}<[0-9]{6}> <[A-Z]{4}> .{0,20}AP:)')`,
  program: "components/log-router/streams/wireless-aps/program.vrl",
  columns: {
    action: { type: "text", what: "joined, left, authenticated or refused" },
    station: { type: "text", what: "the hardware address of the client", isPersonal: true },
    interface: { type: "text", what: "of the access point" },
  },
  // who came home, and when
  retentionDays: 30,
  busy: { recordsPerSecond: 5, bytesPerRecord: 400 },
  samples: [
    {
      record: syslog("192.0.2.3", "ap-attic", "hostapd", "wlan0: AP-STA-CONNECTED 02:00:5E:10:00:0A auth_alg=open"),
      columns: { service_name: "ap-attic", action: "joined", station: "02:00:5e:10:00:0a", interface: "wlan0" },
    },
    {
      record: syslog(
        "192.0.2.3",
        "ap-attic",
        "stm",
        "<501105> <NOTI> AP:attic <192.0.2.3 02:00:5E:00:00:01>  Deauth from sta: 02:00:5E:10:00:0A: AP 192.0.2.3-attic Reason Client left",
      ),
      columns: { action: "left" },
    },
  ],
} as const satisfies Stream;
