import { UPS_FLAGS, upsSeries } from "../components/ups/series";
import { after, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle, record } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { not, type Select, select } from "../lib/series";
import type { Component } from "../lib/site/component";
import { serviceDown } from "./service-down";

/** What a controlled shutdown of the machines behind it takes, with time for somebody to look first. */
const SHORT_RUNTIME_SECONDS = 300;
/** Above it, the rush of one more machine starting is too much. */
const HIGH_LOAD_PERCENT = 80;
/** A battery that was used is above it again within hours. */
const LOW_CHARGE_PERCENT = 80;
/** A charger that works puts back five times as much in two hours: lead-acid batteries take about eight for nine tenths. */
const LEAST_GAIN_PERCENT = 5;

const UPS = "rack@192.168.10.40";

/** Uninterruptible power supplies. Whatever restarts the exporter must not restart a `for`: every condition is by `ups` alone. */
export function ups(component: Component, scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const up = select("up");
  const {
    network_ups_tools_battery_charge: charge,
    network_ups_tools_battery_runtime: runtime,
    network_ups_tools_battery_runtime_low: runtimeLow,
    network_ups_tools_ups_load: load,
    network_ups_tools_ups_realpower: power,
    network_ups_tools_ups_realpower_nominal: nominalPower,
    network_ups_tools_ups_status: status,
  } = upsSeries;
  const says = (flag: string) => `max by (ups) (${status({ flag })}) == 1`;

  // proofs: series as the exporter gives them and the agent labels them
  const target = { job, instance: "10.42.1.7:9199" };
  const given = (of: Select<"ups">, values: string): SeriesSet => ({ [of({ ...target, ups: UPS })]: values });
  const flags = (words: string, samples: (isSet: boolean) => string = (isSet) => `${isSet ? 1 : 0}x70`): SeriesSet =>
    Object.fromEntries(UPS_FLAGS.map((flag) => [status({ ...target, ups: UPS, flag }), samples(words.split(" ").includes(flag))]));
  const onMains = flags("OL CHRG", (isSet) => `${isSet ? 1 : 0}x350`);
  const onMainsFrom = (minute: number) => flags("OL CHRG", (isSet) => (isSet ? `0x${minute - 1} 1x300` : "0x300"));
  const scrapes = (ofExporter: string, ofUps: string): SeriesSet => ({ [up(target)]: ofExporter, [up({ ...target, ups: UPS })]: ofUps });

  const runtimeLeft = record("ups:battery_runtime_seconds:above_low", {
    // below the mark a UPS goes on counting
    expr: `clamp_min(min by (ups) (${runtime()} - ${runtimeLow()}), 0)\nor min by (ups) (${runtime()})`,
    unit: "seconds",
    help: "Time until the UPS says that its battery is low and its machines shut down; until it is empty where the UPS knows no such mark.",
    gives: [
      { series: { ...given(runtime, "2505x5"), ...given(runtimeLow, "300x5") }, gives: [[{ ups: UPS }, 2205]] },
      { series: { ...given(runtime, "118x5"), ...given(runtimeLow, "300x5") }, gives: [[{ ups: UPS }, 0]] },
      { series: given(runtime, "2505x5"), gives: [[{ ups: UPS }, 2505]] },
      { series: given(runtimeLow, "300x5"), gives: [] },
    ],
  });
  const powerDrawn = record("ups:power_watts:measured_or_load", {
    expr: `max by (ups) (${power()})\nor max by (ups) (${load()} * ${nominalPower()} / 100)`,
    unit: "watts",
    help: "Power that the load draws, from the share of the load where the UPS does not measure it.",
    gives: [
      { series: { ...given(power, "131x5"), ...given(load, "14x5"), ...given(nominalPower, "900x5") }, gives: [[{ ups: UPS }, 131]] },
      { series: { ...given(load, "14x5"), ...given(nominalPower, "900x5") }, gives: [[{ ups: UPS }, 126]] },
      { series: given(load, "14x5"), gives: [] },
    ],
  });

  return area("ups", { component, severity: "warning" }, [
    runtimeLeft,
    powerDrawn,
    serviceDown("UpsExporterDown", scraped, {
      severity: "warning",
      component,
      summary: "Nobody watches the UPSes: their exporter is down",
      description: "A power cut would be told by what it takes down. Look at the pod of nut-exporter.",
    }),
    alert("UpsUnreachable", {
      // a UPS whose data is stale makes the scrape hang, not fail: either way its `up` is 0
      expr: `max by (ups) (${up({ job, ups: not("") })}) == 0 and on () max(${up({ job, ups: "" })}) == 1`,
      for: minutes(5),
      summary: "UPS {{ $labels.ups }} does not tell its state",
      description: "Its server does not answer, or has lost the UPS: nobody knows whether it runs on battery. Ask the server with upsc.",
      fires: scrapes("1x20", "0x20"),
      silent: [after(minutes(9), scrapes("1x20", "0x3 1 0x20")), scrapes("0x20", "0x20")],
    }),
    alert("UpsOnBattery", {
      // a calibration empties the battery on purpose
      expr: `${says("OB")} unless on (ups) ${says("CAL")}`,
      for: minutes(1),
      summary: "UPS {{ $labels.ups }} runs on battery",
      description: "Its mains are gone for a minute. Look at the fuse and at the runtime left, and save what should not end abruptly.",
      fires: flags("OB DISCHRG"),
      silent: [flags("OL CHRG"), flags("OB DISCHRG CAL")],
    }),
    alert("UpsBatteryLow", {
      // the low flag alone also stands while the battery fills again
      expr: `${says("LB")} and on (ups) ${says("OB")}\nor ${says("FSD")}`,
      severity: "critical",
      summary: "UPS {{ $labels.ups }} is about to end: its battery is low",
      description: "Its machines shut down now. Restore its mains, or end what must not be cut off.",
      fires: [flags("OB DISCHRG LB"), flags("OL FSD")],
      silent: [flags("OB DISCHRG"), flags("OL CHRG LB")],
    }),
    alert("UpsRuntimeShort", {
      expr: `${runtimeLeft.select()} < ${SHORT_RUNTIME_SECONDS} and on (ups) ${says("OB")}`,
      for: minutes(1),
      severity: "critical",
      reads: [runtimeLeft],
      summary: "UPS {{ $labels.ups }} carries its load for less than five minutes more",
      description:
        "On battery, {{ $value | humanizeDuration }} before its machines shut down. Shed load, or shut down what should end in order.",
      fires: [
        { ...flags("OB DISCHRG"), ...given(runtime, "599x10"), ...given(runtimeLow, "300x10") },
        { ...flags("OB DISCHRG"), ...given(runtime, "299x10") },
      ],
      silent: [
        { ...flags("OB DISCHRG"), ...given(runtime, "600x10"), ...given(runtimeLow, "300x10") },
        { ...flags("OL CHRG"), ...given(runtime, "299x10") },
      ],
    }),
    alert("UpsOverloaded", {
      expr: `max by (ups) (${load()}) > ${HIGH_LOAD_PERCENT}\nor ${says("OVER")}`,
      for: minutes(5),
      summary: "UPS {{ $labels.ups }} carries too much",
      description:
        "More than 80 % of what it can, or it says so itself: without mains it may drop everything at once. Move a machine off it.",
      fires: [
        { ...flags("OL"), ...given(load, "81x20") },
        { ...flags("OL OVER"), ...given(load, "80x20") },
      ],
      silent: { ...flags("OL"), ...given(load, "80x20") },
    }),
    alert("UpsBatteryReplace", {
      // a self-test may raise it for a moment
      expr: says("RB"),
      for: minutes(15),
      summary: "UPS {{ $labels.ups }} asks for a new battery",
      description: "It failed its own test: at the next power cut it may carry its load for seconds. Order a battery.",
      fires: flags("OL RB"),
      silent: [flags("OL CHRG"), flags("OL", (isSet) => (isSet ? "1x70" : "0 1x14 0x70"))],
    }),
    alert("UpsBatteryNotRecharging", {
      // on mains and low throughout: a test on mains takes the charge down on purpose, and what it took comes back
      expr: [
        `max by (ups) (max_over_time(${charge()}[2h])) < ${LOW_CHARGE_PERCENT}`,
        `and on (ups) max by (ups) (${charge()}) - min by (ups) (min_over_time(${charge()}[2h])) < ${LEAST_GAIN_PERCENT}`,
        `and on (ups) min by (ups) (min_over_time(${status({ flag: "OL" })}[2h])) == 1`,
      ].join("\n"),
      for: hours(1),
      summary: "The battery of UPS {{ $labels.ups }} does not fill up",
      description:
        "{{ $value | humanize }} % at most for two hours, with mains all the time, and it hardly rises. Its battery or its charger is worn out.",
      fires: [
        // filled until the 120th minute, by a quarter each, and lost what it had gained in the two hours up to the 200th
        after(minutes(200 + 60), { ...onMainsFrom(31), ...given(charge, "49+0.25x120 79x78 73.9x150") }),
        // the two hours up to the 131st hold nothing of what was before
        stillAfter(minutes(131 + 60), { ...onMains, ...given(charge, "100x10 60x300") }),
      ],
      silent: [
        { ...onMainsFrom(31), ...given(charge, "50+0.25x120 80x78 74.9x150") },
        // a little more than five in two hours
        { ...onMainsFrom(31), ...given(charge, "50+0.043x350") },
        { ...onMainsFrom(135), ...given(charge, "49+0.25x120 79x78 73.9x150") },
        after(minutes(129 + 60), { ...onMains, ...given(charge, "100x10 60x300") }),
        // tests of a full battery, and of one that fills
        after(minutes(100), { ...onMains, ...given(charge, "100-4x20 20+0.15x330") }),
        { ...onMains, ...given(charge, "50+0.1x170 40+0.1x150") },
      ],
    }),
  ]);
}
