import { bmcSeries } from "../components/snmp/modules/bmc";
import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertDraft, alert } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { AskedOf } from "./snmp";
import { rowsGone, SEEN_WITHIN } from "./snmp-rows-gone";

/** degraded(3), failed(4); other(1) is what the board can't tell. */
const DEGRADED = 3;
/** ok(2). */
const WELL = 2;

/** What the boards that watch over servers tell of them. */
export function serverHealth({ job, component }: AskedOf): AlertDraft<"severity">[] {
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
  const FAN = "instance, cpqHeFltTolFanChassis, cpqHeFltTolFanIndex";
  const SUPPLY = "instance, cpqHeFltTolPowerSupplyChassis, cpqHeFltTolPowerSupplyBay";
  /** Each kind of them with its numbers, and with another one. */
  const parts = [
    { of: fan, labels: ["cpqHeFltTolFanChassis", "cpqHeFltTolFanIndex"], one: ofFan, other: { ...ofFan, cpqHeFltTolFanIndex: "2" } },
    {
      of: supply,
      labels: ["cpqHeFltTolPowerSupplyChassis", "cpqHeFltTolPowerSupplyBay"],
      one: ofSupply,
      other: { ...ofSupply, cpqHeFltTolPowerSupplyBay: "1" },
    },
    {
      of: condition,
      labels: ["cpqHeTemperatureChassis", "cpqHeTemperatureIndex"],
      one: sensor,
      other: { ...sensor, cpqHeTemperatureIndex: "2" },
    },
  ] as const;
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
        `max by (${FAN}) (${fan({ job })}) >= ${DEGRADED}`,
        `or max by (${SUPPLY}) (${supply({ job })}) >= ${DEGRADED}`,
        ...parts.map(({ of, labels }) => {
          const [chassis, number] = labels;
          const was = `max by (instance, ${labels.join(", ")}) (last_over_time(${of({ job })}[${SEEN_WITHIN}])) >= ${WELL}`;
          return `or ${rowsGone(was, of({ job }), [[`${chassis}, ${number}`, of({ job })]])}`;
        }),
      ].join("\n"),
      for: minutes(5),
      component,
      summary: "A fan, power supply or sensor of the server of {{ $labels.instance }} fails or is gone",
      description:
        "{{ if $labels.cpqHeFltTolFanIndex }}Fan {{ $labels.cpqHeFltTolFanIndex }}{{ end }}{{ if $labels.cpqHeFltTolPowerSupplyBay }}Power supply in bay {{ $labels.cpqHeFltTolPowerSupplyBay }}{{ end }}{{ if $labels.cpqHeTemperatureIndex }}Sensor {{ $labels.cpqHeTemperatureIndex }}{{ end }}: its condition is {{ $value }} (2 it was well and is gone, 3 degraded, 4 failed). The server runs on what is left: order the part.",
      fires: [
        { [fan(ofFan)]: "3x30" },
        { [fan(ofFan)]: "4x30" },
        { [supply(ofSupply)]: "3x30" },
        { [supply(ofSupply)]: "4x30" },
        ...parts.flatMap(({ of, one, other }) => [
          // gone, beside another
          after(minutes(15), { [of(one)]: "2x9 stale", [of(other)]: "2x2000" }),
          stillAfter(hours(23), { [of(one)]: "2x9 stale", [of(other)]: "2x2000" }),
        ]),
      ],
      silent: [
        after(minutes(15), { [fan(ofFan)]: "2x30", [supply(ofSupply)]: "2x30" }),
        after(minutes(15), { [fan(ofFan)]: "1x30", [supply(ofSupply)]: "1x30" }),
        ...parts.flatMap(({ of, one, other }) => [
          after(hours(25), { [of(one)]: "2x9 stale", [of(other)]: "2x2000" }),
          // with all others, and what the board could never judge: an empty place
          after(minutes(15), { [of(one)]: "2x9 stale" }),
          after(minutes(15), { [of(one)]: "1x9 stale", [of(other)]: "2x60" }),
        ]),
      ],
    }),
  ];
}
