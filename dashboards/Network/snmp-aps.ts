import { apExtSeries } from "../../components/snmp/modules/ap-ext";
import { ifmibSeries } from "../../components/snmp/modules/ifmib";
import { type Dashboard, dashboard, type Row } from "../../lib/dashboards/dashboard";
import { graph, type Query, type StatPanel, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { escapePattern } from "../../lib/metrics/promql";
import { type Condition, matches } from "../../lib/series";
import { device, deviceChoice, devicesRow, silentDevices } from "../shared/snmp-devices";
import { highestLoad, mostLost, portsWithoutLink, uplinksRow } from "../shared/snmp-ports";
import { ACCESS_POINT_STATES, PORT_STATES } from "../shared/snmp-states";
import type { OfClass } from "./snmp-switch";

const {
  aiAPCPUUtilization: cpu,
  aiAPMemoryFree: free,
  aiAPStatus: status,
  aiAPTotalMemory: memory,
  aiClientSNR: snr,
  aiRadioNoiseFloor: noise,
  aiRadioTransmitPower: power,
  aiRadioUtilization64: busy,
} = apExtSeries;
const { ifOperStatus: linkState } = ifmibSeries;

/** Several controllers may tell of one. */
const POINT = "aiAPMACAddress, aiAPName";
const RADIO = "aiAPName, aiRadioIndex";
const radioLegend = "{{aiAPName}} radio {{aiRadioIndex}}";

export interface SnmpAps extends OfClass {
  /** Whether any of them tells of radios and clients. */
  readonly tellsOfRadios: boolean;
  /** Those without an agent, by the switch and the port that they hang on. */
  readonly silent: readonly { readonly name: string; readonly switch: string; readonly port: string }[];
}

export const snmpAps = ({ jobs, next, tellsOfRadios, silent }: SnmpAps): Dashboard =>
  dashboard({
    uid: "snmp-aps",
    title: "Access points",
    folder: "Network",
    question: "Is there good wireless network everywhere, and if not, is it the radio, the channel or the line behind it?",
    asker: "whoever has a bad connection over the air, or was told that an access point is down",
    areas: ["snmp", "snmp-ports"],
    alerts: ["AccessPointDown"],
    next,
    variables: [deviceChoice("Access point or controller", jobs)],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Devices that do not answer",
            description: "Access points or controllers that answer nothing, or not all that they are asked.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: silentDevices(jobs) }],
            thresholds: [warningAbove(1)],
          }),
          ...(tellsOfRadios ? ofRadios : ofPorts),
        ],
      },
      ...(tellsOfRadios ? radioRows : []),
      ...(silent.length === 0 ? [] : [withoutAgent(silent)]),
      uplinksRow,
      devicesRow(jobs),
    ],
  });

const ofPorts: readonly StatPanel[] = [
  stat({
    title: "Described ports without a link",
    description: "Of those that should be up. An access point with one uplink less may be slow, or off.",
    unit: "count",
    decimals: 0,
    width: 6,
    queries: [{ expr: portsWithoutLink }],
    hasTrend: true,
  }),
  stat({
    title: "Busiest described interface",
    description: "Share of its speed, of ten minutes, the higher way.",
    unit: "ratio",
    decimals: 0,
    width: 6,
    queries: [{ expr: highestLoad }],
    asks: ["NetworkPortSaturated"],
    hasTrend: true,
  }),
  stat({
    title: "Most packets lost on one interface",
    description: "Errors and discards of an hour, both ways.",
    unit: "count",
    decimals: 0,
    width: 6,
    queries: [{ expr: mostLost }],
    thresholds: [warningAbove(100)],
  }),
];

const ofRadios: readonly StatPanel[] = [
  stat({
    title: "Access points that are down",
    description: "That the controller has lost. Look at their power and their uplink.",
    unit: "count",
    decimals: 0,
    width: 4,
    queries: [{ expr: `count(min by (${POINT}) (${status(device)}) == 2) or vector(0)` }],
    thresholds: [warningAbove(1)],
  }),
  stat({
    title: "Busiest channel",
    description: "Share of its time that a radio's channel was taken, of whoever's packets. From two thirds on everybody on it waits.",
    unit: "percent",
    decimals: 0,
    width: 4,
    queries: [{ expr: `max(${busy(device)})` }],
    thresholds: [warningAbove(65)],
    hasTrend: true,
  }),
  stat({
    title: "Clients",
    description: "That are connected. None at all where people are is a radio that is off, or a key that was changed.",
    unit: "count",
    decimals: 0,
    width: 4,
    queries: [{ expr: `count(max by (aiClientMACAddress) (${snr(device)})) or vector(0)` }],
    hasTrend: true,
  }),
  stat({
    title: "Weakest tenth of the clients",
    description: "How far their signal stands out of the noise, at best. Below 20 they are slow, and make the others wait.",
    unit: "dB",
    decimals: 0,
    width: 4,
    queries: [{ expr: `quantile(0.1, max by (aiClientMACAddress) (${snr(device)}))` }],
    thresholds: [warningBelow(20)],
    hasTrend: true,
  }),
  stat({
    title: "Busiest processor",
    description: "Of an access point. Busy for long, it answers late: too many clients, or a scan of its surroundings.",
    unit: "percent",
    decimals: 0,
    width: 4,
    queries: [{ expr: `max(${cpu(device)})` }],
    thresholds: [warningAbove(90)],
    hasTrend: true,
  }),
];

