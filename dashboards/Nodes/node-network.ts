import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { byNode, someNodes } from "../shared/nodes";
import { LINK } from "../shared/own-devices";

const {
  node_bonding_active: bonded,
  node_bonding_slaves: toBeBonded,
  node_netstat_TcpExt_TCPSynRetrans: openedAgain,
  node_netstat_Tcp_CurrEstab: connections,
  node_netstat_Tcp_OutSegs: segments,
  node_netstat_Tcp_RetransSegs: sentAgain,
  node_network_carrier_changes_total: carrierChanges,
  node_network_receive_bytes_total: received,
  node_network_receive_drop_total: receivedDropped,
  node_network_receive_errs_total: receivedWrong,
  node_network_receive_packets_total: receivedPackets,
  node_network_speed_bytes: speed,
  node_network_transmit_bytes_total: sent,
  node_network_transmit_drop_total: sentDropped,
  node_network_transmit_errs_total: sentWrong,
  node_network_transmit_packets_total: sentPackets,
  node_network_up: up,
  node_nf_conntrack_entries: followed,
  node_nf_conntrack_entries_limit: mostFollowed,
} = nodeExporterSeries;

const link = { device: LINK };
const rate = (counter: string, range = "$__rate_interval"): string => `rate(${counter}[${range}])`;
/** Of the links that know their speed. */
const used = (counter: string, range?: string): string => `${rate(counter, range)} / (${speed(link)} > 0)`;
const share = (wrong: string, all: string): string => `${rate(wrong, "5m")} / (${rate(all, "5m")} > 0)`;
const perLink = (expr: string): string => byNode(`max by (instance, device) (${expr})`);
const legend = "{{nodename}} {{device}}";
/** As the alert asks: of a few packets one is many. */
const retransmitted = `${rate(sentAgain(), "5m")} / (${rate(segments(), "5m")} > 0)`;

