import { routerSeries } from "../components/internet/series";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle, record } from "../lib/alerts/rule";
import { MIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { not } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";
import { fallenSilent } from "./fallen-silent";
import { stepping } from "./proof-counter";
import { ofWhole, shareOfCounts } from "./share-of-counts";

/** Whatever it is called: uplink and house carry more each, tunnels and guests less. */
const MAIN_SHARE = 0.1;
/** Packets per second. A line that is dead behind the modem still brings what the modem says of itself. */
const DEAD_RATE = 0.5;
/** Packets per second on the mean of a day, so that half an hour without one is no chance. */
const USUAL = 1;
/** A good cable brings none in a day. */
const ERROR_SHARE = 0.01;
/** Calls break up from there on. */
const DROPPED_SHARE = 0.02;
/** Packets in a quarter of an hour. */
const LEAST_PACKETS = 1000;
/** Above it, the next burst of connections finds no room. */
const TRACKED_SHARE = 0.8;
/** A router of 128 MB has a few left then. */
const MEMORY_LEFT = 0.05;
const BUSY_SHARE = 0.9;
/** Seconds of processors in ten minutes: they are all there at any time, but after a start. */
const LEAST_SECONDS = 120;
/** One restart is an update. */
const RESTARTS = 2;

/** The router: its lines and what it is short of. Nobody says which interface is the uplink: what carries much is judged as one. */
export function internet(scraped: Scraped): RuleBundle {
  const job = { job: scraped.job };
  const {
    node_cpu_seconds_total: processors,
    node_memory_MemAvailable_bytes: availableMemory,
    node_memory_MemTotal_bytes: memory,
    node_network_carrier: carrier,
    node_network_receive_bytes_total: receivedBytes,
    node_network_receive_errs_total: receiveErrors,
    node_network_receive_packets_total: received,
    node_network_transmit_bytes_total: sentBytes,
    node_network_transmit_drop_total: sendDrops,
    node_network_transmit_packets_total: sent,
    node_nf_conntrack_entries: tracked,
    node_nf_conntrack_entries_limit: trackable,
  } = routerSeries;

  // proofs
  const at = { ...job, instance: "192.168.10.1:9100" };
  const [wan, lan, tunnel] = ["wan", "lan", "nat64"].map((device) => ({ ...at, device }));
  if (wan === undefined || lan === undefined || tunnel === undefined) throw new Error("there are three");
  const carries = (ofWan: number, ofLan: number, length = 400) => ({
    [receivedBytes(wan)]: `0+${0.8 * ofWan}x${length}`,
    [sentBytes(wan)]: `0+${0.2 * ofWan}x${length}`,
    [receivedBytes(lan)]: `0+${0.2 * ofLan}x${length}`,
    [sentBytes(lan)]: `0+${0.8 * ofLan}x${length}`,
  });
  const links = (ofWan: string, ofLan = "1x400") => ({ [carrier(wan)]: ofWan, [carrier(lan)]: ofLan });
  const hasLeft = (part: number) => ({
    [availableMemory(at)]: `${part * MEMORY_LEFT * 128 * MIB}x60`,
    [memory(at)]: `${128 * MIB}x60`,
  });
  const comes = (...steps: Parameters<typeof stepping>[0]) => ({ [received(wan)]: stepping(steps) });
  const restarts = (...ats: readonly number[]) => {
    const ends = [...ats, 1500];
    const runs = ends.map((end, index) => `0+3x${end - (ends[index - 1] ?? 0) - 1}`);
    return {
      [processors({ ...at, cpu: "0", mode: "system" })]: runs.join(" "),
      [processors({ ...at, cpu: "1", mode: "system" })]: runs.join(" "),
    };
  };

  const bytes = `sum by (instance, device) (rate(${receivedBytes(job)}[1d]) + rate(${sentBytes(job)}[1d]))`;
  const share = record("router:network_bytes:share_rate1d", {
    expr: `${bytes}\n/ on (instance) group_left () sum by (instance) (rate(${receivedBytes(job)}[1d]) + rate(${sentBytes(job)}[1d]))`,
    unit: "ratio",
    help: "Share of all bytes of a router within a day that went over an interface.",
    gives: [
      {
        series: carries(30_000, 10_000),
        gives: [
          [{ instance: at.instance, device: "wan" }, 0.75],
          [{ instance: at.instance, device: "lan" }, 0.25],
        ],
      },
      { series: { [receivedBytes({ ...wan, job: "node-exporter" })]: "0+5x10" }, gives: [] },
    ],
  });
  const isMain = `${share.select()} > ${MAIN_SHARE}`;

  return area("internet", { component: "Internet", severity: "warning", ...COMES_AND_GOES }, [
    share,
    exporterDown("RouterDown", job, {
      severity: "critical",
      summary: "The router does not answer",
      description: "It is off, hangs, or only its exporter does. Look whether the house is still online, then at the router.",
    }),
    alert("RouterLinkDown", {
      // an interface that is switched off has no carrier, and a dialled one is gone; a router that tells no carrier at all is no Linux
      expr: [
        isMain,
        `unless on (instance, device) max by (instance, device) (${carrier(job)}) == 1`,
        `and on (instance) max by (instance) (${carrier(job)}) == 1`,
      ].join("\n"),
      for: minutes(2),
      severity: "critical",
      reads: [share],
      summary: "Link {{ $labels.device }} of the router is down",
      description: "It carried {{ $value | humanize }} of all its traffic in a day (1 is all). Look at the cable and at what is behind it.",
      inhibits: [
        { alerts: ["RouterLineDead"], sharing: ["instance", "device"] },
        // tunnels go over it
        { alerts: ["RouterInterfaceSilent"], sharing: ["instance"] },
      ],
      fires: [
        after(minutes(62), { ...carries(10_000, 10_000), ...links("1x59 0x340") }),
        stillAfter(minutes(80), { ...carries(10_000, 10_000), ...links("1x59 stale") }),
        after(minutes(62), { ...carries(1050, 8950), ...links("1x59 0x340") }),
      ],
      silent: [
        after(minutes(62), { ...carries(950, 9050), ...links("1x59 0x340") }),
        after(minutes(62), { ...carries(10_000, 10_000), ...links("1x59 0 1x339") }),
        // told of none
        after(minutes(62), carries(10_000, 10_000)),
        // the exporter itself is gone: said above
        after(minutes(62), { ...carries(10_000, 10_000), ...links("1x59 stale", "1x59 stale") }),
      ],
    }),
    alert("RouterLineDead", {
      expr: [`sum by (instance, device) (rate(${received(job)}[5m])) < ${DEAD_RATE}`, `and on (instance, device) ${isMain}`].join("\n"),
      for: minutes(2),
      severity: "critical",
      reads: [share],
      summary: "Nothing comes in over {{ $labels.device }} of the router",
      description: "Its link is up and {{ $value | humanize }} packets a second arrive. Look at the modem, then ask the provider.",
      inhibits: [{ alerts: ["RouterInterfaceSilent"], sharing: ["instance"] }],
      fires: [
        after(minutes(60 + 5 + 2), { ...carries(10_000, 10_000), ...comes([60, 30_000], [300, 0.95 * 60 * DEAD_RATE]) }),
        // four and a half of five minutes
        after(minutes(60 + 5 + 2), { ...carries(1050, 8950), ...comes([60, 300], [300, 0]) }),
      ],
      silent: [
        { ...carries(10_000, 10_000), ...comes([60, 30_000], [300, 1.05 * 60 * DEAD_RATE]) },
        { ...carries(950, 9050), ...comes([60, 30_000], [300, 0]) },
      ],
    }),
    alert("RouterInterfaceSilent", {
      ...fallenSilent({
        by: "instance, device",
        counts: received(job),
        quiet: minutes(30),
        usual: USUAL,
        given: (counter) => ({ [received(tunnel)]: counter, [received(wan)]: "0+9000x5000" }),
      }),
      summary: "Nothing comes over interface {{ $labels.device }} of the router any more",
      description:
        "Not one packet in half an hour, of which there were many. A tunnel, the translation of IPv6, or a network behind it stands.",
    }),
    alert("RouterInterfaceErrors", {
      ...shareOfCounts({
        by: "instance, device",
        part: receiveErrors(job),
        whole: received(job),
        window: minutes(15),
        share: ERROR_SHARE,
        least: LEAST_PACKETS,
        for: minutes(15),
        given: (errors, packets) => ({ [receiveErrors(wan)]: stepping(errors), [received(wan)]: stepping(packets) }),
      }),
      summary: "Packets arrive damaged at {{ $labels.device }} of the router",
      description: "{{ $value | humanize }} of them (1 is all). A bad cable, plug or optic, or two ends of different duplex.",
    }),
    alert("RouterTrafficDropped", {
      ...shareOfCounts({
        by: "instance, device",
        part: sendDrops(job),
        whole: sent(job),
        window: minutes(15),
        share: DROPPED_SHARE,
        least: LEAST_PACKETS,
        for: minutes(30),
        given: (drops, packets) => ({ [sendDrops(wan)]: stepping(drops), [sent(wan)]: stepping(packets) }),
      }),
      summary: "The router has to drop what it should send over {{ $labels.device }}",
      description: "{{ $value | humanize }} of it for long (1 is all): the line is at its limit. Find who sends so much.",
    }),
    alert("RouterConntrackFull", {
      expr: `max by (instance) (${tracked(job)} / ${trackable(job)}) > ${TRACKED_SHARE}`,
      for: minutes(5),
      summary: "The router's table of connections is nearly full",
      description: "{{ $value | humanize }} of it is taken (1 is all); full, new connections fail. Find who opens so many.",
      fires: { [tracked(at)]: `${1.02 * TRACKED_SHARE * 65_536}x60`, [trackable(at)]: "65536x60" },
      silent: { [tracked(at)]: `${0.98 * TRACKED_SHARE * 65_536}x60`, [trackable(at)]: "65536x60" },
    }),
    alert("RouterCpuBusy", {
      ...shareOfCounts({
        by: "instance",
        part: processors({ ...job, mode: not("idle") }),
        whole: processors(job),
        window: minutes(10),
        share: BUSY_SHARE,
        least: LEAST_SECONDS,
        for: minutes(15),
        given: ofWhole(processors({ ...at, cpu: "0", mode: "softirq" }), processors({ ...at, cpu: "0", mode: "idle" })),
      }),
      summary: "The router's processors are busy all the time",
      description:
        "{{ $value | humanize }} of their time (1 is all): packets wait. Look which of its programs, or how much traffic it filters.",
    }),
    alert("RouterMemoryShort", {
      // Linux alone tells it
      expr: `max by (instance) (${availableMemory(job)} / ${memory(job)}) < ${MEMORY_LEFT}`,
      for: minutes(10),
      summary: "The router has hardly memory left",
      description:
        "{{ $value | humanize }} of it (1 is all). The kernel ends a program of it next: look which one grows, and restart that.",
      fires: hasLeft(0.98),
      silent: hasLeft(1.02),
    }),
    alert("RouterRestarting", {
      // the clock's corrections move the time of the start
      expr: `max by (instance) (resets(${processors({ ...job, mode: "system" })}[6h])) >= ${RESTARTS}`,
      summary: "The router restarts again and again",
      description: "{{ $value }} times within six hours. Look at its power supply, its temperature and what it wrote before.",
      fires: after(minutes(440), restarts(100, 440)),
      silent: [after(minutes(510), restarts(100, 500)), after(minutes(445), restarts(440))],
    }),
  ]);
}
