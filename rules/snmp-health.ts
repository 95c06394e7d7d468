import { apExtSeries } from "../components/snmp/modules/ap-ext";
import { switchExtSeries } from "../components/snmp/modules/switch-ext";
import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertDraft, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { MIB } from "../lib/bytes";
import { hours, minutes } from "../lib/duration";
import { not } from "../lib/series";
import type { AskedOf, AskedOverSnmp } from "./snmp";
import { rowsGone, SEEN_WITHIN } from "./snmp-rows-gone";
import { serverHealth } from "./snmp-servers";

/** Of a sensor that tells neither a threshold nor a state of its own. */
const HOT_CELSIUS = 65;
/** Below the temperature at which a switch shuts itself down, of a sensor without a state of its own: time to do something. */
const HEADROOM_CELSIUS = 5;
/** What is left then answers late, to people as to routing protocols. */
const BUSY_PERCENT = 90;
/** Below it nothing can be relied on, a login least of all. */
const LEAST_FREE_PERCENT = 10;
/** Of IOS, the pool that everything runs in; the others are full by design. */
const PROCESSOR = "Processor";

/** What devices tell of their own health. */
export function snmpHealth({ switches, instant, servers }: AskedOverSnmp): RuleBundle[] {
  const rules = [
    ...(switches === undefined ? [] : ofSwitches(switches.health)),
    ...(instant === undefined ? [] : ofAccessPoints(instant)),
    ...(servers === undefined ? [] : serverHealth(servers)),
  ];
  return rules.length === 0 ? [] : [area("snmp-health", { severity: "warning" }, rules)];
}

type Draft = AlertDraft<"severity">;

