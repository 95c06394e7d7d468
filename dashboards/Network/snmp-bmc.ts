import { bmcSeries } from "../../components/snmp/modules/bmc";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { device, deviceChoice, devicesRow, silentDevices } from "../shared/snmp-devices";
import { SERVER_PART_STATES } from "../shared/snmp-states";
import type { OfClass } from "./snmp-switch";

const {
  cpqHeFltTolFanCondition: fan,
  cpqHeFltTolPowerSupplyCondition: supply,
  cpqHeTemperatureCelsius: celsius,
  cpqHeTemperatureCondition: condition,
  cpqHeTemperatureLocale_info: locale,
  cpqHeTemperatureThreshold: threshold,
} = bmcSeries;

const SENSOR = "instance, cpqHeTemperatureChassis, cpqHeTemperatureIndex";
const sensorLegend = "{{instance}} {{cpqHeTemperatureLocale}} {{cpqHeTemperatureIndex}}";
/** With where it measures, of boards that say so. */
const placed = (expr: string): string =>
  `(${expr}) * on (${SENSOR}) group_left (cpqHeTemperatureLocale) max by (${SENSOR}, cpqHeTemperatureLocale) (${locale(device)}) or on (${SENSOR}) (${expr})`;
const temperature = `max by (${SENSOR}) (${celsius(device)})`;
const most = `max by (${SENSOR}) (${threshold(device)} > 0)`;
const room = `${most} - ${temperature}`;
const failing = (of: string): string => `(count(${of} > 2) or vector(0))`;

export const snmpBmc = ({ jobs, next }: OfClass): Dashboard =>
  dashboard({
    uid: "snmp-bmc",
    title: "Server boards",
    folder: "Network",
    question: "Do the servers' own boards see heat, or a fan or power supply that fails?",
    asker: "whoever was told that a server is hot or a part fails, and has to know which to order",
    areas: ["snmp"],
    alerts: ["ServerTooHot", "ServerPartFailing"],
    next,
    variables: [deviceChoice("Server", jobs)],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Boards that do not answer",
            description: "Their servers may run well, and nobody sees how warm they are.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: silentDevices(jobs) }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Warmest sensor",
            description: "Of all chosen servers, wherever it is: a processor may be at 80 degrees, the air that comes in may not.",
            unit: "celsius",
            decimals: 0,
            width: 5,
            queries: [{ expr: `max(${temperature})` }],
            hasTrend: true,
          }),
          stat({
            title: "Least room below a sensor's threshold",
            description: "Degrees. At nought the board begins to shut the server down.",
            unit: "celsius",
            decimals: 0,
            width: 5,
            queries: [{ expr: `min(${room})` }],
            thresholds: [warningBelow(8), criticalBelow(1)],
            hasTrend: true,
          }),
          stat({
            title: "Temperatures that are judged bad",
            description: "Sensors whose condition is degraded or failed, in the board's eyes.",
            unit: "count",
            decimals: 0,
            width: 5,
            queries: [{ expr: failing(`max by (${SENSOR}) (${condition(device)})`) }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Fans and power supplies that fail",
            description: "Degraded or failed. The server runs on what is left: order the part that is red below.",
            unit: "count",
            decimals: 0,
            width: 5,
            queries: [{ expr: `${failing(fan(device))} + ${failing(supply(device))}` }],
            thresholds: [warningAbove(1)],
          }),
        ],
      },
      {
        title: "Temperatures",
        panels: [
          graph({
            title: "How warm is it at each sensor?",
            description: "Ambient that rises on all servers is the room; one sensor alone is a fan, dust or load.",
            unit: "celsius",
            height: 10,
            queries: [{ expr: placed(temperature), legend: sensorLegend }],
          }),
          graph({
            title: "How much room is left at each?",
            description: "Degrees below the sensor's own threshold, where it has one.",
            unit: "celsius",
            height: 10,
            queries: [{ expr: placed(room), legend: sensorLegend }],
          }),
          timeline({
            title: "What does the board say of them?",
            description: "Its own judgement of each sensor. What it can't tell is often an empty place.",
            unit: "state",
            width: 12,
            height: 10,
            queries: [{ expr: placed(`max by (${SENSOR}) (${condition(device)})`), legend: sensorLegend }],
            means: SERVER_PART_STATES,
          }),
          table({
            title: "Which sensors are closest to their threshold?",
            description: "The room that is left, the temperature and where it may not get to.",
            width: 12,
            height: 10,
            by: { instance: "Server", cpqHeTemperatureIndex: "Sensor" },
            columns: [
              {
                title: "Used",
                unit: "ratio",
                decimals: 0,
                expr: `topk(20, ${bySensor(celsius(device))} / ${bySensor(`${threshold(device)} > 0`)})`,
              },
              { title: "Now", unit: "celsius", decimals: 0, expr: bySensor(celsius(device)) },
              { title: "Threshold", unit: "celsius", decimals: 0, expr: bySensor(`${threshold(device)} > 0`) },
            ],
          }),
        ],
      },
      {
        title: "Parts",
        panels: [
          timeline({
            title: "What does the board say of the fans?",
            description: "A row for each. Degraded runs slower than it should, failed does not run.",
            unit: "state",
            width: 12,
            queries: [
              {
                expr: `max by (instance, cpqHeFltTolFanChassis, cpqHeFltTolFanIndex) (${fan(device)})`,
                legend: "{{instance}} fan {{cpqHeFltTolFanIndex}}",
              },
            ],
            means: SERVER_PART_STATES,
          }),
          timeline({
            title: "What does it say of the power supplies?",
            description: "By bay. With one of two failed the next failure turns the server off.",
            unit: "state",
            width: 12,
            queries: [
              {
                expr: `max by (instance, cpqHeFltTolPowerSupplyChassis, cpqHeFltTolPowerSupplyBay) (${supply(device)})`,
                legend: "{{instance}} bay {{cpqHeFltTolPowerSupplyBay}}",
              },
            ],
            means: SERVER_PART_STATES,
          }),
        ],
      },
      devicesRow(jobs),
    ],
  });

function bySensor(of: string): string {
  return `max by (instance, cpqHeTemperatureIndex) (${of})`;
}
