import { smartctlSeries } from "../../components/disks/series";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import type { Site } from "../../lib/site/schema";
import { byNode, someNodes } from "../shared/nodes";
import { powerSupplies } from "../shared/power-supplies";
import { diskTemperature, smartDisks } from "../shared/smart-disks";

const {
  node_cpu_core_throttles_total: throttles,
  node_edac_correctable_errors_total: corrected,
  node_edac_uncorrectable_errors_total: notCorrected,
  node_hwmon_fan_rpm: fans,
  node_hwmon_sensor_label: label,
  node_hwmon_temp_celsius: temperature,
  node_hwmon_temp_crit_celsius: critical,
  node_md_disks: raidDisks,
  node_md_disks_required: raidNeeds,
} = nodeExporterSeries;
const { smartctl_device_smart_status: status } = smartctlSeries;

const hot = temperature();
/** Of what makers write there: some write nonsense. */
const limit = `(${critical()} > 40 < 150)`;
const SENSOR = "instance, chip, sensor";
const headroom = `max by (${SENSOR}) ${limit} - max by (${SENSOR}) (${hot})`;

/** @param site of which it says only what it has */
export const nodeHardware = ({ ups }: Pick<Site, "ups">): Dashboard =>
  dashboard({
    uid: "node-hardware",
    title: "Node hardware",
    folder: "Nodes",
    question: `Which machine gets too hot, loses memory or fans, ${ups ? "which disk is about to fail, and how long does the power last" : "and which disk is about to fail"}?`,
    asker: `whoever was told of heat, memory errors${ups ? ", a disk or a UPS" : " or a disk"}, and before spare parts are ordered`,
    areas: ["nodes-hardware", "disks", "ups"],
    next: ["node-detail", "node-use", "storage-stall"],
    shows: "7d",
    variables: [someNodes],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Below critical heat",
            description: "Of all sensors that know theirs. At nought the machine slows down or switches itself off.",
            unit: "celsius",
            decimals: 0,
            width: 4,
            queries: [{ expr: `min(${byNode(`min by (instance) (${headroom})`)})` }],
            thresholds: [warningBelow(10), criticalBelow(0)],
            hasTrend: true,
          }),
          stat({
            title: "Memory errors corrected",
            description: "Within a day. Some are cosmic; many of one module are the module: plan to change it.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${byNode(`sum by (instance) (increase(${corrected()}[24h]))`)})` }],
            thresholds: [warningAbove(10)],
          }),
          stat({
            title: "Memory errors that were not",
            description: "Within a day. What was in that memory is wrong: drain the node and change the module.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${byNode(`sum by (instance) (increase(${notCorrected()}[24h]))`)})` }],
            asks: ["NodeMemoryErrorsUncorrected"],
          }),
          stat({
            title: "Slowest fan",
            description: "Nought is a fan that stands, or a socket without one.",
            unit: "rpm",
            decimals: 0,
            width: 4,
            queries: [{ expr: `min(${byNode(`min by (instance) (${fans()})`)})` }],
          }),
          stat({
            title: "Disks that say that they fail",
            description: "By their own judgement. Copy what is on them now.",
            unit: "count",
            width: 4,
            queries: [{ expr: `count(max by (instance, device) (${status()}) == 0) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Hottest disk",
            description: "Disks that turn wear out above 50 degrees, flash slows down above 70.",
            unit: "celsius",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${diskTemperature})` }],
            asks: ["DiskTooHot"],
            hasTrend: true,
          }),
        ],
      },
      {
        title: "Heat, fans, memory and RAID",
        panels: [
          graph({
            title: "Room below the critical temperature",
            description:
              "Of the sensor of each node that is nearest to its own limit. All together fall: the room is warm; one alone: its fan or dust.",
            unit: "celsius",
            queries: [{ expr: byNode(`min by (instance) (${headroom})`), legend: "{{nodename}}" }],
          }),
          graph({
            title: "Times that cores were slowed down for heat",
            description: "Within an hour. The node works slower, whatever its load says: clean it, or look at its fan.",
            unit: "count",
            min: 0,
            queries: [{ expr: byNode(`sum by (instance) (increase(${throttles()}[1h]))`), legend: "{{nodename}}" }],
          }),
          table({
            title: "Sensors by temperature",
            description: "The twenty hottest, with what their chip calls them.",
            by: { nodename: "Node", chip: "Chip", label: "Sensor" },
            width: 12,
            leadsTo: { nodename: { dashboard: "node-detail", variable: "node" } },
            columns: [
              {
                title: "Now",
                unit: "celsius",
                decimals: 0,
                expr: `topk(20, ${byNode(
                  [
                    `max by (${SENSOR}) (${hot})`,
                    `* on (${SENSOR}) group_left (label) topk by (${SENSOR}) (1, group by (${SENSOR}, label) (${label()}))`,
                  ].join(" "),
                )})`,
              },
            ],
          }),
          graph({
            title: "Turns of the fans",
            description: "One that falls to nought has stopped; all that climb follow the heat.",
            unit: "rpm",
            min: 0,
            height: 9,
            queries: [{ expr: byNode(`max by (${SENSOR}) (${fans()})`), legend: "{{nodename}} {{sensor}}" }],
          }),
          graph({
            title: "Memory errors",
            description: "Within an hour, corrected and not. Corrected ones that come every hour are a module that goes.",
            unit: "count",
            min: 0,
            queries: [
              { expr: byNode(`sum by (instance) (increase(${corrected()}[1h]))`), legend: "{{nodename}} corrected" },
              { expr: byNode(`sum by (instance) (increase(${notCorrected()}[1h]))`), legend: "{{nodename}} not corrected" },
            ],
            asks: ["NodeMemoryErrors"],
          }),
          graph({
            title: "Disks that a software RAID lacks",
            description:
              "Of those that it should have, with those that failed. Until it is whole again the next failure may be one too many.",
            unit: "count",
            min: 0,
            queries: [
              {
                expr: `${byNode(
                  `max by (instance, device) (${raidNeeds()}) - sum by (instance, device) (${raidDisks({ state: "active" })})`,
                )} or on () label_replace(vector(0), "device", "no RAID", "", "")`,
                legend: "{{nodename}} {{device}}",
              },
            ],
            asks: ["NodeRAIDDegraded"],
          }),
        ],
      },
      smartDisks,
      powerSupplies,
    ],
  });
