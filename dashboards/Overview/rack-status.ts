import { backupAgeSeries } from "../../components/batch/jobs/backup-age/series";
import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../components/exporters/series/kubelet";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { probeSeries } from "../../components/probes/series";
import { upsSeries } from "../../components/ups/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { type StatPanel, stat } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Site } from "../../lib/site/schema";
import { componentStrip, componentTiles, hasProbes } from "../shared/component-states";
import { bySeverity, firingCount } from "../shared/firing-alerts";
import { orNone } from "../shared/share";

const { kube_node_info: nodes, kube_node_status_condition: condition } = kubeStateMetricsSeries;
const { kubelet_volume_stats_available_bytes: left, kubelet_volume_stats_capacity_bytes: size } = kubeletSeries;

const tile = (panel: Omit<StatPanel, "kind" | "isTile" | "height">): StatPanel => stat({ width: 4, ...panel, height: 4, isTile: true });

/** For a screen on the wall: nothing to choose, nothing to scroll (27 units of 38 pixels are less than 1080), no source but the metrics store. */
export const rackStatus = (site: Site): Dashboard =>
  dashboard({
    uid: "rack-status",
    title: "Rack status screen",
    folder: "Overview",
    question: "Is all well, at a glance from across the room?",
    asker: "whoever passes the screen on the wall; it is opened as /d/rack-status?kiosk on the vhost for frames",
    shows: "24h",
    refresh: "30s",
    rows: [
      {
        title: "At a glance",
        panels: [
          componentTiles(site, { height: 7 }),
          tile({
            title: "Critical",
            description: "Alerts that fire. More than none: somebody should be on it.",
            unit: "count",
            decimals: 0,
            queries: [{ expr: firingCount("critical"), legend: "critical" }],
            thresholds: [criticalAbove(1)],
          }),
          tile({
            title: "Warnings",
            description: "Alerts that fire and can wait for the morning.",
            unit: "count",
            decimals: 0,
            queries: [{ expr: firingCount("warning"), legend: "warnings" }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "The loudest",
            description: "Names of up to three alerts that fire, the critical ones first.",
            unit: "state",
            width: 16,
            height: 4,
            isTile: true,
            showsName: true,
            queries: [
              {
                expr: `topk(3, max by (alertname) (${bySeverity()}) or label_replace(vector(0), "alertname", "quiet", "", ""))`,
                legend: "{{alertname}}",
              },
            ],
            thresholds: [warningAbove(2), criticalAbove(3)],
          }),
        ],
      },
      {
        title: "The rack",
        panels: [
          tile({
            title: "Nodes down",
            description: "Nodes that are not ready.",
            unit: "count",
            decimals: 0,
            queries: [
              { expr: `count(${nodes()}) - (${orNone(`sum(${condition({ condition: "Ready", status: "true" })})`)})`, legend: "not ready" },
            ],
            thresholds: [criticalAbove(1)],
          }),
          ...(hasProbes(site)
            ? [
                tile({
                  title: "Probes",
                  description: "What users ask and get no right answer to.",
                  unit: "count",
                  decimals: 0,
                  queries: [{ expr: `sum(1 - ${probeSeries.probe_success()})`, legend: "fail" }],
                  thresholds: [warningAbove(1), criticalAbove(3)],
                }),
              ]
            : []),
          tile({
            title: "Hottest",
            description: "Of all sensors of all nodes. Above eighty the fans, the dust or the room are to blame.",
            unit: "celsius",
            decimals: 0,
            queries: [{ expr: `max(${nodeExporterSeries.node_hwmon_temp_celsius()})`, legend: "node" }],
            thresholds: [warningAbove(80), criticalAbove(95)],
          }),
          ...(site.ups
            ? [
                tile({
                  title: "Power",
                  description: "Charge of the battery that is lowest. Below the full one the mains are, or just were, away.",
                  unit: "percent",
                  decimals: 0,
                  queries: [{ expr: `min(${upsSeries.network_ups_tools_battery_charge()})`, legend: "battery" }],
                  thresholds: [warningBelow(95), criticalBelow(50)],
                }),
              ]
            : []),
          tile({
            title: "Fullest claim",
            description: "Used share of the volume that has least left.",
            unit: "ratio",
            decimals: 0,
            queries: [{ expr: `max(1 - ${left()} / ${size()})`, legend: "used" }],
            thresholds: [warningAbove(0.9), criticalAbove(0.97)],
          }),
          tile({
            title: "Oldest backup",
            description: "Of all volumes. It is to be younger than the age at which the backup alert fires.",
            unit: "days",
            decimals: 0,
            asks: ["StorageBackupStale"],
            queries: [{ expr: `max(${backupAgeSeries.storage_backup_age_days()})`, legend: "volume" }],
          }),
        ],
      },
      {
        title: "The last day",
        panels: [
          componentStrip(site, { width: 20, height: 9, title: "When was what not well?" }),
          stat({
            title: "Is this screen up to date?",
            description: "Age of the newest sample. A minute or two is right; beyond it the rest of the screen tells what was.",
            unit: "seconds",
            decimals: 0,
            width: 4,
            height: 9,
            isTile: true,
            queries: [{ expr: `time() - max(timestamp(${targetSeries.up()}))`, legend: "old" }],
            thresholds: [warningAbove(120), criticalAbove(240)],
          }),
        ],
      },
    ],
  });