export const nodeNetwork = dashboard({
  uid: "node-network",
  title: "Node network",
  folder: "Nodes",
  question: "Which node's link is full, flaps or loses packets, and is it the cable, the node or what runs on it?",
  asker: "whoever sees programs that are slow or cut off between nodes, or a link that is down",
  areas: ["nodes-network"],
  next: ["node-detail", "node-use", "k8s-namespace-pods", "k8s-coredns"],
  variables: [someNodes],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Fullest link",
          description: "Of what it can carry, in its busier direction, over five minutes. Near 1 everything on it waits.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [
            {
              expr: `max(${byNode(`max by (instance) (${used(received(link), "5m")})`)} or ${byNode(`max by (instance) (${used(sent(link), "5m")})`)})`,
            },
          ],
          thresholds: [warningAbove(0.8)],
          hasTrend: true,
        }),
        stat({
          title: "Packets wrong or lost",
          description: "Share of the link where it is worst. A link without fault has none: cable, port, or a queue that is too short.",
          unit: "ratio",
          decimals: 2,
          width: 4,
          queries: [
            {
              expr: `max(${perLink(share(receivedWrong(link), receivedPackets(link)))} + ${perLink(share(receivedDropped(link), receivedPackets(link)))})`,
            },
          ],
          asks: ["NodeNetworkErrors"],
          hasTrend: true,
        }),
        stat({
          title: "TCP segments sent again",
          description: "Share on the node where it is worst. Packets get lost somewhere on the way, be it far from here.",
          unit: "ratio",
          decimals: 2,
          width: 4,
          queries: [{ expr: `max(${byNode(retransmitted)})` }],
          asks: ["NodeTcpRetransmitting"],
          hasTrend: true,
        }),
        stat({
          title: "Links that came or went",
          description: "Times within an hour, of all links. A machine that boots makes a few; one that goes on has a bad cable or port.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${byNode(`sum by (instance) (increase(${carrierChanges(link)}[1h]))`)})` }],
          thresholds: [warningAbove(5)],
        }),
        stat({
          title: "Connections followed",
          description: "Of those that its firewall can follow. At 1 new connections are dropped without a word.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${byNode(`${followed()} / ${mostFollowed()}`)})` }],
          asks: ["NodeConntrackFilling"],
          hasTrend: true,
        }),
        stat({
          title: "Slowest link",
          description: "What it can carry. A tenth of what the others have is a cable or a port that came up slower than it should.",
          unit: "bits per second",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${perLink(`8 * (${speed(link)} > 0)`)})` }],
        }),
      ],
    },
    {
      title: "Links",
      panels: [
        timeline({
          title: "Which links were up?",
          description: "Ports that nobody plugged anything in are down for ever; one that turns red is a cable, a port or a switch.",
          unit: "flag",
          width: 12,
          queries: [{ expr: perLink(up(link)), legend }],
          means: { 0: { text: "down", color: "red" }, 1: { text: "up", color: "green" } },
          asks: ["NodeInterfaceDown"],
        }),
        graph({
          title: "Times that a link came or went",
          description: "Within fifteen minutes. One that flaps loses all that is on its way each time.",
          unit: "count",
          min: 0,
          queries: [{ expr: perLink(`increase(${carrierChanges(link)}[15m])`), legend }],
          asks: ["NodeInterfaceFlapping"],
        }),
        table({
          title: "Links by use",
          description: "Each with its speed and what it lost. Two ends of one cable that lose alike are the cable.",
          by: { nodename: "Node", device: "Link" },
          leadsTo: { nodename: { dashboard: "node-detail", variable: "node" } },
          height: 8,
          columns: [
            { title: "Received, of its speed", unit: "ratio", decimals: 1, expr: perLink(used(received(link), "15m")) },
            { title: "Sent, of its speed", unit: "ratio", decimals: 1, expr: perLink(used(sent(link), "15m")) },
            { title: "Speed", unit: "bits per second", expr: perLink(`8 * (${speed(link)} > 0)`) },
            {
              title: "Received wrong in 24 h",
              unit: "count",
              decimals: 0,
              expr: perLink(`increase(${receivedWrong(link)}[24h])`),
              thresholds: [warningAbove(100)],
            },
            { title: "Received and dropped in 24 h", unit: "count", decimals: 0, expr: perLink(`increase(${receivedDropped(link)}[24h])`) },
          ],
        }),
        graph({
          title: "Links that a bond lacks",
          description: "Of those that belong to it. The bond still works, with less to carry and nothing in reserve.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `${byNode(`max by (instance, master) (${toBeBonded()} - ${bonded()})`)} or on () label_replace(vector(0), "master", "no bond", "", "")`,
              legend: "{{nodename}} {{master}}",
            },
          ],
          thresholds: [warningAbove(1)],
          height: 7,
        }),
        graph({
          title: "Received and sent",
          description: "Bytes a second by link; what is sent is below the line.",
          unit: "bytes per second",
          height: 7,
          queries: [
            { expr: perLink(rate(received(link))), legend: `${legend} received` },
            { expr: perLink(rate(sent(link))), legend: `${legend} sent`, isMirrored: true },
          ],
        }),
      ],
    },
    {
      title: "What gets lost?",
      panels: [
        graph({
          title: "Share of received packets that are wrong",
          description: "Broken on the wire: cable, port or module. It has nothing to do with load.",
          unit: "ratio",
          min: 0,
          width: 8,
          queries: [{ expr: perLink(share(receivedWrong(link), receivedPackets(link))), legend }],
          asks: ["NodeNetworkErrors"],
        }),
        graph({
          title: "Share of received packets that are dropped",
          description:
            "Whole, and not taken: more than the kernel could, or of no use to it. With load: too short a queue; without: foreign traffic.",
          unit: "ratio",
          min: 0,
          width: 8,
          queries: [{ expr: perLink(share(receivedDropped(link), receivedPackets(link))), legend }],
          asks: ["NodeNetworkErrors"],
        }),
        graph({
          title: "Packets not sent",
          description: "A second, for an error or because the queue was full.",
          unit: "per second",
          min: 0,
          width: 8,
          queries: [
            { expr: perLink(rate(sentWrong(link))), legend: `${legend} error` },
            { expr: perLink(rate(sentDropped(link))), legend: `${legend} dropped` },
          ],
        }),
        graph({
          title: "TCP segments sent again, by node",
          description: "Share of all that are sent. On one node: its link; on all: what they talk to, or the network between.",
          unit: "ratio",
          min: 0,
          width: 8,
          queries: [{ expr: byNode(retransmitted), legend: "{{nodename}}" }],
          asks: ["NodeTcpRetransmitting"],
        }),
        graph({
          title: "Connections whose opening was sent again",
          description: "A second. Nobody answers where they lead: a firewall, a network policy, or a program that is overrun.",
          unit: "per second",
          min: 0,
          width: 8,
          queries: [{ expr: byNode(rate(openedAgain())), legend: "{{nodename}}" }],
        }),
        graph({
          title: "Packets received and sent",
          description: "A second by node; sent is below the line. Many small ones cost more than few large ones.",
          unit: "per second",
          width: 8,
          queries: [
            { expr: byNode(`sum by (instance) (${rate(receivedPackets(link))})`), legend: "{{nodename}} received" },
            { expr: byNode(`sum by (instance) (${rate(sentPackets(link))})`), legend: "{{nodename}} sent", isMirrored: true },
          ],
        }),
      ],
    },
    {
      title: "Connections",
      panels: [
        graph({
          title: "TCP connections",
          description: "Those that are established. A leap is a program that opens and never closes, or a scan.",
          unit: "count",
          min: 0,
          queries: [{ expr: byNode(connections()), legend: "{{nodename}}" }],
        }),
        graph({
          title: "Connections that the firewall follows",
          description: "Of those that it can. At 1 new ones are dropped; short-lived lookups fill it first.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: byNode(`${followed()} / ${mostFollowed()}`), legend: "{{nodename}}" }],
          asks: ["NodeConntrackFilling"],
        }),
      ],
    },
  ],
});
