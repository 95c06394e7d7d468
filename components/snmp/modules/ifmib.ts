import { counter, declareSeries, gauge } from "../../../lib/series";
import { type SnmpModule, scalar, table } from "../../../lib/snmp/module";

const MIB_2 = "1.3.6.1.2.1";
const IF_ENTRY = `${MIB_2}.2.2.1`;
const IF_X_ENTRY = `${MIB_2}.31.1.1.1`;

/** Two tables of one index: the second came with 64 bits and with names. */
const ports = {
  indexes: { ifIndex: "integer" },
  lookups: [
    { label: "ifName", oid: `${IF_X_ENTRY}.1` },
    {
      label: "ifAlias",
      oid: `${IF_X_ENTRY}.18`,
      whereEmpty: "no port has a description, and none without one alerts when it goes down; describe those that something depends on",
    },
    { label: "ifDescr", oid: `${IF_ENTRY}.2`, optional: true },
  ],
} as const;

const system = scalar(`${MIB_2}.1`, {
  sysUpTime: {
    column: 3,
    metric: gauge("count", "Time since the device began, in hundredths of a second; it starts anew after 497 days."),
    optional: true,
  },
});

const ifTable = table({
  oid: IF_ENTRY,
  ...ports,
  columns: {
    ifAdminStatus: { column: 7, metric: gauge("state", "What an interface should be: 1 up, 2 down, 3 testing.") },
    ifOperStatus: {
      column: 8,
      metric: gauge("state", "What an interface is: 1 up, 2 down, 3 testing, 4 unknown, 5 dormant, 6 not present, 7 lower layer down."),
    },
    ifLastChange: { column: 9, metric: gauge("count", "The device's `sysUpTime` when an interface last changed."), optional: true },
    ifInDiscards: { column: 13, metric: counter("count", "Packets received and thrown away."), optional: true },
    ifInErrors: { column: 14, metric: counter("count", "Packets received broken.") },
    ifOutDiscards: { column: 19, metric: counter("count", "Packets thrown away before they were sent."), optional: true },
    ifOutErrors: { column: 20, metric: counter("count", "Packets that could not be sent.") },
  },
});

const ifXTable = table({
  oid: IF_X_ENTRY,
  ...ports,
  columns: {
    ifHCInOctets: { column: 6, metric: counter("bytes", "Bytes received.") },
    ifHCInUcastPkts: { column: 7, metric: counter("count", "Packets received, without broadcasts."), optional: true },
    ifHCOutOctets: { column: 10, metric: counter("bytes", "Bytes sent.") },
    ifHCOutUcastPkts: { column: 11, metric: counter("count", "Packets sent, without broadcasts."), optional: true },
    ifHighSpeed: { column: 15, metric: gauge("count", "Speed of an interface in megabits a second, 0 where it is not known.") },
  },
});

/** IF-MIB: what every device with ports tells, whoever made it. */
export const ifmib: SnmpModule = { name: "ifmib", asks: "ports, of any maker", tables: [system, ifTable, ifXTable] };

export const ifmibSeries = declareSeries({ ...system.metrics, ...ifTable.metrics, ...ifXTable.metrics });
