import { ntpClients } from "../../components/log-router/streams/ntp-clients/stream";
import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import { chronySeries } from "../../components/ntp/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, logs, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { logView } from "../../lib/log-store/log-view";
import { matches } from "../../lib/series";

const {
  chrony_serverstats_authenticated_ntp_packets_total: authenticated,
  chrony_serverstats_client_log_records_dropped_total: forgotten,
  chrony_serverstats_ntp_packets_dropped_total: dropped,
  chrony_serverstats_ntp_packets_received_total: received,
  chrony_serverstats_nts_ke_connections_accepted_total: exchanges,
  chrony_serverstats_nts_ke_connections_dropped_total: exchangesDropped,
  chrony_sources_last_sample_age_seconds: sampleAge,
  chrony_sources_last_sample_offset_seconds: sampleOffset,
  chrony_sources_reachability_ratio: reachable,
  chrony_sources_state_info: state,
  chrony_sources_stratum: sourceStratum,
  chrony_tracking_frequency_ppms: frequency,
  chrony_tracking_last_offset_seconds: lastOffset,
  chrony_tracking_reference_timestamp_seconds: measured,
  chrony_tracking_rms_offset_seconds: meanOffset,
  chrony_tracking_root_delay_seconds: delay,
  chrony_tracking_root_dispersion_seconds: dispersion,
  chrony_tracking_skew_ppms: skew,
  chrony_tracking_stratum: stratum,
  chrony_tracking_system_time_seconds: offset,
  chrony_up: up,
} = chronySeries;

const server = { instance: matches("$server") };
const legend = "{{instance}}";
const SOURCE = { instance: "Server", source_address: "Source" };
const bySource = "instance, source_address";
const rate = (of: string): string => `sum by (instance) (rate(${of}[$__rate_interval]))`;
const perHour = (of: string): string => `sum by (instance) (increase(${of}[1h]))`;
const worstOffset = `max by (instance) (abs(${offset(server)}))`;
const answering = `sum by (instance) (${reachable(server)} > bool 0)`;