const radioRows: readonly Row[] = [
  {
    title: "Radios and clients",
    panels: [
      graph({
        title: "How busy is each radio's channel?",
        description: "Percent of 64 seconds. Busy with few clients: a neighbour on the same channel, or something that disturbs it.",
        unit: "percent",
        min: 0,
        max: 100,
        queries: [{ expr: `max by (${RADIO}) (${busy(device)})`, legend: radioLegend }],
      }),
      graph({
        title: "How much noise does each radio hear?",
        description: "Below nought, all of it. A rise towards nought is a disturbance: a microwave oven, a camera, a broken cable.",
        unit: "dBm",
        queries: [{ expr: `-max by (${RADIO}) (${noise(device)})`, legend: radioLegend }],
      }),
      graph({
        title: "How many clients have what signal?",
        description:
          "Clients by how far their signal stands out of the noise. Many weak ones: an access point is missing, or one sends too weakly.",
        unit: "count",
        min: 0,
        isStacked: true,
        colors: { "below 20 dB": "red", "20 to 30 dB": "orange", "above 30 dB": "green" },
        queries: [
          { expr: `count(max by (aiClientMACAddress) (${snr(device)}) < 20) or vector(0)`, legend: "below 20 dB" },
          { expr: `count(max by (aiClientMACAddress) (${snr(device)}) >= 20 < 30) or vector(0)`, legend: "20 to 30 dB" },
          { expr: `count(max by (aiClientMACAddress) (${snr(device)}) >= 30) or vector(0)`, legend: "above 30 dB" },
        ],
      }),
      graph({
        title: "With how much power does each radio send?",
        description: "A controller changes it by itself: full power of one is the gap that its lost neighbour has left.",
        unit: "dBm",
        queries: [{ expr: `max by (${RADIO}) (${power(device)})`, legend: radioLegend }],
      }),
    ],
  },
  {
    title: "Access points by their controller",
    panels: [
      timeline({
        title: "Which access points are up?",
        description: "As the controller says. One that comes and goes has a power supply or a cable at its end.",
        unit: "state",
        width: 12,
        queries: [{ expr: `min by (${POINT}) (${status(device)})`, legend: "{{aiAPName}}" }],
        means: ACCESS_POINT_STATES,
      }),
      table({
        title: "How are they?",
        description: "Processor and memory of each. One that is short of memory is restarted before it restarts itself.",
        width: 12,
        height: 8,
        by: { aiAPName: "Access point" },
        columns: [
          {
            title: "Processor",
            unit: "percent",
            decimals: 0,
            expr: `max by (aiAPName) (${cpu(device)})`,
            thresholds: [warningAbove(90)],
          },
          {
            title: "Memory free",
            unit: "ratio",
            decimals: 0,
            expr: `min by (aiAPName) (${free(device)} / ${memory(device)})`,
            thresholds: [warningBelow(0.1)],
          },
        ],
      }),
    ],
  },
];

/** In a query a `$` begins a variable; in a group of one it is itself. */
const called = (text: string): string | Condition => (text.includes("$") ? matches(escapePattern(text).replaceAll("\\$", "[$]")) : text);
/** As the application's legends take it. */
const shown = (text: string): string => text.replaceAll(/[${}]/g, " ");

/** Seen from their switch: a row for each. */
function withoutAgent(points: SnmpAps["silent"]): Row {
  const query = ({ name, port, ...at }: SnmpAps["silent"][number]): Query => {
    const [first = "", ...others] = (["ifAlias", "ifName", "ifDescr", "ifIndex"] as const).map((label) =>
      linkState({ instance: at.switch, [label]: called(port) }),
    );
    return { expr: `max(${[first, ...others].join(" or ")}) or vector(4)`, legend: shown(name) };
  };
  return {
    title: "Access points without an agent",
    panels: [
      timeline({
        title: "Does their switch have a link to them?",
        description: "The state of the port that each hangs on, as the site names it. Unknown: the switch tells of no such port.",
        unit: "state",
        queries: points.map(query) as unknown as readonly [Query, ...Query[]],
        means: PORT_STATES,
      }),
    ],
  };
}
