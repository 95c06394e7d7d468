import { deadManSeries } from "../../components/dead-man/series";
import { statusPageSeries } from "../../components/status-page/series";
import { dashboard, type Row } from "../../lib/dashboards/dashboard";
import { graph, type Panel, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { ownService } from "../shared/own-service";
import { partOf } from "../shared/share";

const { dead_man_last_success_timestamp_seconds: taken, dead_man_pings_total: pings } = deadManSeries;
const {
  status_page_calls_total: calls,
  status_page_component_actual: actual,
  status_page_component_desired: desired,
  status_page_component_held_by_person: held,
  status_page_component_missing: missing,
  status_page_last_success_timestamp_seconds: done,
  status_page_queue_length: queue,
  status_page_resyncs_total: resyncs,
  status_page_unknown_components_total: unknown,
  status_page_webhook_alerts_total: elements,
  status_page_webhooks_total: webhooks,
} = statusPageSeries;

/** A heartbeat goes out every four minutes (components/alert-manager/routing.ts): one that is missed, and two. */
const MISSED_SECONDS = 8 * 60;
const LOST_SECONDS = 12 * 60;

/** Worse is more; what a person set may be any of them. */
const STATUSES = ["operational", "under_maintenance", "degraded_performance", "partial_outage", "major_outage"] as const;
const shown = STATUSES.map((status, rank) => `${rank} * ${actual({ status })}`).join("\n  or ");
/** Two statuses differ where one is asked for and another is shown. */
const differing = `sum by (component) (abs(max by (component, status) (${desired()}) - max by (component, status) (${actual()}))) / 2`;

/** A service that is told of alerts. */
export interface Receiver {
  readonly workload: Workload;
  readonly scrape: Scraped;
}

export function deadmanStatus(pinger: Receiver, page: Receiver | undefined) {
  const { job } = pinger.scrape;
  const hourly = (outcome?: string): string => `sum(increase(${pings({ job, ...(outcome !== undefined && { outcome }) })}[1h]))`;
  const ofPings = (outcome: string): string => partOf(hourly(outcome), hourly());
  return dashboard({
    uid: "deadman-status",
    title: page ? "Dead-man switch and status page" : "Dead-man switch",
    folder: "Alerting",
    question: page ? "Does the heartbeat get out, and does the public page show what is?" : "Does the heartbeat get out?",
    asker: "whoever was told by the switch outside, or by a user that the page is wrong",
    areas: ["alert-receivers", "watchdog"],
    next: ["alertmanager", "vm-alert"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Since the last heartbeat",
            description: "Every four minutes one goes out. Beyond ten the switch outside raises its own alarm.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `time() - max(${taken({ job })})` }],
            thresholds: [warningAbove(MISSED_SECONDS), criticalAbove(LOST_SECONDS)],
          }),
          stat({
            title: "Heartbeats in an hour",
            description: "Taken by the switch: fifteen are right. Fewer are alerts that came late to the alert manager.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: ofPings("ok") }],
            thresholds: [criticalBelow(5)],
            hasTrend: true,
          }),
          stat({
            title: "Heartbeats not taken in an hour",
            description: "A few are the switch's own trouble; all of them are a wrong address, or no way out.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: ofPings("failed") }],
            thresholds: [warningAbove(1), criticalAbove(5)],
          }),
          ...(page ? pageStats() : []),
        ],
      },
      {
        title: "The heartbeat",
        panels: [
          timeline({
            title: "Does the service answer?",
            description: "The scraper's view. While it does not, nothing keeps the switch quiet.",
            unit: "flag",
            height: 4,
            queries: [{ expr: `max by (job) (${targetSeries.up({ job })})`, legend: "{{job}}" }],
            means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
          }),
          graph({
            title: "Heartbeats, by what became of them",
            description: "Within an hour. Where both lines fall the alert manager sends none: look at the rule evaluator and at it.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (outcome) (increase(${pings({ job })}[1h]))`, legend: "{{outcome}}" }],
          }),
          graph({
            title: "Age of the last heartbeat that was taken",
            description: "A saw of four minutes. A tooth that grows is where to begin.",
            unit: "seconds",
            min: 0,
            queries: [{ expr: `time() - max(${taken({ job })})`, legend: "age" }],
            thresholds: [warningAbove(MISSED_SECONDS), criticalAbove(LOST_SECONDS)],
          }),
        ],
      },
      ...(page ? pageRows() : []),
      ...[pinger, ...(page ? [page] : [])].map(({ workload }) => {
        const row = ownService(workload);
        return page ? { ...row, title: `Pods of ${workload.name}` } : row;
      }),
    ],
  });
}