function ofSwitches({ job, component }: AskedOf): Draft[] {
  const {
    ciscoEnvMonFanState: fan,
    ciscoEnvMonSupplyState: supply,
    ciscoEnvMonTemperatureState: state,
    ciscoEnvMonTemperatureStatusValue: value,
    ciscoEnvMonTemperatureThreshold: threshold,
    ciscoMemoryPoolFree: free,
    ciscoMemoryPoolUsed: used,
    cpmCPUTotal5minRev: cpu,
  } = switchExtSeries;
  const asked = { job };
  const at = { job, instance: "192.0.2.2" };
  const SENSOR = "instance, ciscoEnvMonTemperatureStatusIndex, ciscoEnvMonTemperatureStatusDescr";
  const ON_SENSOR = "on (instance, ciscoEnvMonTemperatureStatusIndex)";
  const sensor = { ...at, ciscoEnvMonTemperatureStatusIndex: "1006", ciscoEnvMonTemperatureStatusDescr: "SW#1, Sensor#1, GREEN" };
  const hot = `max by (${SENSOR}) (${value(asked)})`;
  const limit = `max by (${SENSOR}) (${threshold(asked)} != 0)`;
  const measured = (celsius: number, { shutsDownAt, says }: { shutsDownAt?: number; says?: number } = {}) => ({
    [value(sensor)]: `${celsius}x30`,
    ...(shutsDownAt !== undefined && { [threshold(sensor)]: `${shutsDownAt}x30` }),
    ...(says !== undefined && { [state(sensor)]: `${says}x30` }),
  });
  const ofFan = { ...at, ciscoEnvMonFanStatusIndex: "1014", ciscoEnvMonFanStatusDescr: "Switch#1, Fan#1" };
  const ofSupply = { ...at, ciscoEnvMonSupplyStatusIndex: "1", ciscoEnvMonSupplyStatusDescr: "Switch 1 - Power Supply A" };
  const FAN = "instance, ciscoEnvMonFanStatusIndex, ciscoEnvMonFanStatusDescr";
  const SUPPLY = "instance, ciscoEnvMonSupplyStatusIndex, ciscoEnvMonSupplyStatusDescr";
  /** Each kind of them, with another one, and as it is called when its number or its name has changed. */
  const parts = [
    {
      of: fan,
      one: ofFan,
      other: { ...ofFan, ciscoEnvMonFanStatusIndex: "2014", ciscoEnvMonFanStatusDescr: "Switch#2, Fan#1" },
      renumbered: { ...ofFan, ciscoEnvMonFanStatusIndex: "3014" },
      renamed: { ...ofFan, ciscoEnvMonFanStatusDescr: "Fan 1" },
    },
    {
      of: supply,
      one: ofSupply,
      other: { ...ofSupply, ciscoEnvMonSupplyStatusIndex: "2", ciscoEnvMonSupplyStatusDescr: "Switch 2 - Power Supply A" },
      renumbered: { ...ofSupply, ciscoEnvMonSupplyStatusIndex: "3" },
      renamed: { ...ofSupply, ciscoEnvMonSupplyStatusDescr: "PS A" },
    },
    {
      of: value,
      one: sensor,
      other: { ...sensor, ciscoEnvMonTemperatureStatusIndex: "2006", ciscoEnvMonTemperatureStatusDescr: "SW#2, Sensor#1, GREEN" },
      renumbered: { ...sensor, ciscoEnvMonTemperatureStatusIndex: "3006" },
      // the switch puts its state there
      renamed: { ...sensor, ciscoEnvMonTemperatureStatusDescr: "SW#1, Sensor#1, YELLOW" },
    },
  ] as const;
  const pool = (name: string) => ({ ...at, ciscoMemoryPoolType: "1", ciscoMemoryPoolName: name });
  const memory = (freeMib: number, name = PROCESSOR) => ({
    [free(pool(name))]: `${freeMib * MIB}x30`,
    [used(pool(name))]: `${(100 - freeMib) * MIB}x30`,
  });
  const processor = { ...asked, ciscoMemoryPoolName: PROCESSOR };
  const POOL = "instance, ciscoMemoryPoolName";
  const freeBytes = `sum by (${POOL}) (${free(processor)})`;
  return [
    alert("SwitchTooHot", {
      expr: [
        `${hot} and ${ON_SENSOR} ${state(asked)} > 1 < 5`,
        `or ${hot} >= ${limit} and ${ON_SENSOR} ${state(asked)} == 1`,
        `or ${hot} > ${limit} - ${HEADROOM_CELSIUS} unless ${ON_SENSOR} ${state(asked)}`,
        `or ${hot} > ${HOT_CELSIUS} unless ${ON_SENSOR} ${state(asked)} unless ${ON_SENSOR} ${threshold(asked)} != 0`,
      ].join("\n"),
      for: minutes(5),
      component,
      summary: "{{ $labels.instance }} is too hot: {{ $labels.ciscoEnvMonTemperatureStatusDescr }}",
      description: "{{ $value | humanize }} °C. It shuts itself down before it burns. Look at its fans, its vents and the room.",
      fires: [
        measured(66),
        measured(66, { shutsDownAt: 0 }),
        measured(56, { shutsDownAt: 60 }),
        measured(45, { says: 2 }),
        measured(45, { says: 3, shutsDownAt: 125 }),
        measured(45, { says: 4 }),
        measured(60, { says: 1, shutsDownAt: 60 }),
      ],
      silent: [
        measured(64),
        measured(64, { shutsDownAt: 0 }),
        measured(55, { shutsDownAt: 60 }),
        measured(90, { shutsDownAt: 125 }),
        measured(90, { says: 1 }),
        measured(59, { says: 1, shutsDownAt: 60 }),
        measured(90, { says: 1, shutsDownAt: 0 }),
        // nothing is there, or nothing that measures
        measured(90, { says: 5, shutsDownAt: 60 }),
        measured(90, { says: 6, shutsDownAt: 60 }),
      ],
    }),
    alert("SwitchPartFailing", {
      expr: [
        `max by (${FAN}) (${fan(asked)}) > 1 != 5`,
        `or max by (${SUPPLY}) (${supply(asked)}) > 1 != 5`,
        ...[
          rowsGone(`max by (${FAN}) (last_over_time(${fan(asked)}[${SEEN_WITHIN}])) != 5`, fan(asked), [
            ["ciscoEnvMonFanStatusIndex", fan(asked)],
            ["ciscoEnvMonFanStatusDescr", fan({ ...asked, ciscoEnvMonFanStatusDescr: not("") })],
          ]),
          rowsGone(`max by (${SUPPLY}) (last_over_time(${supply(asked)}[${SEEN_WITHIN}])) != 5`, supply(asked), [
            ["ciscoEnvMonSupplyStatusIndex", supply(asked)],
            ["ciscoEnvMonSupplyStatusDescr", supply({ ...asked, ciscoEnvMonSupplyStatusDescr: not("") })],
          ]),
          rowsGone(`max by (${SENSOR}) (last_over_time(${value(asked)}[${SEEN_WITHIN}]))`, value(asked), [
            ["ciscoEnvMonTemperatureStatusIndex", value(asked)],
            ["ciscoEnvMonTemperatureStatusDescr", value({ ...asked, ciscoEnvMonTemperatureStatusDescr: not("") })],
          ]),
        ].map((one) => `or ${one}`),
      ].join("\n"),
      for: minutes(5),
      component,
      summary: "A fan, power supply or sensor of {{ $labels.instance }} fails or is gone",
      description:
        "{{ if $labels.ciscoEnvMonTemperatureStatusIndex }}Sensor {{ if $labels.ciscoEnvMonTemperatureStatusDescr }}{{ $labels.ciscoEnvMonTemperatureStatusDescr }} {{ end }}is gone, perhaps with its switch of the stack.{{ else }}{{ if $labels.ciscoEnvMonFanStatusDescr }}{{ $labels.ciscoEnvMonFanStatusDescr }}{{ end }}{{ if $labels.ciscoEnvMonSupplyStatusDescr }}{{ $labels.ciscoEnvMonSupplyStatusDescr }}{{ end }}: its state is {{ $value }} (1 it was well and is gone, 2 warning, 3 critical, 4 shut down, 6 not functioning). What is left has to do for the whole switch.{{ end }}",
      fires: [
        { [fan(ofFan)]: "3x30" },
        { [fan(ofFan)]: "2x30" },
        { [supply(ofSupply)]: "6x30" },
        { [supply(ofSupply)]: "2x30" },
        ...parts.flatMap(({ of, one, other }) => [
          // gone, beside another
          after(minutes(15), { [of(one)]: "1x9 stale", [of(other)]: "1x2000" }),
          stillAfter(hours(23), { [of(one)]: "1x9 stale", [of(other)]: "1x2000" }),
        ]),
      ],
      silent: [
        after(minutes(15), { [fan(ofFan)]: "1x30", [supply(ofSupply)]: "1x30" }),
        after(minutes(15), { [fan(ofFan)]: "5x30", [supply(ofSupply)]: "5x30" }),
        ...parts.flatMap(({ of, one, other, renumbered, renamed }) => [
          after(hours(25), { [of(one)]: "1x9 stale", [of(other)]: "1x2000" }),
          // with all others, and there by another number or name
          after(minutes(15), { [of(one)]: "1x9 stale" }),
          ...[renumbered, renamed].map((now) => after(minutes(15), { [of(one)]: "1x9 stale", [of(other)]: "1x60", [of(now)]: "1x60" })),
        ]),
        // an empty place
        ...parts.slice(0, 2).map(({ of, one, other }) => after(minutes(15), { [of(one)]: "5x9 stale", [of(other)]: "1x60" })),
      ],
    }),
    alert("SwitchCpuBusy", {
      expr: `max by (instance, cpmCPUTotalIndex) (${cpu(asked)}) > ${BUSY_PERCENT}`,
      for: minutes(15),
      component,
      summary: "The CPU of {{ $labels.instance }} is busy",
      description: "{{ $value | humanize }} % over five minutes. Packets go on; what the switch decides comes late. Often it is a loop.",
      fires: { [cpu({ ...at, cpmCPUTotalIndex: "1" })]: "91x60" },
      silent: { [cpu({ ...at, cpmCPUTotalIndex: "1" })]: "89x60" },
    }),
    alert("SwitchMemoryShort", {
      expr: `100 * ${freeBytes} / (${freeBytes} + sum by (${POOL}) (${used(processor)})) < ${LEAST_FREE_PERCENT}`,
      for: minutes(15),
      component,
      summary: "{{ $labels.instance }} has hardly any memory left",
      description:
        "{{ $value | humanize }} % of its processor's memory is free. Logins fail next. Plan a restart, look for a newer release.",
      fires: memory(9.5),
      silent: [memory(10.5), memory(1, "I/O")],
    }),
  ];
}

function ofAccessPoints({ job, component }: AskedOf): Draft[] {
  const { aiAPStatus: status } = apExtSeries;
  const point = { job, aiAPMACAddress: "02:00:00:00:00:01", aiAPName: "hall" };
  const says = (values: string, instance = "192.0.2.3") => ({ [status({ ...point, instance })]: values });
  return [
    alert("AccessPointDown", {
      // where several tell of one
      expr: `min by (aiAPMACAddress, aiAPName) (${status({ job })}) == 2`,
      for: minutes(5),
      component,
      summary: "Access point {{ $labels.aiAPName }} is down",
      description: "Its controller has lost it ({{ $labels.aiAPMACAddress }}). Look at its power and its uplink.",
      fires: says("2x30"),
      silent: [says("1x30"), { ...says("2x30"), ...says("1x30", "192.0.2.5") }, after(minutes(15), says("1x9 2x3 1x60"))],
    }),
  ];
}
