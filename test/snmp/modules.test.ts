import { parse } from "yaml";
import { MODULES } from "../../components/snmp/modules/all";
import { SNMP_JOBS } from "../../components/snmp/modules/jobs";
import { declareSeries, gauge, info, seriesOf } from "../../lib/series";
import { GIVES_UP_SECONDS, modulesFile } from "../../lib/snmp/configuration";
import { anchorsOf, type SnmpModule, table } from "../../lib/snmp/module";
import { fullPlatform } from "../example";

const SENSORS = table({
  oid: "1.3.6.1.4.1.99999.1.2.1",
  indexes: { vendorChassis: "mac", vendorSensorIndex: "integer" },
  lookups: [{ label: "vendorName", oid: "1.3.6.1.4.1.99999.1.1.1.2", by: ["vendorChassis"] }],
  columns: {
    vendorSensorTenths: { column: 10, scale: 0.1, metric: gauge("celsius", "Temperature.") },
    vendorSensorKind: { column: 4, metric: info("What is measured."), enums: { 1: "inlet", 2: "board" } },
  },
});
const VENDOR: SnmpModule = { name: "vendor", asks: "sensors", tables: [SENSORS] };

test("another vendor is one more declaration: what the exporter is told of it", () => {
  const indexes = [
    { labelname: "vendorChassis", type: "PhysAddress48", fixed_size: 6 },
    { labelname: "vendorSensorIndex", type: "gauge" },
  ];
  const lookups = [{ labels: ["vendorChassis"], labelname: "vendorName", oid: "1.3.6.1.4.1.99999.1.1.1.2", type: "DisplayString" }];
  expect(parse(modulesFile([VENDOR]), { mapAsMap: false })).toEqual({
    modules: {
      vendor: {
        walk: ["1.3.6.1.4.1.99999.1.1.1.2", "1.3.6.1.4.1.99999.1.2.1.4", "1.3.6.1.4.1.99999.1.2.1.10"],
        metrics: [
          {
            name: "vendorSensorTenths",
            oid: "1.3.6.1.4.1.99999.1.2.1.10",
            type: "gauge",
            help: "Temperature.",
            indexes,
            lookups,
            scale: 0.1,
          },
          {
            name: "vendorSensorKind",
            oid: "1.3.6.1.4.1.99999.1.2.1.4",
            type: "EnumAsInfo",
            help: "What is measured.",
            indexes,
            lookups,
            enum_values: { 1: "inlet", 2: "board" },
          },
        ],
        max_repetitions: 60,
        retries: 3,
        timeout: "5s",
      },
    },
  });
  // the exporter takes no quoted number for one
  expect(modulesFile([VENDOR])).toMatch(/^ +1: inlet$/m);
});

test("its series are named by its columns, with the row and what is looked up as labels", () => {
  const declared = seriesOf(declareSeries(SENSORS.metrics));
  expect(declared.map(({ name, kind, labels, sometimes }) => [name, kind, labels, sometimes])).toEqual([
    ["vendorSensorTenths", "gauge", ["vendorChassis", "vendorSensorIndex"], ["vendorName"]],
    ["vendorSensorKind_info", "info", ["vendorChassis", "vendorSensorIndex", "vendorSensorKind"], ["vendorName"]],
  ]);
});

test("whatever is looked up is walked, and no object has two names", () => {
  for (const { name, tables } of MODULES) {
    const { walk, metrics } = parse(modulesFile(MODULES)).modules[name] as { walk: string[]; metrics: { oid: string }[] };
    expect(tables.flatMap(({ lookups }) => lookups.map(({ oid }) => oid)).filter((oid) => !walk.includes(oid))).toEqual([]);
    expect(new Set(metrics.map(({ oid }) => oid)).size).toBe(metrics.length);
  }
});

test("each metric says all of itself: no alias leads elsewhere in the file", () => {
  expect(modulesFile(MODULES)).not.toMatch(/(?:^|\s)[&*]a\d+/m);
});

/** Every column that tells of rows, with the labels that each row has. */
const PORT = ["ifIndex"];
const SENSOR = ["cpqHeTemperatureChassis", "cpqHeTemperatureIndex"];
const RADIO = ["aiRadioAPMACAddress", "aiRadioIndex"];
test.each<[string, Readonly<Record<string, readonly string[]>>]>([
  [
    "ifmib",
    {
      ifAdminStatus: PORT,
      ifOperStatus: PORT,
      ifLastChange: PORT,
      ifInDiscards: PORT,
      ifInErrors: PORT,
      ifOutDiscards: PORT,
      ifOutErrors: PORT,
      ifHCInOctets: PORT,
      ifHCInUcastPkts: PORT,
      ifHCOutOctets: PORT,
      ifHCOutUcastPkts: PORT,
      ifHighSpeed: PORT,
    },
  ],
  [
    "switch_ext",
    {
      cpmCPUTotal5minRev: ["cpmCPUTotalIndex"],
      ciscoMemoryPoolUsed: ["ciscoMemoryPoolType"],
      ciscoMemoryPoolFree: ["ciscoMemoryPoolType"],
      ciscoEnvMonTemperatureStatusValue: ["ciscoEnvMonTemperatureStatusIndex"],
      ciscoEnvMonTemperatureThreshold: ["ciscoEnvMonTemperatureStatusIndex"],
      ciscoEnvMonTemperatureState: ["ciscoEnvMonTemperatureStatusIndex"],
      ciscoEnvMonFanState: ["ciscoEnvMonFanStatusIndex"],
      ciscoEnvMonSupplyState: ["ciscoEnvMonSupplyStatusIndex"],
    },
  ],
  [
    "ap_ext",
    {
      aiAPCPUUtilization: ["aiAPMACAddress"],
      aiAPMemoryFree: ["aiAPMACAddress"],
      aiAPTotalMemory: ["aiAPMACAddress"],
      aiAPStatus: ["aiAPMACAddress"],
      aiRadioTransmitPower: RADIO,
      aiRadioNoiseFloor: RADIO,
      aiRadioUtilization64: RADIO,
      aiClientSNR: ["aiClientMACAddress"],
    },
  ],
  [
    "bmc",
    {
      // as it is stored, with its word
      cpqHeTemperatureLocale_info: [...SENSOR, "cpqHeTemperatureLocale"],
      cpqHeTemperatureCelsius: SENSOR,
      cpqHeTemperatureThreshold: SENSOR,
      cpqHeTemperatureCondition: SENSOR,
      cpqHeFltTolFanCondition: ["cpqHeFltTolFanChassis", "cpqHeFltTolFanIndex"],
      cpqHeFltTolPowerSupplyCondition: ["cpqHeFltTolPowerSupplyChassis", "cpqHeFltTolPowerSupplyBay"],
    },
  ],
])("a device tells something of %s by any of its rows, and not by a scalar", (name, expected) => {
  const module = MODULES.find((one) => one.name === name);
  const anchors = module === undefined ? [] : anchorsOf(module);
  expect(Object.fromEntries(anchors.map((one) => [one.name, one.labels]))).toEqual(expected);
});

test("the exporter gives a device up before its scrape does: it does not see that nobody waits any more", () => {
  const timeouts = fullPlatform().scrapes.flatMap(({ from }) => (from.kind === "devices" ? [from.endpoint.timeout?.seconds ?? 0] : []));
  expect(timeouts).toHaveLength(Object.keys(SNMP_JOBS).length);
  expect(Math.min(...timeouts)).toBeGreaterThan(GIVES_UP_SECONDS);
});