function pageStats(): Panel[] {
  return [
    stat({
      title: "Components shown wrongly",
      description: "The page says something else than the alerts ask for. A person's word stands; otherwise it is mended within minutes.",
      unit: "count",
      decimals: 0,
      width: 4,
      queries: [{ expr: `count(${differing} > 0) or vector(0)` }],
      thresholds: [warningAbove(1)],
    }),
    stat({
      title: "Changes that wait for the page",
      description: "Calls that are still to be made. What stays is a page that does not take them.",
      unit: "count",
      decimals: 0,
      width: 4,
      queries: [{ expr: `max(${queue()})` }],
      thresholds: [warningAbove(1)],
      hasTrend: true,
    }),
    stat({
      title: "Components that the page lacks",
      description: "Their id in site.yaml names nothing there: their outages are shown nowhere.",
      unit: "count",
      decimals: 0,
      width: 4,
      queries: [{ expr: `sum(max by (component) (${missing()}))` }],
      thresholds: [warningAbove(1)],
    }),
  ];
}

function pageRows(): Row[] {
  return [
    {
      title: "What does the page say?",
      panels: [
        timeline({
          title: "What was shown of each component?",
          description: "The page's own words. An outage without an alert beside it was set by a person, or by an alert of log lines.",
          unit: "state",
          height: 11,
          queries: [{ expr: `max by (component) (\n  ${shown}\n)`, legend: "{{component}}" }],
          means: {
            0: { text: "operational", color: "green" },
            1: { text: "under maintenance", color: "blue" },
            2: { text: "degraded", color: "yellow" },
            3: { text: "partial outage", color: "orange" },
            4: { text: "major outage", color: "red" },
          },
        }),
        table({
          title: "Why is it shown so?",
          description:
            "What differs from the alerts first, then what a person holds: that is left alone until the page shows operational again.",
          width: 12,
          by: { component: "Component" },
          columns: [
            {
              title: "Agrees",
              expr: differing,
              unit: "state",
              means: { 0: { text: "yes", color: "green" }, 1: { text: "no", color: "orange" } },
            },
            {
              title: "Held by a person",
              expr: `max by (component) (${held()})`,
              unit: "state",
              means: { 0: { text: "no", color: "gray" }, 1: { text: "yes", color: "blue" } },
            },
            {
              title: "On the page",
              expr: `max by (component) (${missing()})`,
              unit: "state",
              means: { 0: { text: "yes", color: "green" }, 1: { text: "no", color: "orange" } },
            },
          ],
        }),
        graph({
          title: "Since the page did what it was asked",
          description: "Hours are right while nothing changes. It counts only while changes wait.",
          unit: "seconds",
          min: 0,
          height: 9,
          queries: [{ expr: `time() - max(${done()} > 0) or vector(0)`, legend: "age" }],
        }),
      ],
    },
    {
      title: "How does it get there?",
      panels: [
        graph({
          title: "Calls to the page, by how they ended",
          description: "Within an hour. Failures are tried again; a page that refuses all of them wants a new key.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sum by (outcome) (increase(${calls()}[1h]))`, legend: "{{outcome}}" }],
        }),
        graph({
          title: "Alerts that it was told, by kind",
          description: "Within an hour. Homeless ones have a component that is not on the page, malformed ones were skipped.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sum by (kind) (increase(${elements()}[1h]))`, legend: "{{kind}}" }],
        }),
        graph({
          title: "Webhooks, by answer",
          description: "Within an hour. Anything but 200 comes again from the alert manager, or is lost.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: `sum by (code) (increase(${webhooks()}[1h]))`, legend: "{{code}}" }],
        }),
        graph({
          title: "What it asked the alert manager",
          description: "Within an hour, what fires. Where none is settled nothing is taken off the page.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: `sum by (outcome) (increase(${resyncs()}[1h]))`, legend: "{{outcome}}" }],
        }),
        graph({
          title: "Alerts of components that it does not know",
          description: "Within an hour, by their label. Any is an outage that the page shows nowhere.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [
            {
              expr: `sum by (component) (increase(${unknown()}[1h])) or label_replace(vector(0), "component", "none", "", "")`,
              legend: "{{component}}",
            },
          ],
          thresholds: [warningAbove(1)],
        }),
      ],
    },
  ];
}
