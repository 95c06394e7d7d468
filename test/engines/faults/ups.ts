import { upsSeries } from "../../../components/ups/series";
import { minutes } from "../../../lib/duration";
import { becomes, type Change, later, moves, targetFails, targets, together } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const { network_ups_tools_battery_charge, network_ups_tools_battery_runtime, network_ups_tools_ups_load, network_ups_tools_ups_status } =
  upsSeries;

const UPS = "rack@192.168.10.40";
const says = (words: Readonly<Record<string, 0 | 1>>): Change =>
  together(...Object.entries(words).map(([flag, value]) => becomes(network_ups_tools_ups_status({ ups: UPS, flag }), value)));
const cut = says({ OL: 0, OB: 1, DISCHRG: 1 });

export const upsFaults: Faults = () => [
  { title: "a power cut", change: cut, expect: platform("UpsOnBattery", "warning", 2) },
  {
    title: "a power cut that lasts until the battery is low",
    change: together(cut, says({ LB: 1 }), moves(network_ups_tools_battery_charge({ ups: UPS }), 5, minutes(20))),
    expect: platform("UpsBatteryLow", "critical", 1),
  },
  {
    title: "a power cut with an old battery",
    change: together(cut, moves(network_ups_tools_battery_runtime({ ups: UPS }), 200, minutes(10))),
    expect: platform("UpsRuntimeShort", "critical", 12),
  },
  {
    title: "the cable to a UPS was pulled out",
    change: targetFails(targets({ job: "nut-exporter", ups: UPS })),
    expect: platform("UpsUnreachable", "warning", 6),
  },
  {
    title: "nobody watches the UPSes",
    change: targetFails(targets({ job: "nut-exporter" })),
    expect: platform("UpsExporterDown", "warning", 6),
  },
  {
    title: "one machine too many on a UPS",
    change: becomes(network_ups_tools_ups_load({ ups: UPS }), 93),
    expect: platform("UpsOverloaded", "warning", 6),
  },
  {
    title: "a battery does not fill up after a power cut",
    change: becomes(network_ups_tools_battery_charge({ ups: UPS }), 60),
    expect: platform("UpsBatteryNotRecharging", "warning", 190),
  },
  {
    title: "a power cut of 40 minutes, after which the battery fills up again",
    change: together(
      cut,
      moves(network_ups_tools_battery_charge({ ups: UPS }), 30, minutes(40)),
      later(
        minutes(40),
        together(says({ OL: 1, OB: 0, DISCHRG: 0, CHRG: 1 }), moves(network_ups_tools_battery_charge({ ups: UPS }), 100, minutes(180))),
      ),
    ),
    expect: { ...platform("UpsOnBattery", "warning", 2), never: ["UpsBatteryNotRecharging", "UpsBatteryLow"], watchedFor: minutes(225) },
  },
  {
    title: "a UPS empties its battery to see how long it lasts, and fills it again",
    change: together(
      says({ CAL: 1, DISCHRG: 1 }),
      moves(network_ups_tools_battery_charge({ ups: UPS }), 20, minutes(20)),
      later(
        minutes(20),
        together(says({ CAL: 0, DISCHRG: 0, CHRG: 1 }), moves(network_ups_tools_battery_charge({ ups: UPS }), 100, minutes(480))),
      ),
    ),
    expect: { nothingFor: minutes(225) },
  },
  { title: "a battery failed its test", change: says({ RB: 1 }), expect: platform("UpsBatteryReplace", "warning", 16) },
];
