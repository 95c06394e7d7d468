import { ifmibSeries } from "../../components/snmp/modules/ifmib";
import { LINKED_WITHIN } from "../../components/snmp/modules/spare-ports";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { toPrometheus } from "../../lib/duration";
import { not } from "../../lib/series";
import { device } from "./snmp-devices";
import { PORT_STATES, SPARE } from "./snmp-states";

const {
  ifAdminStatus: wanted,
  ifHCInOctets: bytesIn,
  ifHCInUcastPkts: packetsIn,
  ifHCOutOctets: bytesOut,
  ifHCOutUcastPkts: packetsOut,
  ifHighSpeed: speed,
  ifInDiscards: discardsIn,
  ifInErrors: errorsIn,
  ifLastChange: changed,
  ifOperStatus: state,
  ifOutDiscards: discardsOut,
  ifOutErrors: errorsOut,
  sysUpTime: uptime,
} = ifmibSeries;

/** Those that somebody counts on. */
const described = { ...device, ifAlias: not("") };
const PORT = "instance, ifName, ifAlias";
const NAMES = { instance: "Device", ifName: "Port", ifAlias: "Description" };
const legend = "{{instance}} {{ifName}} {{ifAlias}}";

const bits = (octets: string): string => `max by (${PORT}) (rate(${octets}[$__rate_interval])) * 8`;
/** Of the speed, where it is known. */
const load = (octets: string, of: typeof device): string =>
  `max by (${PORT}) (rate(${octets}[10m])) * 8 / (max by (${PORT}) (${speed(of)} > 0) * 1e6)`;
const rise = (of: string, range: string): string => `max by (${PORT}) (increase(${of}[${range}]))`;
/** Not every device tells of discards. */
const lostShare = (errors: string, discards: string, packets: string): string =>
  `(${rise(errors, "15m")} + ${rise(discards, "15m")} or ${rise(errors, "15m")}) / (${rise(packets, "15m")} > 0)`;
const lost = (range: string): string => {
  const of = (errors: string, discards: string) => `(${rise(errors, range)} + ${rise(discards, range)} or ${rise(errors, range)})`;
  return `${of(errorsIn(device), discardsIn(device))} + ${of(errorsOut(device), discardsOut(device))}`;
};
const busiest = `topk(25, ${load(bytesIn(device), device)})`;
const ofBusiest = (expr: string): string => `(${expr}) and on (${PORT}) ${busiest}`;

const ON_PORT = "on (instance, ifIndex)";
/** Those that should be up and were so lately, as the alert has it: the others are spare. */
const inUse = `(min_over_time(${state(described)}[${toPrometheus(LINKED_WITHIN)}]) == 1 and ${ON_PORT} ${wanted(device)} == 1)`;
/** Described ports that are in use and have no link. */
export const portsWithoutLink = `count(max by (instance, ifIndex) (${state(described)}) != 1 and ${ON_PORT} ${inUse}) or vector(0)`;
const statesOfUsed = `max by (${PORT}) (${state(described)} and ${ON_PORT} ${inUse})`;
/** Of every described port: {@link PORT_STATES}. */
const states = `${statesOfUsed} or ${SPARE} + 0 * max by (${PORT}) (${state(described)})`;
const way = (name: string, expr: string): string => `label_replace(${expr}, "way", "${name}", "", "")`;
/** Of the described ports; nought where nobody has described any. */
export const highestLoad = `max(${way("in", load(bytesIn(described), described))} or ${way("out", load(bytesOut(described), described))}) or vector(0)`;
export const mostLost = `max(${lost("1h")})`;

const portStates = timeline({
  title: "What state are the described ports in?",
  description:
    "Whoever describes a port counts on it. Down or not present at once for many: a member of a stack, or its power. Spare ones had no link in a week, or are turned off.",
  unit: "state",
  width: 16,
  height: 12,
  queries: [{ expr: states, legend }],
  means: PORT_STATES,
});

