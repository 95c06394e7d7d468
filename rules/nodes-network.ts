import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import { LINK } from "../components/exporters/series/own-devices";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";

const {
  node_bonding_active: activeLinks,
  node_bonding_slaves: links,
  node_network_carrier_changes_total: carrierChanges,
  node_netstat_Tcp_OutSegs: segments,
  node_netstat_Tcp_RetransSegs: segmentsAgain,
  node_network_receive_drop_total: receiveDrops,
  node_network_receive_errs_total: receiveErrors,
  node_network_receive_packets_total: received,
  node_network_transmit_drop_total: transmitDrops,
  node_network_transmit_errs_total: transmitErrors,
  node_network_transmit_packets_total: sent,
  node_network_up: isUp,
  node_nf_conntrack_entries: followed,
  node_nf_conntrack_entries_limit: mostFollowed,
  node_time_seconds: clockTime,
  node_timex_maxerror_seconds: mostWrong,
  node_timex_offset_seconds: offset,
  node_timex_sync_status: isSynchronised,
} = nodeExporterSeries;

const CONNTRACK_SHARE = 0.8;
/** Of all packets; a link without fault has none. */
const ERROR_SHARE = 0.01;
/** Of fewer packets in a second a share says nothing. */
const LEAST_PACKETS = 10;
/** A cable that is plugged in anew makes two. */
const CARRIER_CHANGES = 4;
/** Sign-in codes and logs of several nodes bear no more; the network's time is a hundred times better. */
const OFFSET_SECONDS = 0.05;
/** Of the store's own time, and of the way of a sample there; the node's kernel may believe that all is well. */
const FAR_SECONDS = 30;
/** The kernel adds half a millisecond each second that nobody corrects it: five hours and a half. It says no more than 16. */
const MAX_ERROR_SECONDS = 10;
/** Of all segments; a bad line to far clients makes a hundredth. */
const AGAIN_SHARE = 0.05;

