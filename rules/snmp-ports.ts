import { ifmibSeries } from "../components/snmp/modules/ifmib";
import { after, stillAfter } from "../lib/alerts/proof";
import { type AlertDraft, alert, area, type RuleBundle, type Shared } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { askedJobs } from "../lib/metrics/asked-jobs";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { quote } from "../lib/series";
import type { AskedOverSnmp, SilentAccessPoint } from "./snmp";
import { DESCRIBED, networkPortDown, ON_PORT, PORT, uplinkAt } from "./snmp-port-down";

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

/** In half an hour: a restart of the other side changes it twice. */
const FLAPS = 5;
/** Of the packets; TCP is slow long before. */
const LOST_SHARE = 0.01;
/** Packets in a quarter of an hour; of fewer one is much. */
const LEAST_LOST = 100;
/** Of a packet; a jumbo frame has more, and is rare. */
const MOST_BYTES = 1500;
/** Of the speed; the rest is headers and bursts. */
const FULL_SHARE = 0.9;
/** More than all: the speed is a guess, as a virtual interface of Linux makes one (10 Mbit/s). */
const IMPOSSIBLE_SHARE = 1.1;
/** Hundredths of a second. */
const JUST_STARTED = 60_000;
/** The count starts anew after 497 days, at 2^32: who was so near to it a quarter of an hour ago was not restarted. */
const ABOUT_TO_WRAP = 4_294_800_000;

