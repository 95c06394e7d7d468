import { apExtSeries } from "../components/snmp/modules/ap-ext";
import { bmcSeries } from "../components/snmp/modules/bmc";
import { switchExtSeries } from "../components/snmp/modules/switch-ext";
import { after } from "../lib/alerts/proof";
import { type AlertDraft, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { MIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import type { AskedOf, AskedOverSnmp } from "./snmp";

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
/** degraded(3), failed(4); other(1) is what the board can't tell. */
const DEGRADED = 3;

/** What devices tell of their own health. */
export function snmpHealth({ switches, instant, servers }: AskedOverSnmp): RuleBundle[] {
  const rules = [
    ...(switches === undefined ? [] : ofSwitches(switches.health)),
    ...(instant === undefined ? [] : ofAccessPoints(instant)),
    ...(servers === undefined ? [] : ofServers(servers)),
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
        `max by (instance, ciscoEnvMonFanStatusIndex, ciscoEnvMonFanStatusDescr) (${fan(asked)}) > 1 != 5`,
        `or max by (instance, ciscoEnvMonSupplyStatusIndex, ciscoEnvMonSupplyStatusDescr) (${supply(asked)}) > 1 != 5`,
      ].join("\n"),
      for: minutes(5),
      component,
      summary: "A fan or power supply of {{ $labels.instance }} fails",
      description:
        "{{ if $labels.ciscoEnvMonFanStatusDescr }}{{ $labels.ciscoEnvMonFanStatusDescr }}{{ end }}{{ if $labels.ciscoEnvMonSupplyStatusDescr }}{{ $labels.ciscoEnvMonSupplyStatusDescr }}{{ end }}: its state is {{ $value }} (2 warning, 3 critical, 4 shut down, 6 not functioning). What is left has to do for the whole switch.",
      fires: [{ [fan(ofFan)]: "3x30" }, { [fan(ofFan)]: "2x30" }, { [supply(ofSupply)]: "6x30" }, { [supply(ofSupply)]: "2x30" }],
      silent: [
        { [fan(ofFan)]: "1x30", [supply(ofSupply)]: "1x30" },
        { [fan(ofFan)]: "5x30", [supply(ofSupply)]: "5x30" },
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

function ofServers({ job, component }: AskedOf): Draft[] {
  const {
    cpqHeFltTolFanCondition: fan,
    cpqHeFltTolPowerSupplyCondition: supply,
    cpqHeTemperatureCelsius: celsius,
    cpqHeTemperatureCondition: condition,
    cpqHeTemperatureThreshold: threshold,
  } = bmcSeries;
  const at = { job, instance: "192.0.2.4" };
  const SENSOR = "instance, cpqHeTemperatureChassis, cpqHeTemperatureIndex";
  const sensor = { ...at, cpqHeTemperatureChassis: "0", cpqHeTemperatureIndex: "1" };
  const judged = (value: number) => ({ [condition(sensor)]: `${value}x30` });
  const measured = (degrees: number, most?: number) => ({
    [celsius(sensor)]: `${degrees}x30`,
    ...(most !== undefined && { [threshold(sensor)]: `${most}x30` }),
  });
  const ofFan = { ...at, cpqHeFltTolFanChassis: "0", cpqHeFltTolFanIndex: "1" };
  const ofSupply = { ...at, cpqHeFltTolPowerSupplyChassis: "0", cpqHeFltTolPowerSupplyBay: "2" };
  return [
    alert("ServerTooHot", {
      expr: [
        `max by (${SENSOR}) (${condition({ job })}) >= ${DEGRADED}`,
        `or max by (${SENSOR}) (${celsius({ job })}) >= max by (${SENSOR}) (${threshold({ job })} > 0)`,
      ].join("\n"),
      for: minutes(5),
      component,
      summary: "The server of {{ $labels.instance }} is too hot at sensor {{ $labels.cpqHeTemperatureIndex }}",
      description:
        "Its board calls the temperature degraded or failed, or it is as high as the sensor's own threshold. It shuts down before it burns. Look at its fans and the room.",
      fires: [judged(3), judged(4), measured(42, 42), { ...measured(71, 70), ...judged(1) }, measured(1, 1)],
      silent: [judged(2), judged(1), measured(41, 42), measured(90), measured(24, 0), { ...measured(24, -99), ...judged(2) }],
    }),
    alert("ServerPartFailing", {
      expr: [
        `max by (instance, cpqHeFltTolFanChassis, cpqHeFltTolFanIndex) (${fan({ job })}) >= ${DEGRADED}`,
        `or max by (instance, cpqHeFltTolPowerSupplyChassis, cpqHeFltTolPowerSupplyBay) (${supply({ job })}) >= ${DEGRADED}`,
      ].join("\n"),
      for: minutes(5),
      component,
      summary: "A fan or power supply of the server of {{ $labels.instance }} fails",
      description:
        "{{ if $labels.cpqHeFltTolFanIndex }}Fan {{ $labels.cpqHeFltTolFanIndex }}{{ end }}{{ if $labels.cpqHeFltTolPowerSupplyBay }}Power supply in bay {{ $labels.cpqHeFltTolPowerSupplyBay }}{{ end }}: its condition is {{ $value }} (3 degraded, 4 failed). The server runs on what is left: order the part.",
      fires: [{ [fan(ofFan)]: "3x30" }, { [fan(ofFan)]: "4x30" }, { [supply(ofSupply)]: "3x30" }, { [supply(ofSupply)]: "4x30" }],
      silent: [
        { [fan(ofFan)]: "2x30", [supply(ofSupply)]: "2x30" },
        { [fan(ofFan)]: "1x30", [supply(ofSupply)]: "1x30" },
      ],
    }),
  ];
}
