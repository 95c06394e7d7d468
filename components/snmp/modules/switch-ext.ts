import { declareSeries, gauge } from "../../../lib/series";
import { type SnmpModule, table } from "../../../lib/snmp/module";

const CISCO_MGMT = "1.3.6.1.4.1.9.9";
const TEMPERATURE = `${CISCO_MGMT}.13.1.3.1`;
const FAN = `${CISCO_MGMT}.13.1.4.1`;
const SUPPLY = `${CISCO_MGMT}.13.1.5.1`;
const POOL = `${CISCO_MGMT}.48.1.1.1`;

/** Values of CiscoEnvMonState. */
const STATES = "1 normal, 2 warning, 3 critical, 4 shutdown, 5 not present, 6 not functioning";
const FEW_SENSORS = "a small switch tells no more of its health than its temperature";

const cpu = table({
  oid: `${CISCO_MGMT}.109.1.1.1.1`,
  indexes: { cpmCPUTotalIndex: "integer" },
  columns: { cpmCPUTotal5minRev: { column: 8, metric: gauge("percent", "CPU use over five minutes.") } },
});

const pools = table({
  oid: POOL,
  indexes: { ciscoMemoryPoolType: "integer" },
  lookups: [{ label: "ciscoMemoryPoolName", oid: `${POOL}.2` }],
  columns: {
    ciscoMemoryPoolUsed: { column: 5, metric: gauge("bytes", "Memory in use.") },
    ciscoMemoryPoolFree: { column: 6, metric: gauge("bytes", "Free memory.") },
  },
});

const temperatures = table({
  oid: TEMPERATURE,
  indexes: { ciscoEnvMonTemperatureStatusIndex: "integer" },
  lookups: [{ label: "ciscoEnvMonTemperatureStatusDescr", oid: `${TEMPERATURE}.2` }],
  columns: {
    ciscoEnvMonTemperatureStatusValue: { column: 3, metric: gauge("celsius", "Temperature.") },
    ciscoEnvMonTemperatureThreshold: {
      column: 4,
      metric: gauge("celsius", "Temperature above which the switch shuts itself down."),
      optional: true,
    },
    ciscoEnvMonTemperatureState: { column: 6, metric: gauge("state", `What the switch says of a temperature: ${STATES}.`), optional: true },
  },
});

const fans = table({
  oid: FAN,
  indexes: { ciscoEnvMonFanStatusIndex: "integer" },
  lookups: [{ label: "ciscoEnvMonFanStatusDescr", oid: `${FAN}.2` }],
  columns: { ciscoEnvMonFanState: { column: 3, metric: gauge("state", `State of a fan: ${STATES}.`) } },
  optional: FEW_SENSORS,
});

const supplies = table({
  oid: SUPPLY,
  indexes: { ciscoEnvMonSupplyStatusIndex: "integer" },
  lookups: [{ label: "ciscoEnvMonSupplyStatusDescr", oid: `${SUPPLY}.2` }],
  columns: { ciscoEnvMonSupplyState: { column: 3, metric: gauge("state", `State of a power supply: ${STATES}.`) } },
  optional: FEW_SENSORS,
});

/** Cisco IOS: CISCO-PROCESS-MIB, CISCO-MEMORY-POOL-MIB and CISCO-ENVMON-MIB. */
export const switchExt: SnmpModule = {
  name: "switch_ext",
  asks: "CPU, memory, temperatures, fans and power supplies of a switch with Cisco IOS",
  tables: [cpu, pools, temperatures, fans, supplies],
};

export const switchExtSeries = declareSeries({
  ...cpu.metrics,
  ...pools.metrics,
  ...temperatures.metrics,
  ...fans.metrics,
  ...supplies.metrics,
});
