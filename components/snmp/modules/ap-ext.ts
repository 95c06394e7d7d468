import { declareSeries, gauge } from "../../../lib/series";
import { type SnmpModule, table } from "../../../lib/snmp/module";

const AI_STATE = "1.3.6.1.4.1.14823.2.3.3.1.2";
const ACCESS_POINT = `${AI_STATE}.1.1`;
const NAME = { label: "aiAPName", oid: `${ACCESS_POINT}.2` } as const;

const points = table({
  oid: ACCESS_POINT,
  indexes: { aiAPMACAddress: "mac" },
  lookups: [NAME],
  columns: {
    aiAPCPUUtilization: { column: 7, metric: gauge("percent", "CPU use.") },
    aiAPMemoryFree: { column: 8, metric: gauge("bytes", "Free memory.") },
    aiAPTotalMemory: { column: 10, metric: gauge("bytes", "Memory.") },
    aiAPStatus: { column: 11, metric: gauge("state", "What the controller says of an access point: 1 up, 2 down."), optional: true },
  },
});

const radios = table({
  oid: `${AI_STATE}.2.1`,
  indexes: { aiRadioAPMACAddress: "mac", aiRadioIndex: "integer" },
  lookups: [{ ...NAME, by: ["aiRadioAPMACAddress"] }],
  columns: {
    aiRadioTransmitPower: { column: 5, metric: gauge("count", "Power that a radio sends with, in dBm.") },
    aiRadioNoiseFloor: { column: 6, metric: gauge("count", "Noise that a radio hears, in dBm without its sign.") },
    aiRadioUtilization64: { column: 8, metric: gauge("percent", "How busy a radio's channel was over 64 seconds.") },
  },
});

const clients = table({
  oid: `${AI_STATE}.4.1`,
  indexes: { aiClientMACAddress: "mac" },
  columns: { aiClientSNR: { column: 7, metric: gauge("count", "How far a client's signal stands out of the noise, in dB.") } },
  optional: "no client is connected",
});

/** Aruba Instant (AI-AP-MIB). Its controller tells of every access point, the others of less. */
export const apExt: SnmpModule = {
  name: "ap_ext",
  asks: "access points with Aruba Instant, their radios and clients",
  tables: [points, radios, clients],
};

export const apExtSeries = declareSeries({ ...points.metrics, ...radios.metrics, ...clients.metrics });