/** The ports of switches and access points. */
export function snmpPorts({ ports, switches, silentAccessPoints }: AskedOverSnmp): RuleBundle[] {
  const [first] = ports;
  if (first === undefined) return [];
  const job = askedJobs(ports);
  const asked = { job };
  const at = { job: first.job, instance: "192.0.2.2" };
  const port = uplinkAt(at);
  const { ifAlias: _, ...noAlias } = port;
  const rise = (of: string) => `max by (${PORT}) (increase(${of}[15m]))`;
  /** Not every device tells of discards, or counts packets: then those that would make up the bytes, which are no more than there were. */
  const lost = (errors: string, discards: string, packets: string, octets: string) =>
    `((${rise(errors)} + ${rise(discards)} or ${rise(errors)}) > ${LEAST_LOST}) / (${rise(packets)} or ${rise(octets)} / ${MOST_BYTES}) > ${LOST_SHARE}`;
  const counted = (errors: number, packets: number) => ({
    [errorsIn(port)]: `0+${errors}x60`,
    [discardsIn(port)]: `0+${errors}x60`,
    [packetsIn(port)]: `0+${packets}x60`,
    [errorsOut(port)]: "0x60",
    [discardsOut(port)]: "0x60",
    [packetsOut(port)]: `0+${packets}x60`,
  });
  const countedOut = (errors: number, packets: number) => ({
    ...counted(0, packets),
    [errorsOut(port)]: `0+${errors}x60`,
    [discardsOut(port)]: `0+${errors}x60`,
  });
  /** By errors alone, with the bytes of as many packets of the largest size. */
  const countedBytes = (errors: number, packets: number, of = { errors: errorsIn, bytes: bytesIn }) => ({
    [of.errors(port)]: `0+${errors}x60`,
    [of.bytes(port)]: `0+${packets * MOST_BYTES}x60`,
  });
  const out = { errors: errorsOut, bytes: bytesOut };
  /** Of a speed of 0, which nobody knows, any load is too much to be one. */
  const load = (octets: string) =>
    `max by (${PORT}) (rate(${octets}[10m])) * 8 / (max by (${PORT}) (${speed({ ...asked, ...DESCRIBED })}) * 1e6) > ${FULL_SHARE} < ${IMPOSSIBLE_SHARE}`;
  /** In bytes of each minute, from the tenth on, of a gigabit. */
  const loaded = (
    share: number,
    of: typeof bytesIn = bytesIn,
    { at = port, megabits = 1000 }: { at?: typeof noAlias; megabits?: number } = {},
  ) => ({
    [of(at)]: `0x10 ${(share * 60 * 1e9) / 8}+${(share * 60 * 1e9) / 8}x60`,
    [speed(at)]: `${megabits}x60`,
  });

  return [
    area("snmp-ports", { component: "Internet", severity: "warning" }, [
      ...(switches === undefined || silentAccessPoints.length === 0 ? [] : uplinks(switches.ports, silentAccessPoints)),
      alert("NetworkDeviceRestarted", {
        expr: [
          `max by (instance) (${uptime(asked)}) < ${JUST_STARTED}`,
          `unless on (instance) max by (instance) (${uptime(asked)} offset 15m) > ${ABOUT_TO_WRAP}`,
        ].join("\n"),
        summary: "{{ $labels.instance }} was restarted",
        description: "It runs for {{ $value | humanize }} hundredths of a second. If nobody did it: look at its power, and at its log.",
        fires: [
          { [uptime(at)]: "57000x20" },
          // a long while before its count would start anew, and a quarter of an hour after it did
          after(minutes(21), { [uptime(at)]: "4200000000+6000x20 5000+6000x5" }),
          after(minutes(42), { [uptime(at)]: "4294840000+6000x21 4704+6000x19 5000+6000x5" }),
        ],
        silent: [{ [uptime(at)]: "61000x60" }, after(minutes(31), { [uptime(at)]: "4294840000+6000x21 4704+6000x60" })],
      }),
      networkPortDown(asked, at),
      alert("NetworkPortFlapping", {
        expr: `max by (${PORT}) (changes(${changed({ ...asked, ...DESCRIBED })}[30m])) >= ${FLAPS}`,
        summary: "Port {{ $labels.ifName }} ({{ $labels.ifAlias }}) of {{ $labels.instance }} comes and goes",
        description:
          "Its link changed {{ $value | humanize }} times in half an hour. Look at the cable and the plug, then at the other side.",
        inhibits: [{ alerts: ["NetworkPortDown"], sharing: ["instance", "ifIndex"] }],
        // every five minutes; every seven, and it ends; every ten
        fires: after(minutes(65), { [changed(port)]: "0x44 1x4 2x4 3x4 4x4 5x40" }),
        silent: [
          after(minutes(70), { [changed(port)]: "0x44 1x6 2x6 3x6 4x60" }),
          after(minutes(70), { [changed(port)]: "0x9 1x9 2x9 3x9 4x9 5x9 6x9 7x9" }),
          { [changed(noAlias)]: "0x44 1x4 2x4 3x4 4x4 5x40" },
        ],
      }),
      alert("NetworkPortLosing", {
        expr: [
          lost(errorsIn(asked), discardsIn(asked), packetsIn(asked), bytesIn(asked)),
          `or ${lost(errorsOut(asked), discardsOut(asked), packetsOut(asked), bytesOut(asked))}`,
        ].join("\n"),
        for: minutes(10),
        summary: "Port {{ $labels.ifName }} {{ $labels.ifAlias }} of {{ $labels.instance }} loses packets",
        description:
          "{{ $value | humanize }} of its packets (1 is all). Errors: cable, plug, duplex. Discards: more comes than it can pass on.",
        // 1.05 and 0.95 of a hundred packets; 105 and 95 lost ones in the window
        fires: [
          stillAfter(minutes(50), counted(5.25, 1000)),
          stillAfter(minutes(50), countedOut(5.25, 1000)),
          stillAfter(minutes(50), counted(3.5, 10)),
          stillAfter(minutes(50), countedOut(3.5, 10)),
          after(minutes(11), counted(52.5, 10_000)),
          // a device that gives neither packets nor discards
          stillAfter(minutes(50), countedBytes(10.5, 1000)),
          stillAfter(minutes(50), countedBytes(10.5, 1000, out)),
          stillAfter(minutes(50), countedBytes(6000, 0)),
        ],
        silent: [
          after(minutes(50), counted(4.75, 1000)),
          after(minutes(50), countedOut(4.75, 1000)),
          after(minutes(50), counted(3.1, 10)),
          after(minutes(50), countedOut(3.1, 10)),
          after(minutes(50), countedBytes(9.5, 1000)),
          after(minutes(50), countedBytes(9.5, 1000, out)),
        ],
      }),
      alert("NetworkPortSaturated", {
        expr: [load(bytesIn(asked)), `or ${load(bytesOut(asked))}`].join("\n"),
        for: minutes(15),
        summary: "Port {{ $labels.ifName }} {{ $labels.ifAlias }} of {{ $labels.instance }} is at its limit",
        description: "{{ $value | humanize }} of its speed is used (1 is all). Look at who sends: a backup, a copy, a loop.",
        inhibits: [{ alerts: ["NetworkPortLosing"], sharing: ["instance", "ifIndex"] }],
        fires: [
          after(minutes(35), loaded(0.95)),
          after(minutes(35), loaded(0.95, bytesOut)),
          stillAfter(minutes(50), loaded(1.05)),
          stillAfter(minutes(50), loaded(1.05, bytesOut)),
        ],
        silent: [
          after(minutes(50), loaded(0.85)),
          after(minutes(50), loaded(0.85, bytesOut)),
          // a speed that nobody knows, one that is a guess, and a port that nobody counts on
          after(minutes(50), loaded(0.95, bytesIn, { megabits: 0 })),
          after(minutes(50), loaded(1.15)),
          after(minutes(50), loaded(1.15, bytesOut)),
          after(minutes(50), loaded(0.95, bytesIn, { at: noAlias })),
        ],
      }),
    ]),
  ];
}

