import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { chronySeries } from "../../components/ntp/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import { byNode, someNodes } from "../shared/nodes";

const {
  node_boot_time_seconds: booted,
  node_time_seconds: clock,
  node_timex_estimated_error_seconds: estimated,
  node_timex_maxerror_seconds: most,
  node_timex_offset_seconds: offset,
  node_timex_sync_status: synchronised,
} = nodeExporterSeries;
const {
  chrony_sources_reachability_ratio: reached,
  chrony_tracking_stratum: stratum,
  chrony_tracking_system_time_seconds: serverOffset,
} = chronySeries;

const legend = "{{nodename}}";
/** Of the node's own clock from the scraper's, at the moment of the scrape. */
const difference = `${clock()} - timestamp(${clock()})`;

export const nodeClock = dashboard({
  uid: "node-clock",
  title: "Node clocks",
  folder: "Nodes",
  question: "Does every node's clock follow its time servers, and how far are the nodes from each other?",
  asker: "whoever sees certificates not valid yet, logins refused, or logs in an odd order",
  alerts: ["NodeClockSkew", "NodeClockUnsynchronised"],
  next: ["node-detail", "node-network", "node-use"],
  shows: "24h",
  variables: [someNodes],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Nodes whose clock follows a server",
          description: "Share of the chosen ones. One that follows none drifts by seconds a day: look at its time service.",
          unit: "ratio",
          decimals: 0,
          queries: [{ expr: `avg(${byNode(synchronised())})` }],
          thresholds: [criticalBelow(1)],
          hasTrend: true,
        }),
        stat({
          title: "Farthest from its time server",
          description: "Of all chosen nodes, either way. Some milliseconds are as it should be.",
          unit: "seconds",
          queries: [{ expr: `max(abs(${byNode(offset())}))` }],
          asks: ["NodeClockSkew"],
          hasTrend: true,
        }),
        stat({
          title: "Nodes apart from each other",
          description:
            "From the node that is ahead most to the one that is behind most, as the scraper saw them; it has its own jitter of a second.",
          unit: "seconds",
          queries: [{ expr: `max(${byNode(difference)}) - min(${byNode(difference)})` }],
          thresholds: [warningAbove(5)],
          hasTrend: true,
        }),
        stat({
          title: "Most that a clock can be wrong",
          description: "What the kernel vouches for. It grows from the last answer of a server on: much is one that answered long ago.",
          unit: "seconds",
          queries: [{ expr: `max(${byNode(most())})` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Which node?",
      panels: [
        timeline({
          title: "Which clocks followed a server?",
          description: "All red together: the time servers, or the way to them. One alone: its time service, or it just booted.",
          unit: "flag",
          height: 6,
          queries: [{ expr: byNode(synchronised()), legend }],
          means: { 0: { text: "on its own", color: "red" }, 1: { text: "follows", color: "green" } },
          asks: ["NodeClockUnsynchronised"],
        }),
        table({
          title: "Nodes by their distance from the time server",
          description: "Without its sign. One far off and following is being corrected: look again in some minutes.",
          by: { nodename: "Node" },
          height: 6,
          leadsTo: { nodename: { dashboard: "node-detail", variable: "node" } },
          columns: [
            { title: "Distance", unit: "seconds", expr: `abs(${byNode(offset())})`, asks: ["NodeClockSkew"] },
            { title: "Can be wrong by", unit: "seconds", expr: byNode(most()) },
            {
              title: "Follows a server",
              unit: "flag",
              expr: byNode(synchronised()),
              means: { 0: { text: "no", color: "red" }, 1: { text: "yes", color: "green" } },
            },
            { title: "Ahead of the scraper", unit: "seconds", decimals: 1, expr: byNode(difference) },
            { title: "Up since", unit: "seconds", decimals: 0, expr: byNode(`${clock()} - ${booted()}`) },
          ],
        }),
      ],
    },
    {
      title: "How do they run?",
      panels: [
        graph({
          title: "Distance from the time server",
          description:
            "Either way. A saw tooth is a clock that drifts and is put right; a step was set by hand or by a virtual machine that stood still.",
          unit: "seconds",
          queries: [{ expr: byNode(offset()), legend }],
        }),
        graph({
          title: "Ahead of the scraper",
          description: "By the answer's own time. All alike are the scraper's node; one alone is its own clock.",
          unit: "seconds",
          queries: [{ expr: byNode(difference), legend }],
        }),
        graph({
          title: "What the kernel thinks it is wrong by",
          description: "Its estimate. High with a small distance is a server that answers unevenly: the network to it.",
          unit: "seconds",
          min: 0,
          queries: [{ expr: byNode(estimated()), legend }],
        }),
        graph({
          title: "What the kernel vouches for",
          description:
            "It climbs evenly from the last answer on, and falls with the next one. A climb that does not end has lost its servers.",
          unit: "seconds",
          min: 0,
          queries: [{ expr: byNode(most()), legend }],
        }),
      ],
    },
    {
      title: "The time servers of this place",
      panels: [
        graph({
          title: "How far are they from the true time?",
          description: "What the nodes follow follows this. A server that is off takes all with it.",
          unit: "seconds",
          width: 8,
          queries: [{ expr: `max by (instance) (${serverOffset()})`, legend: "{{instance}}" }],
        }),
        graph({
          title: "How far are they from a reference clock?",
          description: "Stratum: each server on the way counts one. 0 is none at all, and 16 is not synchronised.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: `max by (instance) (${stratum()})`, legend: "{{instance}}" }],
          asks: ["NtpStratumHigh"],
        }),
        graph({
          title: "How many sources answer them?",
          description: "With fewer than three a wrong one can't be told from a right one.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: `sum by (instance) (${reached()} > bool 0)`, legend: "{{instance}}" }],
          asks: ["NtpSourcesFew"],
        }),
      ],
    },
  ],
});
