import { SNMP_EXPORTER } from "../../../components/snmp/exporter";
import { apExtSeries } from "../../../components/snmp/modules/ap-ext";
import { bmcSeries } from "../../../components/snmp/modules/bmc";
import { ifmibSeries } from "../../../components/snmp/modules/ifmib";
import { SNMP_JOBS } from "../../../components/snmp/modules/jobs";
import { switchExtSeries } from "../../../components/snmp/modules/switch-ext";
import type { Severity } from "../../../lib/alerts/labels";
import { minutes } from "../../../lib/duration";
import { type AnyCatalogue, select, seriesOf } from "../../../lib/series";
import type { Component } from "../../../lib/site/component";
import {
  becomes,
  type Change,
  countsFaster,
  goes,
  later,
  moves,
  passing,
  startsAgain,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import type { Target } from "../../../lib/world/healthy";
import { type Expected, expected, type Faults } from "./fault";
import { appOf, lacks } from "./orchestrator";

const of = (alert: string, component: Component, within: number, severity: Severity = "warning"): Expected =>
  expected(component, alert, severity, within);

const [SWITCH, SERVER] = ["192.168.10.2", "192.168.10.41"];
const uplink = { instance: SWITCH, ifIndex: "10101" };
const attic = { instance: SWITCH, ifIndex: "10107" };
const JOBS: readonly string[] = Object.values(SNMP_JOBS).map(({ job }) => job);
const isDevice = ({ labels: { job = "" } }: Target) => JOBS.includes(job);
const device = (instance: string) => (target: Target) => isDevice(target) && target.labels.instance === instance;
/** The link is away for a minute every four. */
const flap: Change = together(
  ...[0, 4, 8, 12, 16, 20].flatMap((at) => [
    later(minutes(at), becomes(ifmibSeries.ifLastChange(uplink), 9e6 + at * 6000)),
    later(minutes(at), passing(minutes(1), becomes(ifmibSeries.ifOperStatus(uplink), 2))),
  ]),
);

/** A port's rows, in every series of it. */
const portGoes = (port: { readonly instance: string; readonly ifIndex: string }): Change =>
  together(...seriesOf(ifmibSeries).flatMap(({ name, labels }) => (labels.includes("ifIndex") ? [goes(select(name)(port))] : [])));

/** The device answers, and has no row of what a module asks. */
const tellsNothing = (series: AnyCatalogue, instance: string): Change =>
  together(...seriesOf(series).map(({ name }) => goes(select(name)({ instance }))));

/** Switches, access points and boards of servers. */
export const snmpFaults: Faults = (world) => [
  {
    title: "the SNMP exporter can't read its modules",
    change: together(targetFails(isDevice), targetFails(targets({ job: "snmp-exporter" }))),
    expect: of("SnmpExporterDown", "Platform", 7),
  },
  {
    title: "the SNMP exporter waits for its Secret",
    change: together(targetFails(isDevice), targetGoes(targets({ job: SNMP_EXPORTER })), lacks(appOf(world, SNMP_EXPORTER), 1)),
    expect: [of("DeploymentUnavailable", "Platform", 6, "critical"), of("SnmpExporterDown", "Platform", 7)],
  },
  {
    title: "the SNMP user was changed on every device, or the only switch is off",
    change: targetFails(isDevice),
    expect: [of("SnmpDeviceUnreachable", "Internet", 13), of("SnmpDeviceUnreachable", "Platform", 13)],
  },
  {
    title: "nobody asks for a device since a change",
    change: targetGoes(isDevice),
    expect: of("SnmpExporterDown", "Platform", 12),
  },
  {
    title: "nobody asks the SNMP exporter how it is, and a switch is off",
    change: together(targetFails(device(SWITCH)), targetGoes(targets({ job: SNMP_EXPORTER }))),
    expect: of("SnmpDeviceUnreachable", "Internet", 13),
  },
  { title: "a switch is off", change: targetFails(device(SWITCH)), expect: of("SnmpDeviceUnreachable", "Internet", 13) },
  {
    title: "a switch takes too long to tell of its sensors, and tells of its ports",
    change: targetFails(targets({ job: SNMP_JOBS.switchHealth.job, instance: SWITCH })),
    expect: of("SnmpDeviceUnreachable", "Internet", 13),
  },
  {
    title: "the SNMP user of a server's board was changed",
    change: targetFails(device(SERVER)),
    expect: of("SnmpDeviceUnreachable", "Platform", 13),
  },
  {
    title: "a switch was restarted",
    change: together(startsAgain(ifmibSeries.sysUpTime({ instance: SWITCH })), passing(minutes(3), targetFails(device(SWITCH)))),
    expect: of("NetworkDeviceRestarted", "Internet", 5),
  },
  {
    title: "the cable of the uplink was pulled out",
    change: becomes(ifmibSeries.ifOperStatus(uplink), 2),
    expect: of("NetworkPortDown", "Internet", 7),
  },
  {
    title: "a described port without a cable counted bytes before anybody looked",
    change: becomes(ifmibSeries.ifHCInOctets({ instance: SWITCH, ifIndex: "10148" }), 5000),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "the uplink is away for a minute",
    change: passing(minutes(1), becomes(ifmibSeries.ifOperStatus(uplink), 2)),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "somebody unplugs a notebook",
    change: becomes(ifmibSeries.ifOperStatus({ instance: SWITCH, ifIndex: "10102" }), 2),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "the access point without an agent has no power",
    change: becomes(ifmibSeries.ifOperStatus(attic), 2),
    expect: of("AccessPointUplinkDown", "Internet", 7),
  },
  {
    title: "somebody shuts the port of the access point without an agent",
    change: together(becomes(ifmibSeries.ifOperStatus(attic), 2), becomes(ifmibSeries.ifAdminStatus(attic), 2)),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "the member of the stack that the uplink is in is gone, with its ports",
    change: portGoes(uplink),
    expect: of("NetworkPortDown", "Internet", 7),
  },
  {
    title: "the member of the stack that the uplink is in starts again, for three minutes",
    change: passing(minutes(3), portGoes(uplink)),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "a port without a description is gone with its module",
    change: portGoes({ instance: SWITCH, ifIndex: "10102" }),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "the member of the stack that an access point hangs on is gone, with its ports",
    change: portGoes(attic),
    expect: of("AccessPointUplinkUnknown", "Internet", 38),
  },
  { title: "the uplink's plug is loose", change: flap, expect: of("NetworkPortFlapping", "Internet", 30) },
  {
    title: "a cable is broken, and every tenth packet with it",
    change: countsFaster(ifmibSeries.ifInErrors(uplink), 60),
    expect: of("NetworkPortLosing", "Internet", 15),
  },
  {
    title: "a cable is broken, at a device that counts neither packets nor discards",
    change: together(
      countsFaster(ifmibSeries.ifInErrors(uplink), 60),
      ...[ifmibSeries.ifHCInUcastPkts, ifmibSeries.ifHCOutUcastPkts, ifmibSeries.ifInDiscards, ifmibSeries.ifOutDiscards].map((one) =>
        goes(one({ instance: SWITCH })),
      ),
    ),
    expect: of("NetworkPortLosing", "Internet", 15),
  },
  {
    title: "an access point does not know how fast its port is",
    change: becomes(ifmibSeries.ifHighSpeed(uplink), 0),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "somebody copies a whole disk over the uplink",
    change: together(countsFaster(ifmibSeries.ifHCInOctets(uplink), 118e6), countsFaster(ifmibSeries.ifHCInUcastPkts(uplink), 80_000)),
    expect: of("NetworkPortSaturated", "Internet", 27),
  },
  {
    title: "a switch's vents are full of dust",
    change: together(
      moves(switchExtSeries.ciscoEnvMonTemperatureStatusValue({ instance: SWITCH }), 61, minutes(10)),
      later(minutes(8), becomes(switchExtSeries.ciscoEnvMonTemperatureState({ instance: SWITCH }), 2)),
    ),
    expect: of("SwitchTooHot", "Internet", 15),
  },
  {
    title: "a fan of a switch stands",
    change: becomes(switchExtSeries.ciscoEnvMonFanState({ instance: SWITCH, ciscoEnvMonFanStatusIndex: "2" }), 3),
    expect: of("SwitchPartFailing", "Internet", 7),
  },
  {
    title: "a member of a stack is gone, with its fan",
    change: goes(switchExtSeries.ciscoEnvMonFanState({ instance: SWITCH, ciscoEnvMonFanStatusIndex: "2" })),
    expect: of("SwitchPartFailing", "Internet", 7),
  },
  {
    title: "a loop keeps a switch busy",
    change: becomes(switchExtSeries.cpmCPUTotal5minRev({ instance: SWITCH }), 99),
    expect: of("SwitchCpuBusy", "Internet", 17),
  },
  {
    title: "a switch leaks memory",
    change: together(
      moves(switchExtSeries.ciscoMemoryPoolFree({ instance: SWITCH }), 8e6, minutes(20)),
      moves(switchExtSeries.ciscoMemoryPoolUsed({ instance: SWITCH }), 410e6, minutes(20)),
    ),
    expect: of("SwitchMemoryShort", "Internet", 38),
  },
  {
    title: "an access point is off, and its controller tells of it",
    change: becomes(apExtSeries.aiAPStatus(), 2),
    expect: of("AccessPointDown", "Internet", 7),
  },
  {
    title: "a server's room is hot",
    change: becomes(bmcSeries.cpqHeTemperatureCondition({ instance: SERVER }), 3),
    expect: of("ServerTooHot", "Platform", 7),
  },
  {
    title: "a power supply of a server fails",
    change: becomes(bmcSeries.cpqHeFltTolPowerSupplyCondition({ instance: SERVER, cpqHeFltTolPowerSupplyBay: "2" }), 4),
    expect: of("ServerPartFailing", "Platform", 7),
  },
  {
    title: "a power supply of a server was pulled out, and its board has no row of it",
    change: goes(bmcSeries.cpqHeFltTolPowerSupplyCondition({ instance: SERVER, cpqHeFltTolPowerSupplyBay: "2" })),
    expect: of("ServerPartFailing", "Platform", 7),
  },
  {
    title: "a board tells nothing of its fans after an update",
    change: goes(bmcSeries.cpqHeFltTolFanCondition()),
    expect: { nothingFor: minutes(50) },
  },
  {
    title: "a board's SNMP user may see nothing after an update",
    change: tellsNothing(bmcSeries, SERVER),
    expect: of("SnmpDeviceTellsNothing", "Platform", 23),
  },
  {
    title: "the SNMP user's view of a switch was cut down to its sensors",
    change: tellsNothing(ifmibSeries, SWITCH),
    expect: of("SnmpDeviceTellsNothing", "Internet", 23),
  },
  {
    title: "the SNMP user's view of a switch was cut down to when it began",
    change: tellsNothing(Object.fromEntries(Object.entries(ifmibSeries).filter(([name]) => name !== "sysUpTime")), SWITCH),
    expect: of("SnmpDeviceTellsNothing", "Internet", 23),
  },
  {
    title: "a server's CPU is as hot as its sensor's threshold, and its board calls nothing wrong",
    change: becomes(bmcSeries.cpqHeTemperatureCelsius({ instance: SERVER }), 42),
    expect: of("ServerTooHot", "Platform", 7),
  },
  {
    title: "a switch is near its limit, and calls that normal",
    change: becomes(switchExtSeries.ciscoEnvMonTemperatureStatusValue({ instance: SWITCH }), 66),
    expect: { nothingFor: minutes(50) },
  },
];