const portLoads = graph({
  title: "How much of their speed do described ports use?",
  description: "Of ten minutes, the higher way. At their limit they drop packets: look for a backup, a copy, a loop.",
  unit: "ratio",
  min: 0,
  width: 10,
  height: 9,
  queries: [
    { expr: mostOver(10, load(bytesIn(described), described)), legend: `${legend} in` },
    { expr: mostOver(10, load(bytesOut(described), described)), legend: `${legend} out` },
  ],
  asks: ["NetworkPortSaturated"],
});

const portLosses = graph({
  title: "What share of packets is lost?",
  description: "Of a quarter of an hour, by port. TCP is slow long before one in a hundred.",
  unit: "ratio",
  min: 0,
  queries: [
    { expr: mostOver(10, lostShare(errorsIn(device), discardsIn(device), packetsIn(device))), legend: `${legend} in` },
    { expr: mostOver(10, lostShare(errorsOut(device), discardsOut(device), packetsOut(device))), legend: `${legend} out` },
  ],
  asks: ["NetworkPortLosing"],
});

/** The ports of the devices that are chosen, of whose question they are. */
export const portRows: readonly [Row, Row] = [
  {
    title: "Ports: links and load",
    panels: [
      portStates,
      graph({
        title: "How often do their links change?",
        description: "Within half an hour. A link that comes and goes is a cable, a plug or a power supply at the other side.",
        unit: "count",
        min: 0,
        width: 8,
        height: 12,
        queries: [{ expr: `max by (${PORT}) (changes(${changed(described)}[30m]))`, legend }],
        asks: ["NetworkPortFlapping"],
      }),
      table({
        title: "Which ports carry most?",
        description: "Of all ports with a known speed, the share of it that comes in, and what goes over them either way.",
        by: NAMES,
        width: 14,
        columns: [
          { title: "Used in", unit: "ratio", decimals: 1, expr: busiest, thresholds: [warningAbove(0.7)] },
          {
            title: "Used out",
            unit: "ratio",
            decimals: 1,
            expr: ofBusiest(load(bytesOut(device), device)),
            thresholds: [warningAbove(0.7)],
          },
          { title: "In", unit: "bits per second", expr: ofBusiest(bits(bytesIn(device))) },
          { title: "Out", unit: "bits per second", expr: ofBusiest(bits(bytesOut(device))) },
        ],
      }),
      portLoads,
      graph({
        title: "What comes in over the ten busiest ports?",
        description: "Bits a second. A port that doubles overnight has somebody new behind it.",
        unit: "bits per second",
        min: 0,
        queries: [{ expr: mostOver(10, bits(bytesIn(device))), legend }],
      }),
      graph({
        title: "What goes out over the ten busiest ports?",
        description: "Bits a second. The same amount out of many ports at once is a broadcast storm.",
        unit: "bits per second",
        min: 0,
        queries: [{ expr: mostOver(10, bits(bytesOut(device))), legend }],
      }),
    ],
  },
  {
    title: "Ports: losses and restarts",
    panels: [
      worst({
        title: "Which ports lose most packets?",
        description:
          "Errors and discards of an hour, both ways. Errors: cable, plug, duplex. Discards: more comes than the port can pass on.",
        by: NAMES,
        head: "Packets lost",
        unit: "count",
        decimals: 0,
        expr: lost("1h"),
        thresholds: [warningAbove(100)],
      }),
      portLosses,
      graph({
        title: "Since when does each device run?",
        description:
          "Time since it began, as it says itself; it starts anew after 497 days. A fall that nobody planned is a loss of power.",
        unit: "seconds",
        min: 0,
        width: 24,
        height: 6,
        queries: [{ expr: `max by (instance) (${uptime(device)}) / 100`, legend: "{{instance}}" }],
      }),
    ],
  },
];

/** What of it tells how a device hangs on the network, whose ports are not what it is for. */
export const uplinksRow: Row = {
  title: "Uplinks",
  panels: [
    { ...portStates, width: 8, height: 8 },
    { ...portLoads, width: 8, height: 8 },
    { ...portLosses, width: 8 },
  ],
};
