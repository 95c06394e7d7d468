import { alertManagerSeries } from "../../components/alert-manager/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { bars, graph, heat, stat, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { partOf } from "../shared/share";

const {
  alertmanager_alerts: alerts,
  alertmanager_alerts_invalid_total: invalid,
  alertmanager_alerts_received_total: received,
  alertmanager_cluster_failed_peers: lostPeers,
  alertmanager_cluster_members: members,
  alertmanager_config_hash: hash,
  alertmanager_config_last_reload_success_timestamp_seconds: loadedAt,
  alertmanager_config_last_reload_successful: loaded,
  alertmanager_dispatcher_aggregation_groups: groups,
  alertmanager_notification_latency_seconds: latency,
  alertmanager_notifications_failed_total: failed,
  alertmanager_notifications_suppressed_total: suppressed,
  alertmanager_notifications_total: tried,
  alertmanager_silences: silences,
  process_cpu_seconds_total: cpu,
  process_max_fds: mostFiles,
  process_open_fds: files,
  process_resident_memory_bytes: memory,
  process_start_time_seconds: start,
} = alertManagerSeries;

const byIntegration = (expr: string): string => `sum by (integration) (${expr})`;

export function alertManagerPage({ job }: Scraped) {
  const asked = { job };
  const failing = byIntegration(`increase(${failed(asked)}[15m])`);
  return dashboard({
    uid: "alertmanager",
    title: "Alert manager",
    folder: "Alerting",
    question: "Does whoever is to be told get told, and in time?",
    asker: "whoever got no message about something that was down",
    areas: ["alert-manager"],
    next: ["alerts-overview", "deadman-status", "vm-alert", "relay"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Notifications that failed",
            description: "Within a quarter of an hour, of the way out that fails most. What goes there alone reaches nobody.",
            unit: "count",
            decimals: 0,
            width: 4,
            asks: ["AlertManagerNotificationsFailing"],
            queries: [{ expr: `max(${failing})` }],
            hasTrend: true,
          }),
          stat({
            title: "Replicas that answer",
            description: "None: no alert gets out, and the dead-man switch tells it outside.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${targetSeries.up(asked)})` }],
            thresholds: [criticalBelow(1)],
          }),
          stat({
            title: "Alerts that it holds",
            description: "The heartbeat among them: none at all is a fault of the way to it. Replicas hold the same.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: partOf(`max(${alerts({ ...asked, state: "active" })})`, `max(${alerts(asked)})`) }],
            hasTrend: true,
          }),
          stat({
            title: "Silences",
            description: "Those in force. Each hides what it matches, however bad it gets.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: partOf(`max(${silences({ ...asked, state: "active" })})`, `max(${silences(asked)})`) }],
            thresholds: [warningAbove(5)],
          }),
          stat({
            title: "Time until somebody is told",
            description: "The slowest of a hundred notifications. Beyond half a minute the service on the other side is to blame.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `histogram_quantile(0.99, sum by (le) (rate(${latency.bucket(asked)}[30m])))` }],
            thresholds: [warningAbove(10), criticalAbove(30)],
          }),
          stat({
            title: "Are its routes the newest?",
            description: "Where they are not, it could not load the new ones, and has none when it starts next. Its log names the line.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `min(${loaded(asked)})` }],
            means: { 0: { text: "old ones", color: "orange" }, 1: { text: "yes", color: "green" } },
          }),
        ],
      },
      goldenSignals({
        title: "Notifications",
        traffic: {
          description: "Tried in a second, by way out. The webhook of the dead-man switch alone goes every four minutes.",
          queries: [{ expr: byIntegration(`rate(${tried(asked)}[15m])`), legend: "{{integration}}" }],
        },
        errors: {
          description: "By way out. A way that fails altogether has a wrong key or no way out; one that fails now and then is busy.",
          queries: [
            {
              expr: `${byIntegration(`rate(${failed(asked)}[15m])`)} / ${byIntegration(`rate(${tried(asked)}[15m])`)}`,
              legend: "{{integration}}",
            },
          ],
        },
        duration: {
          description: "The slowest of a hundred, by way out.",
          queries: [
            {
              expr: `histogram_quantile(0.99, sum by (integration, le) (rate(${latency.bucket(asked)}[15m])))`,
              legend: "{{integration}}",
            },
          ],
        },
      }),
      {
        title: "Why is somebody not told?",
        panels: [
          graph({
            title: "Failures, by way out",
            description: "Within a quarter of an hour, after all that was tried again.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["AlertManagerNotificationsFailing"],
            queries: [{ expr: failing, legend: "{{integration}}" }],
          }),
          bars({
            title: "Failures of a day, by reason",
            description: "Client errors are ours: a key or a text. Server errors are the other side's, and context errors took too long.",
            unit: "count",
            decimals: 0,
            width: 8,
            min: 0,
            queries: [
              {
                expr: `sort_desc(sum by (integration, reason) (increase(${failed(asked)}[1d])))`,
                legend: "{{integration}} {{reason}}",
              },
            ],
          }),
          graph({
            title: "Held back, by reason",
            description: "Notifications within an hour that a silence, or an alert that explains them, kept from being sent.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (reason) (increase(${suppressed(asked)}[1h]))`, legend: "{{reason}}" }],
          }),
          graph({
            title: "Alerts received",
            description: "Firing and resolved, of evaluator and relay. A fall to nothing ends the heartbeat.",
            unit: "per hour",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (status) (increase(${received(asked)}[1h]))`, legend: "{{status}}" }],
          }),
          graph({
            title: "Alerts it could not read",
            description: "Within an hour. Each is lost: whoever sent it made a label or a time that is none.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum(increase(${invalid(asked)}[1h]))`, legend: "invalid" }],
            thresholds: [warningAbove(1)],
          }),
          graph({
            title: "Alerts and groups",
            description: "What it holds by state, and the groups that become a message each. Far more groups than usual is a flood.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `max by (state) (${alerts(asked)})`, legend: "{{state}}" },
              { expr: `max(${groups(asked)})`, legend: "groups" },
            ],
          }),
        ],
      },
      {
        title: "The replicas",
        panels: [
          timeline({
            title: "Which replicas answer?",
            description: "The scraper's view of each. One of several may be away; with none nobody is told of anything.",
            unit: "flag",
            height: 5,
            width: 12,
            queries: [{ expr: `max by (instance) (${targetSeries.up(asked)})`, legend: "{{instance}}" }],
            means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
          }),
          graph({
            title: "Do they see each other?",
            description: "Members that each sees, and those out of reach. Replicas apart each send every message.",
            unit: "count",
            min: 0,
            height: 5,
            queries: [
              { expr: `min(${members(asked)})`, legend: "members" },
              { expr: `max(${lostPeers(asked)})`, legend: "out of reach" },
            ],
          }),
          graph({
            title: "Configurations in force",
            description: "How many different ones the replicas have. Two for longer than a minute: one of them did not load the new one.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `count(count_values("hash", ${hash(asked)}))`, legend: "different" }],
          }),
          graph({
            title: "Since when are the routes loaded?",
            description: "One that is older than the last change of a route does not know it.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: `time() - max by (instance) (${loadedAt(asked)})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "Since when does it run?",
            description:
              "A fall to nothing is a start: what it had not sent by then is sent again, and silences come back from its volume.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: `time() - max by (instance) (${start(asked)})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "Memory",
            description: "It follows the number of alerts. A climb without more alerts is a leak of it.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (instance) (${memory(asked)})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "Processors",
            description: "Cores in use. A flood of alerts is seen here first.",
            unit: "cores",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (instance) (rate(${cpu(asked)}[$__rate_interval]))`, legend: "{{instance}}" }],
          }),
          graph({
            title: "Open files",
            description: "The share of what it may open. At 1 it takes no more alerts.",
            unit: "ratio",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (instance) (${files(asked)} / ${mostFiles(asked)})`, legend: "{{instance}}" }],
            thresholds: [warningAbove(0.8)],
          }),
          heat({
            title: "How long did notifications take?",
            description: "All of them, by time. A band high up is a receiver that lets us wait.",
            unit: "seconds",
            width: 24,
            expr: `sum by (le) (increase(${latency.bucket(asked)}[15m]))`,
          }),
        ],
      },
    ],
  });
}