/** The nodes' network and their clocks, which come over it. */
export function nodesNetwork({ job }: Scraped): RuleBundle {
  const link = { job, device: LINK };
  const per5m = (series: string) => `rate(${series}[5m])`;
  const wrong = (errors: string, packets: string, share = ERROR_SHARE) =>
    `${per5m(errors)} / (${per5m(packets)} > ${LEAST_PACKETS}) > ${share}`;

  // proofs
  const at = { job, instance: "192.168.10.31:9100" };
  const eth = (device = "eth0") => ({ ...at, device });
  /** A course that is settled in the fifteenth minute. */
  const steady = (perMinute: number) => `0x9 0+${perMinute}x200`;
  const kinds = [
    (errors: string, packets: string, device = "eth0") => ({ [receiveErrors(eth(device))]: errors, [received(eth(device))]: packets }),
    (errors: string, packets: string, device = "eth0") => ({ [transmitErrors(eth(device))]: errors, [sent(eth(device))]: packets }),
    (errors: string, packets: string, device = "eth0") => ({ [receiveDrops(eth(device))]: errors, [received(eth(device))]: packets }),
    (errors: string, packets: string, device = "eth0") => ({ [transmitDrops(eth(device))]: errors, [sent(eth(device))]: packets }),
  ] as const;
  const eachKind = <T>(of: (kind: (typeof kinds)[number]) => T): [T, T, T, T] => [of(kinds[0]), of(kinds[1]), of(kinds[2]), of(kinds[3])];
  const changed = (values: string, device = "eth0") => ({ [carrierChanges(eth(device))]: values });
  const table = (entries: number, limit = 262_144) => ({ [followed(at)]: `${entries}x20`, [mostFollowed(at)]: `${limit}x20` });
  const bond = (active: number) => ({
    [activeLinks({ ...at, master: "bond0" })]: `${active}x20`,
    [links({ ...at, master: "bond0" })]: "2x20",
  });
  const clock = (seconds: string) => ({ [offset(at)]: seconds });
  const network = (values: string, device = "eth0") => ({ [isUp(eth(device))]: values });
  const again = (part: string, all: string) => ({ [segmentsAgain(at)]: part, [segments(at)]: all });
  const tells = (time: string) => ({ [clockTime(at)]: time });
  const mayBeWrong = (seconds: number) => ({ [mostWrong(at)]: `${seconds}x20` });
  const following = (status: string) => ({ [isSynchronised(at)]: status });

  return area("nodes-network", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("NodeConntrackFilling", {
      expr: `${followed({ job })} / ${mostFollowed({ job })} > ${CONNTRACK_SHARE}`,
      for: minutes(5),
      summary: "Node {{ $labels.instance }} can follow hardly any more connections",
      description:
        "{{ $value | humanize }} of the table is used (1 is all). When it is full, new connections are dropped: find who opens so many.",
      fires: table(213_000),
      silent: [table(206_000), table(0, 0)],
    }),
    alert("NodeNetworkErrors", {
      expr: [
        wrong(receiveErrors(link), received(link)),
        wrong(transmitErrors(link), sent(link)),
        wrong(receiveDrops(link), received(link)),
        wrong(transmitDrops(link), sent(link)),
      ].join("\nor "),
      for: minutes(15),
      inhibits: [{ alerts: ["NodeTcpRetransmitting"], sharing: ["instance"] }],
      summary: "Link {{ $labels.device }} of {{ $labels.instance }} loses packets",
      description:
        "{{ $value | humanize }} of them have errors or are dropped (1 is all). Mostly it is the cable or a plug, else a queue that is full.",
      fires: [
        ...eachKind((of) => after(minutes(30), of(steady(378), "0+36000x200"))),
        ...eachKind((of) => after(minutes(16), of(growing(4, { step: 1980 }), "0+36000x200"))),
        ...eachKind((of) => after(minutes(16), of("0+60x200", growing(4, { step: 3150 })))),
      ],
      silent: [
        ...eachKind((of) => after(minutes(30), of(steady(342), "0+36000x200"))),
        ...eachKind((of) => after(minutes(30), of("0+300x200", "0+565x200"))),
        ...eachKind((of) => after(minutes(30), of(growing(8, { step: 3960 }), "0+36000x200"))),
        ...eachKind((of) => after(minutes(30), of("0+300x200", growing(8, { step: 6300 })))),
        ...eachKind((of) => after(minutes(30), of(steady(378), "0+36000x200", "veth12ab"))),
      ],
    }),
    alert("NodeInterfaceFlapping", {
      expr: `increase(${carrierChanges(link)}[15m]) > ${CARRIER_CHANGES}`,
      summary: "Link {{ $labels.device }} of {{ $labels.instance }} comes and goes",
      description: "{{ $value | humanize }} changes in a quarter of an hour. Cable, plug, the switch's port, or its power saving.",
      fires: after(minutes(50), changed("2x39 4x4 6x4 7x200")),
      silent: [
        after(minutes(50), changed("2x39 4x4 6x200")),
        after(minutes(60), changed("2x39 4x4 6x9 8x200")),
        after(minutes(50), changed("2x39 4x4 6x4 8x200", "veth12ab")),
      ],
    }),
    alert("NodeInterfaceDown", {
      // one that was never up has no cable; one that is down for long is meant to be
      expr: `${isUp(link)} == 0 and max_over_time(${isUp(link)}[6h]) == 1`,
      for: minutes(5),
      summary: "Link {{ $labels.device }} of {{ $labels.instance }} is down",
      description: "It was up within the last hours. Cable, plug, the switch's port; or somebody has switched it off.",
      fires: [after(minutes(15), network("1x9 0x600")), stillAfter(hours(5), network("1x9 0x600"))],
      silent: [
        after(minutes(15), network("1x600")),
        after(minutes(15), network("0x600")),
        after(hours(7), network("1x9 0x600")),
        after(minutes(15), network("1x9 0x600", "veth12ab")),
      ],
    }),
    alert("NodeTcpRetransmitting", {
      expr: wrong(segmentsAgain({ job }), segments({ job }), AGAIN_SHARE),
      for: minutes(15),
      summary: "Node {{ $labels.instance }} sends much of its TCP traffic twice",
      description:
        "{{ $value | humanize }} of its segments (1 is all): they are lost on the way. Look at its link, the switch and the line.",
      fires: [
        after(minutes(30), again(steady(1890), "0+36000x200")),
        after(minutes(16), again(growing(4, { step: 9900 }), "0+36000x200")),
        after(minutes(16), again("0+300x200", growing(4, { step: 3150 }))),
      ],
      silent: [
        after(minutes(30), again(steady(1710), "0+36000x200")),
        after(minutes(30), again("0+300x200", "0+565x200")),
        after(minutes(30), again(growing(8, { step: 19_800 }), "0+36000x200")),
        after(minutes(30), again("0+300x200", growing(8, { step: 6300 }))),
      ],
    }),
    alert("NodeBondDegraded", {
      expr: `${activeLinks({ job })} < ${links({ job })}`,
      for: minutes(5),
      inhibits: [{ alerts: ["NodeInterfaceDown"], sharing: ["instance"] }],
      summary: "Bond {{ $labels.master }} of {{ $labels.instance }} has lost a link",
      description: "{{ $value }} of its links work. The next one that fails takes the node off the network.",
      fires: bond(1),
      silent: bond(2),
    }),
    alert("NodeClockSkew", {
      expr: [
        `abs(${offset({ job })}) > ${OFFSET_SECONDS}`,
        `or abs(${clockTime({ job })} - timestamp(${clockTime({ job })})) > ${FAR_SECONDS}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The clock of node {{ $labels.instance }} is wrong",
      description:
        "It is off by {{ $value | humanizeDuration }} and is not put right. Sign-in codes, certificates and databases bear little of that.",
      fires: [clock("0.052x20"), clock("-0.052x20"), tells("32+60x20"), tells("-32+60x20")],
      silent: [clock("0.048x20"), clock("-0.048x20"), tells("28+60x20"), tells("-28+60x20")],
    }),
    alert("NodeClockUnsynchronised", {
      // the kernel says so when nobody has corrected the clock for hours, or when the time service gave up
      expr: `${isSynchronised({ job })} == 0 or ${mostWrong({ job })} > ${MAX_ERROR_SECONDS}`,
      for: minutes(10),
      summary: "The clock of node {{ $labels.instance }} follows no reference",
      description: "Nobody corrects it any more, and it drifts. Look at the node's time service and whether it reaches its servers.",
      fires: [following("0x20"), mayBeWrong(MAX_ERROR_SECONDS + 0.5)],
      silent: [following("1x20"), mayBeWrong(MAX_ERROR_SECONDS - 0.5)],
    }),
  ]);
}
