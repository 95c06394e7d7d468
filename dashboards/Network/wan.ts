import { routerSeries } from "../../components/internet/series";
import { nat64 } from "../../components/log-router/streams/nat64/stream";
import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, logs, stat, timeline } from "../../lib/dashboards/panel";
import { criticalBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { not as without } from "../../lib/log-store/condition";
import { logView } from "../../lib/log-store/log-view";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches, not } from "../../lib/series";

const {
  node_boot_time_seconds: booted,
  node_cpu_seconds_total: cpu,
  node_memory_MemAvailable_bytes: available,
  node_memory_MemTotal_bytes: memory,
  node_network_carrier: carrier,
  node_network_receive_bytes_total: receivedBytes,
  node_network_receive_drop_total: receiveDrops,
  node_network_receive_errs_total: receiveErrors,
  node_network_receive_packets_total: received,
  node_network_transmit_bytes_total: sentBytes,
  node_network_transmit_drop_total: sendDrops,
  node_network_transmit_errs_total: sendErrors,
  node_network_transmit_packets_total: sent,
  node_nf_conntrack_entries: tracked,
  node_nf_conntrack_entries_limit: trackable,
  node_time_seconds: now,
} = routerSeries;
const { up } = targetSeries;

const BY = "instance, device";
const legend = "{{instance}} {{device}}";

const bits = (octets: string, range: string): string => `sum by (${BY}) (rate(${octets}[${range}])) * 8`;
const counted = (of: string, range: string): string => `sum by (${BY}) (increase(${of}[${range}]))`;
const share = (part: string, whole: string): string => `${counted(part, "15m")} / (${counted(whole, "15m")} > 0)`;

export interface Wan extends Scraped {
  /** What of the house's network the site has a page of. */
  readonly next: readonly string[];
}