/** How people name a port, the surest first: two ports may have one text in different places. */
const NAMES = ["ifAlias", "ifName", "ifDescr", "ifIndex"] as const;

/** The access points that have no agent, seen from the switch. */
function uplinks({ job }: Scraped, points: readonly SilentAccessPoint[]): AlertDraft<keyof Shared>[] {
  const { up } = targetSeries;
  const of = ({ switch: instance, port }: SilentAccessPoint) =>
    NAMES.map((label) => state({ job, instance, [label]: port })).join(` or on (instance) `);
  const named = (vector: string, { name, port }: SilentAccessPoint) =>
    `label_replace(label_replace(${vector}, "access_point", ${literal(name)}, "", ""), "port", ${literal(port)}, "", "")`;
  const each = (vectorOf: (point: SilentAccessPoint) => string) => points.map((point) => named(vectorOf(point), point)).join("\nor ");
  const [one] = points;
  const at = { job, instance: one?.switch ?? "" };
  const reported = (label: (typeof NAMES)[number], value: string) => ({
    [state({ ...at, ifIndex: "10107", ifName: "Gi9/9/9", ifDescr: "GigabitEthernet9/9/9", ifAlias: "up there", [label]: one?.port ?? "" })]:
      value,
  });
  const shut = (admin: number) => ({
    [state({ ...at, ifIndex: "10107", ifName: one?.port ?? "" })]: "2x30",
    [wanted({ ...at, ifIndex: "10107", ifName: one?.port ?? "" })]: `${admin}x30`,
  });
  const other = { [state({ ...at, ifIndex: "10999", ifName: "Gi8/8/8" })]: "2x30" };
  const answers = (values: string) => ({ [up(at)]: values });
  return [
    alert("AccessPointUplinkDown", {
      // somebody who shut it knows
      expr: each((point) => `max by (${PORT}) (${of(point)}) != 1 unless ${ON_PORT} ${wanted({ job, instance: point.switch })} == 2`),
      for: minutes(5),
      summary: "Access point {{ $labels.access_point }} has no link: port {{ $labels.port }} of {{ $labels.instance }}",
      description: "It has no agent that could be asked. Look at its power (the switch may feed it), at the cable, and at the port.",
      inhibits: [{ alerts: ["NetworkPortDown"], sharing: ["instance", "ifIndex"] }],
      fires: [
        reported("ifAlias", "2x30"),
        reported("ifName", "7x30"),
        reported("ifDescr", "2x30"),
        reported("ifIndex", "6x30"),
        shut(1),
        shut(3),
      ],
      silent: [
        shut(2),
        { ...reported("ifName", "1x30"), ...other },
        // another port's name is the alias of this one
        { ...reported("ifAlias", "1x30"), [state({ ...at, ifIndex: "10998", ifName: one?.port ?? "" })]: "2x30" },
        after(minutes(15), reported("ifName", "1x9 2 1x60")),
      ],
    }),
    alert("AccessPointUplinkUnknown", {
      expr: each((point) => `max by (job, instance) (${up({ job, instance: point.switch })}) == 1 unless on (instance) (${of(point)})`),
      for: minutes(30),
      summary: "{{ $labels.instance }} has no port {{ $labels.port }}, where access point {{ $labels.access_point }} should hang",
      description:
        "Nobody would notice the access point being off. Name the port as the switch does, in snmp.silent_access_points of the site.",
      fires: { ...answers("1x60"), ...other },
      silent: [{ ...answers("1x60"), ...reported("ifName", "2x60") }, answers("0x60")],
    }),
  ];
}

/** A text in place of all of a label's, where `$` would be a group of a pattern. */
const literal = (text: string): string => quote(text.replaceAll("$", "$$$$"));
