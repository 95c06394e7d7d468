import { GIB } from "../../lib/bytes";
import { days } from "../../lib/duration";
import { ago, around, averaging, counts, never, since, still } from "../../lib/world/course";
import { each, eachBy, healthy } from "../../lib/world/healthy";
import { routerSeries } from "./series";

const PROCESSORS = ["0", "1", "2", "3"];
/** Seconds per second that a processor spends, by what it does. */
const MODES = { idle: 0.93, user: 0.02, system: 0.02, softirq: 0.025, iowait: 0.001, irq: 0, nice: 0, steal: 0 };

/** A tunnel and the loopback have a link and are not said to be up: Linux doesn't know of either. */
const INTERFACES = [
  { device: "lo", isUp: false, received: 500, sent: 500 },
  { device: "wan", isUp: true, received: 400_000, sent: 80_000 },
  { device: "lan", isUp: true, received: 90_000, sent: 420_000 },
  { device: "nat64", isUp: false, received: 5000, sent: 30_000 },
];
const PACKET_BYTES = 800;

/** On Linux, with NAT64. */
export const routerHealthy = healthy(routerSeries, () => {
  type Interface = (typeof INTERFACES)[number];
  const interfaces = <Course extends object>(course: Course | ((one: Interface) => Course)) =>
    each(INTERFACES, ({ device }) => ({ device }), course);
  return {
    node_boot_time_seconds: since(days(45)),
    node_time_seconds: ago({ seconds: 0 }),
    node_load1: averaging(around(0.2, 0.1)),
    node_load5: averaging(around(0.2, 0.06)),
    node_load15: averaging(around(0.2, 0.03)),
    node_cpu_seconds_total: eachBy(
      PROCESSORS,
      (cpu) => ({ cpu }),
      "mode",
      Object.fromEntries(Object.entries(MODES).map(([mode, share]) => [mode, counts(share)])),
    ),
    node_memory_MemTotal_bytes: still(4 * GIB),
    node_memory_MemAvailable_bytes: around(3 * GIB, 0.1 * GIB),
    node_pressure_memory_stalled_seconds_total: never,
    node_nf_conntrack_entries: around(2500, 600),
    node_nf_conntrack_entries_limit: still(65_536),
    node_network_up: interfaces(({ isUp }) => still(isUp ? 1 : 0)),
    node_network_carrier: interfaces(still(1)),
    node_network_receive_bytes_total: interfaces(({ received }) => counts(received)),
    node_network_transmit_bytes_total: interfaces(({ sent }) => counts(sent)),
    node_network_receive_packets_total: interfaces(({ received }) => counts(received / PACKET_BYTES)),
    node_network_transmit_packets_total: interfaces(({ sent }) => counts(sent / PACKET_BYTES)),
    node_network_receive_errs_total: interfaces(never),
    node_network_transmit_errs_total: interfaces(never),
    node_network_receive_drop_total: interfaces(never),
    node_network_transmit_drop_total: interfaces(never),
  };
});