export const ntppoolClients = dashboard({
  uid: "ntppool-clients",
  title: "NTP pool clients",
  folder: "Network",
  question: "How many clients does the time server serve, and is the time that it gives them right?",
  asker: "whoever looks after its score in the pool, or was told of its clock",
  areas: ["ntp"],
  next: ["wan", "node-clock"],
  shows: "24h",
  variables: [choice("server", "Time server", { of: stratum, label: "instance" })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Requests in an hour",
          description:
            "Of all clients. It goes with the score in the pool: a fall to nought is port 123, or a score too low to be given out.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(increase(${received(server)}[1h]))` }],
          hasTrend: true,
        }),
        stat({
          title: "Requests dropped",
          description: "Share of an hour's requests that were not answered, for coming too often. A few clients are always rude.",
          unit: "ratio",
          decimals: 2,
          width: 4,
          queries: [{ expr: `sum(increase(${dropped(server)}[1h])) / (sum(increase(${received(server)}[1h])) > 0) or vector(0)` }],
          thresholds: [warningAbove(0.1)],
          hasTrend: true,
        }),
        stat({
          title: "Clock off by",
          description: "The chosen server that is furthest from the true time. From some hundredths of a second on the pool's score falls.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `max(${worstOffset})` }],
          asks: ["NtpOffsetLarge"],
          hasTrend: true,
        }),
        stat({
          title: "Stratum",
          description: "Distance from a reference clock, of the furthest server. Clients prefer the low ones; 0 is no clock at all.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${stratum(server)})` }],
          asks: ["NtpStratumHigh"],
        }),
        stat({
          title: "Sources that answer",
          description: "Of the server that has fewest. With three a wrong one is outvoted.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${answering})` }],
          asks: ["NtpSourcesFew"],
        }),
        stat({
          title: "Last measurement",
          description: "Its age at the server where it is oldest. Without a new one the clock runs free and drifts.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `max(time() - max by (instance) (${measured(server)}))` }],
          asks: ["NtpReferenceOld"],
        }),
      ],
    },
    {
      title: "Clients",
      panels: [
        graph({
          title: "How much is asked?",
          description: "Requests a second by server. Steps come from the pool, which gives an address out more often or less.",
          unit: "per second",
          min: 0,
          width: 12,
          queries: [{ expr: rate(received(server)), legend }],
        }),
        graph({
          title: "How much is not answered?",
          description:
            "Within an hour: requests dropped for coming too often, and clients forgotten as the table was full, whose rate nobody knows.",
          unit: "count",
          min: 0,
          width: 12,
          queries: [
            { expr: perHour(dropped(server)), legend: "{{instance}} dropped" },
            { expr: perHour(forgotten(server)), legend: "{{instance}} forgotten" },
          ],
        }),
        graph({
          title: "How much is authenticated?",
          description: "Requests a second that prove who they come from, by keys of NTS.",
          unit: "per second",
          min: 0,
          width: 12,
          queries: [{ expr: rate(authenticated(server)), legend }],
        }),
        graph({
          title: "How many exchanges of keys?",
          description: "Within an hour. Dropped ones come too often; none at all where clients use NTS is port 4460 or the certificate.",
          unit: "count",
          min: 0,
          width: 12,
          queries: [
            { expr: perHour(exchanges(server)), legend: "{{instance}} accepted" },
            { expr: perHour(exchangesDropped(server)), legend: "{{instance}} dropped" },
          ],
        }),
        logs({
          title: "Whose clients are they?",
          description: "What the hourly job counts by family and by network: clients that are active, their packets and drops.",
          view: logView(ntpClients.name, { ...SHARED_COLUMNS, ...ntpClients.columns }, "Clients of the time server", {
            what: "how many clients of each family and network were active",
            where: ({ clients }) => clients.isThere(),
            shows: ["server", "scope", "family", "network", "active_clients", "clients", "packets", "drops"],
          }),
        }),
      ],
    },
    {
      title: "The clock",
      panels: [
        graph({
          title: "How far off is the clock?",
          description: "Seconds from the true time, as it thinks. Jumps are a host that was suspended or is overloaded.",
          unit: "seconds",
          queries: [{ expr: worstOffset, legend }],
          asks: ["NtpOffsetLarge"],
        }),
        graph({
          title: "How were the last corrections?",
          description: "The last one, and the long-term mean. A mean that climbs is a bad source or a bad way to it.",
          unit: "seconds",
          queries: [
            { expr: `max by (instance) (${lastOffset(server)})`, legend: "{{instance}} last" },
            { expr: `max by (instance) (${meanOffset(server)})`, legend: "{{instance}} mean" },
          ],
        }),
        graph({
          title: "How sure is it?",
          description:
            "The way to the reference clock and back, and what uncertainty is gathered on it. Clients add half of the first to the second.",
          unit: "seconds",
          min: 0,
          queries: [
            { expr: `max by (instance) (${delay(server)})`, legend: "{{instance}} way" },
            { expr: `max by (instance) (${dispersion(server)})`, legend: "{{instance}} uncertainty" },
          ],
        }),
        graph({
          title: "How fast would it run away?",
          description:
            "Millionths of a second in a second, and how unsure that is. It follows the temperature; a step is another crystal or host.",
          unit: "count",
          queries: [
            { expr: `max by (instance) (${frequency(server)})`, legend: "{{instance}} frequency" },
            { expr: `max by (instance) (${skew(server)})`, legend: "{{instance}} uncertainty" },
          ],
        }),
      ],
    },
    {
      title: "Its sources",
      panels: [
        table({
          title: "How good is each source?",
          description:
            "Share of its last eight requests that was answered, how far it is off, how old that is, and how far it is from a clock.",
          by: SOURCE,
          width: 14,
          columns: [
            { title: "Off by", unit: "seconds", expr: `max by (${bySource}) (abs(${sampleOffset(server)}))` },
            {
              title: "Answered",
              unit: "ratio",
              decimals: 0,
              expr: `max by (${bySource}) (${reachable(server)})`,
              thresholds: [warningBelow(0.5)],
            },
            { title: "Age", unit: "seconds", expr: `max by (${bySource}) (${sampleAge(server)})` },
            { title: "Stratum", unit: "count", decimals: 0, expr: `max by (${bySource}) (${sourceStratum(server)})` },
          ],
        }),
        graph({
          title: "How many sources answer?",
          description: "By server. Two that contradict each other leave it without a clue which one is right.",
          unit: "count",
          min: 0,
          width: 10,
          height: 9,
          queries: [{ expr: answering, legend }],
          asks: ["NtpSourcesFew"],
        }),
        graph({
          title: "What does it think of its sources?",
          description:
            "Sources by state: sync is followed, candidate would be, falseticker contradicts the others, unselectable did not answer.",
          unit: "count",
          min: 0,
          width: 12,
          isStacked: true,
          queries: [{ expr: `count by (source_state) (${state(server)})`, legend: "{{source_state}}" }],
        }),
        timeline({
          title: "Does each server answer its exporter in full?",
          description: "In part: over the network chronyd refuses to tell of its clients, and the rest is there.",
          unit: "flag",
          width: 12,
          queries: [{ expr: `max by (instance) (${up(server)})`, legend }],
          means: { 0: { text: "in part or not", color: "orange" }, 1: { text: "in full", color: "green" } },
        }),
      ],
    },
  ],
});
