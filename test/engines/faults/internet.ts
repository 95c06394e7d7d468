import { unboundSeries as unbound } from "../../../components/dns/series/unbound";
import { routerSeries as router } from "../../../components/internet/series";
import { chronySeries as chrony } from "../../../components/ntp/series";
import { MIB } from "../../../lib/bytes";
import { minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import {
  becomes,
  type Change,
  countsFaster,
  freezes,
  later,
  moves,
  startsAgain,
  targetFails,
  targets,
  together,
} from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("Internet");

const job = "router";
const nothingGoesOver = (...devices: readonly string[]): Change => {
  const over = { job, device: matches(devices.join("|")) };
  return together(
    freezes(router.node_network_receive_packets_total(over)),
    freezes(router.node_network_receive_bytes_total(over)),
    freezes(router.node_network_transmit_packets_total(over)),
    freezes(router.node_network_transmit_bytes_total(over)),
  );
};
/** What others see of a house that is offline. */
const offline: Change = together(
  nothingGoesOver("wan", "nat64"),
  freezes(unbound.unbound_answer_rcodes_total({ rcode: matches("NOERROR|NXDOMAIN") })),
  countsFaster(unbound.unbound_answer_rcodes_total({ rcode: "SERVFAIL" }), 5),
  becomes(chrony.chrony_sources_reachability_ratio(), 0),
);
const OF_OTHERS = ["ResolverFailing", "NtpSourcesFew"];
const restarts: Change = startsAgain(`{__name__=~"node_(cpu|network)_.*_total",job="${job}"}`);

export const internetFaults: Faults = () => [
  {
    title: "the router has no power",
    change: targetFails(targets({ job })),
    expect: of("RouterDown", "critical", 6),
  },
  {
    title: "the cable to the modem was pulled out",
    change: together(
      becomes(router.node_network_carrier({ job, device: "wan" }), 0),
      becomes(router.node_network_up({ job, device: "wan" }), 0),
      offline,
    ),
    expect: { ...of("RouterLinkDown", "critical", 3), others: OF_OTHERS, watchedFor: minutes(45) },
  },
  {
    title: "the provider has a failure behind the modem",
    change: offline,
    expect: { ...of("RouterLineDead", "critical", 9), others: OF_OTHERS, watchedFor: minutes(45) },
  },
  {
    title: "the program that translates IPv6 to IPv4 has ended",
    change: nothingGoesOver("nat64"),
    expect: of("RouterInterfaceSilent", "warning", 31),
  },
  {
    title: "the cable to the modem is damaged",
    change: countsFaster(router.node_network_receive_errs_total({ job, device: "wan" }), 50),
    expect: of("RouterInterfaceErrors", "warning", 19),
  },
  {
    title: "a backup fills the line for hours",
    change: together(
      countsFaster(router.node_network_transmit_bytes_total({ job, device: "wan" }), 2_000_000),
      countsFaster(router.node_network_transmit_packets_total({ job, device: "wan" }), 1600),
      countsFaster(router.node_network_transmit_drop_total({ job, device: "wan" }), 100),
    ),
    expect: of("RouterTrafficDropped", "warning", 40),
  },
  {
    title: "a host opens connections without end",
    change: moves(router.node_nf_conntrack_entries({ job }), 64_000, minutes(10)),
    expect: of("RouterConntrackFull", "warning", 15),
  },
  {
    title: "a list of names to block grows in the router's memory",
    change: moves(router.node_memory_MemAvailable_bytes({ job }), 40 * MIB, minutes(10)),
    expect: of("RouterMemoryShort", "warning", 22),
  },
  {
    title: "the router filters more than it can",
    change: together(
      freezes(router.node_cpu_seconds_total({ job, mode: "idle" })),
      countsFaster(router.node_cpu_seconds_total({ job, mode: "softirq" }), 0.93),
      becomes(router.node_load1({ job }), 9),
    ),
    expect: of("RouterCpuBusy", "warning", 27),
  },
  {
    title: "the router's power supply is worn out",
    change: together(restarts, later(minutes(40), restarts)),
    expect: of("RouterRestarting", "warning", 42),
  },
  { title: "the router was updated", change: restarts, expect: { nothingFor: minutes(60) } },
];
