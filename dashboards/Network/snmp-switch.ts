import { switchAccountChanged, switchLoggingStopped } from "../../components/log-router/alerts/outside";
import type { SnmpJob } from "../../components/snmp/modules/jobs";
import { switchExtSeries } from "../../components/snmp/modules/switch-ext";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, timeline } from "../../lib/dashboards/panel";
import { warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { device, deviceChoice, devicesRow, silentDevices } from "../shared/snmp-devices";
import { highestLoad, portRows, portsWithoutLink } from "../shared/snmp-ports";
import { SWITCH_PART_STATES } from "../shared/snmp-states";

const {
  ciscoEnvMonFanState: fan,
  ciscoEnvMonSupplyState: supply,
  ciscoEnvMonTemperatureState: state,
  ciscoEnvMonTemperatureStatusValue: celsius,
  ciscoEnvMonTemperatureThreshold: shutsDownAt,
  ciscoMemoryPoolFree: free,
  ciscoMemoryPoolUsed: used,
  cpmCPUTotal5minRev: cpu,
} = switchExtSeries;

/** Well, and an empty place. */
const failing = (of: string): string => `(count(${of} > 1 != 5) or vector(0))`;
/** Of IOS, what everything runs in. */
const processor = { ...device, ciscoMemoryPoolName: "Processor" };
const sum = (of: string): string => `sum by (instance) (${of})`;
const freeShare = `100 * ${sum(free(processor))} / (${sum(free(processor))} + ${sum(used(processor))})`;
const SENSOR = "instance, ciscoEnvMonTemperatureStatusIndex, ciscoEnvMonTemperatureStatusDescr";
const sensorLegend = "{{instance}} {{ciscoEnvMonTemperatureStatusDescr}}";
const room = `max by (${SENSOR}) (${shutsDownAt(device)} > 0) - max by (${SENSOR}) (${celsius(device)})`;

export interface OfClass {
  /** What the devices of the class are asked. */
  readonly jobs: readonly Pick<SnmpJob, "job">[];
  /** Of the other classes' pages. */
  readonly next: readonly string[];
}

export const snmpSwitch = ({ jobs, next }: OfClass): Dashboard =>
  dashboard({
    uid: "snmp-switch",
    title: "Switches",
    folder: "Network",
    question: "Do the switches pass on what they should, and are they well?",
    asker: "whoever finds a part of the house slow or cut off, or was told of a port",
    areas: ["snmp", "snmp-ports"],
    alerts: [
      "SwitchTooHot",
      "SwitchPartFailing",
      "SwitchCpuBusy",
      "SwitchMemoryShort",
      switchAccountChanged.name,
      switchLoggingStopped.name,
    ],
    next,
    variables: [deviceChoice("Switch", jobs)],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Switches that do not answer",
            description: "To all or some of what they are asked. They may still pass packets on: a ping tells.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: silentDevices(jobs) }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Described ports without a link",
            description: "Of those that should be up, and were so within a week.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: portsWithoutLink }],
            thresholds: [warningAbove(1)],
            hasTrend: true,
          }),
          stat({
            title: "Busiest described port",
            description: "Share of its speed, of ten minutes, the higher way.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: highestLoad }],
            asks: ["NetworkPortSaturated"],
            hasTrend: true,
          }),
          stat({
            title: "Busiest processor",
            description: "Of five minutes. Packets go on without it; logins, spanning tree and SNMP come late. Often it is a loop.",
            unit: "percent",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${cpu(device)})` }],
            asks: ["SwitchCpuBusy"],
            hasTrend: true,
          }),
          stat({
            title: "Least room before it shuts down",
            description: "Degrees between a sensor and the temperature at which its switch turns itself off.",
            unit: "celsius",
            decimals: 0,
            width: 4,
            queries: [{ expr: `min(${room})` }],
            thresholds: [warningBelow(10)],
            hasTrend: true,
          }),
          stat({
            title: "Parts that fail",
            description: "Fans, power supplies and sensors that are neither well nor an empty place.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: [fan, supply, state].map((one) => failing(one(device))).join(" + ") }],
            thresholds: [warningAbove(1)],
          }),
        ],
      },
      ...portRows,
      {
        title: "Health",
        panels: [
          graph({
            title: "How busy are the processors?",
            description: "Percent of five minutes. A step up that stays is a loop or a scan of the network.",
            unit: "percent",
            min: 0,
            max: 100,
            width: 8,
            queries: [{ expr: `max by (instance, cpmCPUTotalIndex) (${cpu(device)})`, legend: "{{instance}} {{cpmCPUTotalIndex}}" }],
            asks: ["SwitchCpuBusy"],
          }),
          graph({
            title: "How much memory is free?",
            description: "Percent of the processor's. What falls for weeks is a leak: plan a restart, look for a newer release.",
            unit: "percent",
            min: 0,
            max: 100,
            width: 8,
            queries: [{ expr: freeShare, legend: "{{instance}}" }],
            asks: ["SwitchMemoryShort"],
          }),
          graph({
            title: "How warm are they?",
            description: "By sensor. All that rise together are the room; one that rises alone is a fan or a vent.",
            unit: "celsius",
            width: 8,
            queries: [{ expr: `max by (${SENSOR}) (${celsius(device)})`, legend: sensorLegend }],
          }),
          timeline({
            title: "What do they say of their temperatures?",
            description: "The switch's own judgement of each sensor. Critical comes shortly before it shuts itself down.",
            unit: "state",
            width: 8,
            queries: [{ expr: `max by (${SENSOR}) (${state(device)})`, legend: sensorLegend }],
            means: SWITCH_PART_STATES,
          }),
          timeline({
            title: "What do they say of their fans?",
            description: "Not functioning for one: the others have to do, and it gets warmer.",
            unit: "state",
            width: 8,
            queries: [
              {
                expr: `max by (instance, ciscoEnvMonFanStatusIndex, ciscoEnvMonFanStatusDescr) (${fan(device)})`,
                legend: "{{instance}} {{ciscoEnvMonFanStatusDescr}}",
              },
            ],
            means: SWITCH_PART_STATES,
          }),
          timeline({
            title: "What do they say of their power supplies?",
            description: "Not functioning where there are two: the next failure turns the switch off.",
            unit: "state",
            width: 8,
            queries: [
              {
                expr: `max by (instance, ciscoEnvMonSupplyStatusIndex, ciscoEnvMonSupplyStatusDescr) (${supply(device)})`,
                legend: "{{instance}} {{ciscoEnvMonSupplyStatusDescr}}",
              },
            ],
            means: SWITCH_PART_STATES,
          }),
        ],
      },
      devicesRow(jobs),
    ],
  });
