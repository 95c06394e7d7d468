import { MIB } from "../../lib/bytes";
import { around, counts, never, still } from "../../lib/world/course";
import { each, type Healthy, healthy, type Target, told } from "../../lib/world/healthy";
import { apExtSeries } from "./modules/ap-ext";
import { bmcSeries } from "./modules/bmc";
import { ifmibSeries } from "./modules/ifmib";
import { SNMP_JOBS } from "./modules/jobs";
import { switchExtSeries } from "./modules/switch-ext";
import { exporterSeries, walkSeries } from "./series";

const exporterHealthy = healthy(exporterSeries, () => ({
  snmp_packet_retries_total: counts(1 / 3600),
  snmp_request_errors_total: never,
  snmp_unexpected_pdu_type_total: never,
}));

/** What of a class is asked by a scrape, by its job. */
const moduleOf = ({ labels: { job } }: Target) =>
  Object.values(SNMP_JOBS).flatMap((one) => (one.job === job ? [{ module: one.module.name }] : []));

const walkHealthy = healthy(walkSeries, (_, target) => ({
  snmp_scrape_duration_seconds: each(moduleOf(target), (labels) => labels, around(0.8, 0.3)),
  snmp_scrape_pdus_returned: each(moduleOf(target), (labels) => labels, still(420)),
  snmp_scrape_walk_duration_seconds: each(moduleOf(target), (labels) => labels, around(0.7, 0.3)),
}));

/** The first carries an access point that has no agent; the last is described and was never in use. */
const PORTS = [
  { ifIndex: "10101", ifDescr: "GigabitEthernet1/0/1", ifName: "Gi1/0/1", ifAlias: "uplink", octets: 500_000, isUp: true },
  { ifIndex: "10102", ifDescr: "GigabitEthernet1/0/2", ifName: "Gi1/0/2", octets: 100_000, isUp: true },
  { ifIndex: "10107", ifDescr: "GigabitEthernet1/0/7", ifName: "Gi1/0/7", octets: 40_000, isUp: true },
  { ifIndex: "10148", ifDescr: "GigabitEthernet1/0/48", ifName: "Gi1/0/48", ifAlias: "spare", octets: 0, isUp: false },
];

const ifmibHealthy = healthy(ifmibSeries, ({ site }, { labels: { instance } }) => {
  // whatever the site calls the ports that it counts on
  const hanging = (site.snmp?.silent_access_points ?? [])
    .filter((point) => point.switch === instance && !PORTS.some(({ ifName }) => ifName === point.port))
    .map(({ port }, index) => ({
      ifIndex: String(10_201 + index),
      ifName: `Gi2/0/${1 + index}`,
      ifAlias: port,
      octets: 40_000,
      isUp: true,
    }));
  const ports = <Course extends object>(course: Course | ((port: { readonly octets: number; readonly isUp: boolean }) => Course)) =>
    each(
      [...PORTS, ...new Map(hanging.map((one) => [one.ifAlias, one])).values()],
      ({ octets: _octets, isUp: _isUp, ...labels }) => labels,
      course,
    );
  return {
    sysUpTime: counts(100),
    ifAdminStatus: ports(still(1)),
    ifOperStatus: ports(({ isUp }) => still(isUp ? 1 : 2)),
    ifLastChange: ports(still(4200)),
    ifHighSpeed: ports(still(1000)),
    ifHCInOctets: ports(({ octets }) => counts(octets)),
    ifHCOutOctets: ports(({ octets }) => counts(octets / 2)),
    ifHCInUcastPkts: ports(({ octets }) => counts(octets / 800)),
    ifHCOutUcastPkts: ports(({ octets }) => counts(octets / 1600)),
    ifInErrors: ports(never),
    ifOutErrors: ports(never),
    ifInDiscards: ports(never),
    ifOutDiscards: ports(never),
  };
});

const SENSOR = { ciscoEnvMonTemperatureStatusIndex: "1006", ciscoEnvMonTemperatureStatusDescr: "SW#1, Sensor#1, GREEN" };
const POOL = { ciscoMemoryPoolType: "1", ciscoMemoryPoolName: "Processor" };
const FANS = ["1", "2"].map((number) => ({ ciscoEnvMonFanStatusIndex: number, ciscoEnvMonFanStatusDescr: `Switch#1, Fan#${number}` }));

const switchExtHealthy = healthy(switchExtSeries, () => ({
  cpmCPUTotal5minRev: [[{ cpmCPUTotalIndex: "1" }, around(12, 4)]],
  ciscoMemoryPoolUsed: [[POOL, around(150 * MIB, 5 * MIB)]],
  ciscoMemoryPoolFree: [[POOL, around(250 * MIB, 5 * MIB)]],
  ciscoEnvMonTemperatureStatusValue: [[SENSOR, around(41, 3)]],
  ciscoEnvMonTemperatureThreshold: [[SENSOR, still(68)]],
  ciscoEnvMonTemperatureState: [[SENSOR, still(1)]],
  ciscoEnvMonFanState: each(FANS, (labels) => labels, still(1)),
  ciscoEnvMonSupplyState: [
    [{ ciscoEnvMonSupplyStatusIndex: "1", ciscoEnvMonSupplyStatusDescr: "Switch 1 - Power Supply A" }, still(1)],
    // a place for a second one
    [{ ciscoEnvMonSupplyStatusIndex: "2", ciscoEnvMonSupplyStatusDescr: "Switch 1 - Power Supply B" }, still(5)],
  ],
}));

const apExtHealthy = healthy(apExtSeries, () => {
  const point = { aiAPMACAddress: "02:00:00:00:00:01", aiAPName: "hall" };
  const radio = { aiRadioAPMACAddress: "02:00:00:00:00:01", aiRadioIndex: "0", aiAPName: "hall" };
  return {
    aiAPCPUUtilization: [[point, around(10, 5)]],
    aiAPMemoryFree: [[point, around(220 * MIB, 10 * MIB)]],
    aiAPTotalMemory: [[point, still(512 * MIB)]],
    aiAPStatus: [[point, still(1)]],
    aiRadioTransmitPower: [[radio, still(18)]],
    aiRadioNoiseFloor: [[radio, around(94, 2)]],
    aiRadioUtilization64: [[radio, around(15, 8)]],
    aiClientSNR: [[{ aiClientMACAddress: "02:00:00:00:01:01" }, around(42, 5)]],
  };
});

const bmcHealthy = healthy(bmcSeries, () => {
  const sensor = { cpqHeTemperatureChassis: "0", cpqHeTemperatureIndex: "1" };
  return {
    cpqHeTemperatureLocale_info: told(["ambient"], (cpqHeTemperatureLocale) => ({ ...sensor, cpqHeTemperatureLocale })),
    cpqHeTemperatureCelsius: [[sensor, around(24, 2)]],
    cpqHeTemperatureThreshold: [[sensor, still(42)]],
    cpqHeTemperatureCondition: [[sensor, still(2)]],
    cpqHeFltTolFanCondition: each(["1", "2"], (fan) => ({ cpqHeFltTolFanChassis: "0", cpqHeFltTolFanIndex: fan }), still(2)),
    cpqHeFltTolPowerSupplyCondition: each(
      ["1", "2"],
      (bay) => ({ cpqHeFltTolPowerSupplyChassis: "0", cpqHeFltTolPowerSupplyBay: bay }),
      still(2),
    ),
  };
});

/** Devices on a good day, and the exporter that asks them. */
export const snmpHealthy: readonly Healthy[] = [exporterHealthy, walkHealthy, ifmibHealthy, switchExtHealthy, apExtHealthy, bmcHealthy];
