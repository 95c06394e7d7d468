import type { Stream } from "../../../../lib/logs/stream";
import { syslog } from "../syslog-sample";

export const routerDevices = {
  name: "router_devices",
  what: "what the router says of the devices in its network: who has which address",
  source: "devices",
  recognised: `match(string(.log) ?? "", r'^DHCP[A-Z0-9]{3,12}[ (]')`,
  program: "components/log-router/streams/router-devices/program.vrl",
  columns: {
    action: { type: "text", what: "of DHCP: dhcpack, dhcprequest and so on" },
    client_ip: { type: "text", what: "the address", isPersonal: true },
    hardware_address: { type: "text", what: "of the device", isPersonal: true },
    device_name: { type: "text", what: "that the device gives itself", isPersonal: true },
    interface: { type: "text", what: "of the router" },
  },
  retentionDays: 90,
  busy: { recordsPerSecond: 2, bytesPerRecord: 400 },
  samples: [
    {
      record: syslog("192.0.2.1", "gateway", "dnsmasq-dhcp", "DHCPACK(br-lan) 192.168.1.77 02:00:5e:10:00:0B evas-phone"),
      columns: {
        service_name: "gateway",
        action: "dhcpack",
        interface: "br-lan",
        client_ip: "192.168.1.77",
        hardware_address: "02:00:5e:10:00:0b",
        device_name: "evas-phone",
      },
    },
    {
      record: syslog("192.0.2.1", "gateway", "dhcpd", "DHCPACK on 192.168.1.78 to 02:00:5e:10:00:0c (tv) via eth1"),
      columns: { client_ip: "192.168.1.78", hardware_address: "02:00:5e:10:00:0c", device_name: "tv", interface: "eth1" },
    },
  ],
} as const satisfies Stream;
