import { smartctlSeries } from "../../components/disks/series";
import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, table } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import { matches, not } from "../../lib/series";

const {
  smartctl_device: disk,
  smartctl_device_attribute: attribute,
  smartctl_device_available_spare: spare,
  smartctl_device_bytes_written: written,
  smartctl_device_capacity_bytes: capacity,
  smartctl_device_error_log_count: logged,
  smartctl_device_media_errors: unread,
  smartctl_device_percentage_used: worn,
  smartctl_device_power_on_seconds: age,
  smartctl_device_smart_status: status,
  smartctl_device_temperature: temperature,
  smartctl_devices: disks,
  smartctl_scsi_grown_defect_list: defects,
} = smartctlSeries;
const { kube_pod_info: podInfo } = kubeStateMetricsSeries;

const DISK = "machine, device";
/** Not the one at which a SCSI disk turns itself off. */
export const diskTemperature = temperature({ temperature_type: not("drive_trip") });
const node = `max by (namespace, pod, machine) (label_replace(${podInfo()}, "machine", "$1", "node", "(.+)"))`;
/** With the name of the machine: of its node where the exporter is a pod, whose address says nothing, and else what the site calls it. */
const named = (expr: string, by = "instance, device"): string =>
  `(${expr}) * on (namespace, pod) group_left (machine) ${node} or on (${by}) label_replace(${expr}, "machine", "$1", "instance", "(.+)")`;
const of = (expr: string): string => `max by (${DISK}) (${named(expr)})`;
const legend = "{{machine}} {{device}}";
/** What each kind of disk counts: sectors that were given up, wait for it, or could not be read. */
const LOST = [attribute({ attribute_id: matches("5|187|197|198"), attribute_value_type: "raw" }), defects(), unread()];

/** Of disks in machines, by what they say of themselves. */
export const smartDisks: Row = {
  title: "Disks",
  panels: [
    table({
      title: "Disks by what they have lost",
      description:
        "Sectors given up or unreadable, what of their life is used, heat and age. Lost sectors that grow are a disk to be changed.",
      by: { machine: "Machine", device: "Disk" },
      columns: [
        { title: "Lost", unit: "count", expr: of(`(${LOST.join(" or ")})`), thresholds: [warningAbove(1)] },
        {
          title: "Says that it is well",
          unit: "flag",
          expr: of(status()),
          means: { 0: { text: "fails", color: "red" }, 1: { text: "well", color: "green" } },
          asks: ["DiskFailing"],
        },
        { title: "Life used", unit: "percent", decimals: 0, expr: of(worn()), asks: ["DiskWorn"] },
        {
          title: "Temperature",
          unit: "celsius",
          decimals: 0,
          expr: of(diskTemperature),
          asks: ["DiskTooHot"],
        },
        { title: "Errors in its log", unit: "count", expr: of(logged()) },
        { title: "On for", unit: "seconds", decimals: 0, expr: of(age()) },
        { title: "Size", unit: "bytes", expr: of(capacity()) },
      ],
    }),
    table({
      title: "What disks are they?",
      description: "Model and serial number, to order its like and to pull the right one.",
      by: { machine: "Machine", device: "Disk", model_name: "Model", serial_number: "Serial number", protocol: "Protocol" },
      columns: [{ title: "There", unit: "count", expr: `max by (${DISK}, model_name, serial_number, protocol) (${named(disk())})` }],
    }),
    graph({
      title: "Sectors that were lost within a day",
      description: "Given up or unreadable. Any is a reason to look at its backups; some every day, to change it.",
      unit: "count",
      min: 0,
      queries: [
        {
          expr: of(`(${LOST.map((one) => `${one} - min_over_time(${one}[1d])`).join(" or ")})`),
          legend,
        },
      ],
      asks: ["DiskSectorsLost"],
    }),
    graph({
      title: "Temperature of disks",
      description: "All that climb together: the machine's fans or the room.",
      unit: "celsius",
      queries: [{ expr: of(diskTemperature), legend }],
      asks: ["DiskTooHot"],
    }),
    graph({
      title: "Life that flash has used",
      description: "Of what its maker says that it may be written. It lasts longer mostly; above the line have the next one ready.",
      width: 6,
      unit: "percent",
      min: 0,
      queries: [{ expr: of(worn()), legend }],
      asks: ["DiskWorn"],
    }),
    graph({
      title: "Reserve that flash has left",
      description: "Blocks for those that fail. Once it falls it falls faster.",
      width: 6,
      unit: "percent",
      min: 0,
      max: 100,
      queries: [{ expr: of(spare()), legend }],
      thresholds: [criticalBelow(10)],
    }),
    graph({
      title: "Written to disks",
      description: "Bytes a second: what wears flash out. A leap is a log or a database that writes in a loop.",
      width: 6,
      unit: "bytes per second",
      min: 0,
      queries: [{ expr: of(`rate(${written()}[1h])`), legend }],
    }),
    graph({
      title: "Disks that are there",
      description: "By machine, those that sleep included. One less is pulled, or its link is gone.",
      width: 6,
      unit: "count",
      min: 0,
      queries: [{ expr: `max by (machine) (${named(disks(), "instance")})`, legend: "{{machine}}" }],
    }),
  ],
};