export function wan({ job, next }: Wan): Dashboard {
  // nodes have the same series
  const router = { job, instance: matches("$router") };
  const lines = { ...router, device: not("lo") };
  const busy = `sum by (instance) (increase(${cpu({ ...router, mode: not("idle") })}[10m])) / sum by (instance) (increase(${cpu(router)}[10m]))`;
  const table = `max by (instance) (${tracked(router)} / ${trackable(router)})`;
  const left = `max by (instance) (${available(router)} / ${memory(router)})`;
  const packets = `sum by (${BY}) (rate(${received(lines)}[5m]))`;
  /** Recorded by the area's rules: uplink and house have the largest. */
  const usual = `router:network_bytes:share_rate1d{instance=~"$router",device!="lo"}`;

  return dashboard({
    uid: "wan",
    title: "Uplink, IPv6 and NAT64",
    folder: "Network",
    question: "Is the house online, and what is the router or its line short of?",
    asker: "whoever is offline or finds everything slow, before the provider is called",
    areas: ["internet"],
    next: ["dns-service", "probes-http", ...next],
    variables: [choice("router", "Router", { of: receivedBytes({ job }), label: "instance" })],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Routers that answer",
            description: "None: it is off, hangs, or its exporter alone does. Look whether the house is still online.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${up({ job })}) or vector(0)` }],
            thresholds: [criticalBelow(1)],
          }),
          stat({
            title: "Packets, quieter line",
            description:
              "A second, of the two interfaces that carry most in a day: the uplink and the house. Nearly none is a line that is dead.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `min(${packets} and on (${BY}) topk(2, ${usual}))` }],
            asks: ["RouterLineDead"],
            hasTrend: true,
          }),
          stat({
            title: "Dropped instead of sent",
            description: "Share of packets in a quarter of an hour, on the interface where it is worst. Calls break up at some percent.",
            unit: "ratio",
            decimals: 2,
            width: 4,
            queries: [{ expr: `max(${share(sendDrops(lines), sent(lines))})` }],
            asks: ["RouterTrafficDropped"],
            hasTrend: true,
          }),
          stat({
            title: "Connections' table taken",
            description: "Share of the connections that can be tracked. Full, new ones fail; the old ones go on.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${table})` }],
            asks: ["RouterConntrackFull"],
            hasTrend: true,
          }),
          stat({
            title: "Processors busy",
            description: "Share of their time in ten minutes. At its limit the router is slower than the line.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${busy})` }],
            asks: ["RouterCpuBusy"],
            hasTrend: true,
          }),
          stat({
            title: "Runs for",
            description: "Since the router was booted. A short time that nobody planned: look at its power and its temperature.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `min(${now(router)} - ${booted(router)})` }],
          }),
        ],
      },
      {
        title: "Lines",
        panels: [
          graph({
            title: "How much goes over each interface?",
            description:
              "Bits a second; what is sent is below the line. Flat at the top is a line at its limit: look inside for who sends so much.",
            unit: "bits per second",
            width: 16,
            queries: [
              { expr: bits(receivedBytes(lines), "$__rate_interval"), legend: `${legend} received` },
              { expr: bits(sentBytes(lines), "$__rate_interval"), legend: `${legend} sent`, isMirrored: true },
            ],
          }),
          bars({
            title: "Which interfaces carry the most?",
            description: "Share of all bytes of a day. What carries much is judged as a main line by the alerts, whatever it is called.",
            unit: "ratio",
            min: 0,
            max: 1,
            width: 8,
            queries: [{ expr: `sort_desc(${usual})`, legend }],
          }),
          timeline({
            title: "Which interfaces have a link?",
            description: "No link: the cable, or what is behind it. Tunnels have one as long as they are configured. Told by Linux alone.",
            unit: "flag",
            width: 12,
            queries: [{ expr: `max by (${BY}) (${carrier(lines)})`, legend }],
            means: { 0: { text: "no link", color: "red" }, 1: { text: "link", color: "green" } },
          }),
          graph({
            title: "How many packets come in?",
            description: "A second. Link up and next to nothing coming in on a main line: the modem, or the provider.",
            unit: "per second",
            min: 0,
            width: 12,
            queries: [{ expr: packets, legend }],
            asks: ["RouterLineDead"],
          }),
        ],
      },
      {
        title: "IPv6 and NAT64",
        panels: [
          bars({
            title: "Which interfaces had nothing in half an hour?",
            description:
              "Packets that came in. A bar of nought for a tunnel or the translator of IPv6 to IPv4: it is configured, and nobody gets through.",
            unit: "count",
            min: 0,
            decimals: 0,
            queries: [{ expr: `sort(${counted(received(lines), "30m")})`, legend }],
          }),
          graph({
            title: "How large are the packets that come in?",
            description: "Bytes on average. A tunnel whose packets never get large has a wrong MTU: pages begin to load and hang.",
            unit: "bytes",
            min: 0,
            queries: [
              {
                expr: `sum by (${BY}) (rate(${receivedBytes(lines)}[$__rate_interval])) / (sum by (${BY}) (rate(${received(lines)}[$__rate_interval])) > 0)`,
                legend,
              },
            ],
          }),
          logs({
            title: "Which sessions does the NAT64 gateway open?",
            description: "The newest first. None while devices that know IPv6 alone are in use: the gateway, or the DNS64 before it.",
            view: nat64Sessions,
          }),
        ],
      },
      {
        title: "Losses",
        panels: [
          graph({
            title: "What share of packets arrives damaged?",
            description: "Of a quarter of an hour. A good cable brings none in a day: look at cable, plug, optic and duplex.",
            unit: "ratio",
            min: 0,
            width: 8,
            queries: [{ expr: share(receiveErrors(lines), received(lines)), legend }],
            asks: ["RouterInterfaceErrors"],
          }),
          graph({
            title: "What share is dropped instead of sent?",
            description: "Of a quarter of an hour. More comes than the line takes, or its queue is too short.",
            unit: "ratio",
            min: 0,
            width: 8,
            queries: [{ expr: share(sendDrops(lines), sent(lines)), legend }],
            asks: ["RouterTrafficDropped"],
          }),
          graph({
            title: "What else is lost?",
            description:
              "Packets in five minutes that came and were dropped, or could not be sent. The router itself is too slow for them.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: counted(receiveDrops(lines), "5m"), legend: `${legend} dropped on arrival` },
              { expr: counted(sendErrors(lines), "5m"), legend: `${legend} not sent` },
            ],
          }),
        ],
      },
      {
        title: "The router itself",
        panels: [
          graph({
            title: "How many connections does it track?",
            description: "Beside the most that it can. A steep climb is one device that opens very many: a scan, a worm, a download.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `max by (instance) (${tracked(router)})`, legend: "{{instance}}" },
              { expr: `max by (instance) (${trackable(router)})`, legend: "{{instance}} most" },
            ],
          }),
          graph({
            title: "How busy are its processors?",
            description: "Share of ten minutes. Much of it in softirq is traffic; in user it is one of its programs.",
            unit: "ratio",
            min: 0,
            max: 1,
            width: 8,
            queries: [{ expr: busy, legend: "{{instance}}" }],
            asks: ["RouterCpuBusy"],
          }),
          graph({
            title: "What do its processors do?",
            description: "Cores by kind of work. softirq is packets, user its programs, steal a host that gives it too little.",
            unit: "cores",
            min: 0,
            width: 8,
            isStacked: true,
            queries: [{ expr: `sum by (mode) (rate(${cpu({ ...router, mode: not("idle") })}[$__rate_interval]))`, legend: "{{mode}}" }],
          }),
          graph({
            title: "How much memory is left?",
            description: "Share of all. What falls for days is a program of it that grows. Told by Linux alone.",
            unit: "ratio",
            width: 12,
            min: 0,
            max: 1,
            queries: [{ expr: left, legend: "{{instance}}" }],
            asks: ["RouterMemoryShort"],
          }),
          graph({
            title: "How often does it restart?",
            description: "Within six hours. One is an update; more are its power supply, its temperature or a crash.",
            unit: "count",
            width: 12,
            min: 0,
            queries: [{ expr: `max by (instance) (resets(${cpu({ ...router, mode: "system" })}[6h]))`, legend: "{{instance}}" }],
            asks: ["RouterRestarting"],
          }),
        ],
      },
    ],
  });
}

const nat64Sessions = logView(nat64.name, { ...SHARED_COLUMNS, ...nat64.columns }, "NAT64 sessions", {
  what: "the sessions that the NAT64 gateway opens",
  where: ({ action }) => without(action.is("removed")),
  shows: ["client_ip", "protocol", "destination_ip", "destination_port"],
});
