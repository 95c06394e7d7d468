import { declareSeries, gauge, info } from "../../../lib/series";
import { type SnmpModule, table } from "../../../lib/snmp/module";

const HEALTH = "1.3.6.1.4.1.232.6.2";
const CONDITION = "1 other, 2 ok, 3 degraded, 4 failed";

const temperatures = table({
  oid: `${HEALTH}.6.8.1`,
  indexes: { cpqHeTemperatureChassis: "integer", cpqHeTemperatureIndex: "integer" },
  columns: {
    cpqHeTemperatureLocale: {
      column: 3,
      metric: info("Where a temperature is measured."),
      enums: {
        1: "other",
        2: "unknown",
        3: "system",
        4: "systemBoard",
        5: "ioBoard",
        6: "cpu",
        7: "memory",
        8: "storage",
        9: "removableMedia",
        10: "powerSupply",
        11: "ambient",
        12: "chassis",
        13: "bridgeCard",
      },
      optional: true,
    },
    cpqHeTemperatureCelsius: { column: 4, metric: gauge("celsius", "Temperature.") },
    cpqHeTemperatureThreshold: {
      column: 5,
      metric: gauge("celsius", "Temperature that is too high for a sensor; 0 or less where it has none."),
      optional: true,
    },
    cpqHeTemperatureCondition: { column: 6, metric: gauge("state", `Condition of a temperature: ${CONDITION}.`) },
  },
});

const fans = table({
  oid: `${HEALTH}.6.7.1`,
  indexes: { cpqHeFltTolFanChassis: "integer", cpqHeFltTolFanIndex: "integer" },
  columns: { cpqHeFltTolFanCondition: { column: 9, metric: gauge("state", `Condition of a fan: ${CONDITION}.`) } },
});

const supplies = table({
  oid: `${HEALTH}.9.3.1`,
  indexes: { cpqHeFltTolPowerSupplyChassis: "integer", cpqHeFltTolPowerSupplyBay: "integer" },
  columns: { cpqHeFltTolPowerSupplyCondition: { column: 4, metric: gauge("state", `Condition of a power supply: ${CONDITION}.`) } },
});

/** HPE iLO (CPQHLTH-MIB): the board that watches over a server. */
export const bmc: SnmpModule = {
  name: "bmc",
  asks: "temperatures, fans and power supplies of a server with HPE iLO",
  tables: [temperatures, fans, supplies],
};

export const bmcSeries = declareSeries({ ...temperatures.metrics, ...fans.metrics, ...supplies.metrics });
