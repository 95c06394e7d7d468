import { kubeletSeries } from "../../components/exporters/series/kubelet";
import { volumeStorageSeries } from "../../components/volume-storage/series";
import { mostNow } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { matches, not } from "../../lib/series";
import { namedVolumes } from "../shared/named-volumes";
import { orAllOthers } from "../shared/or-all-others";
import { orLine } from "../shared/share";
import { ROBUSTNESS, robustnessCode, STATES, stateCode } from "./volume-codes";

const { storage_operation_duration_seconds: operations } = kubeletSeries;
const {
  storage_engine_rebuild_progress: rebuild,
  storage_snapshot_actual_size_bytes: snapshot,
  storage_volume_actual_size_bytes: actual,
  storage_volume_capacity_bytes: capacity,
  storage_volume_file_system_read_only: readOnly,
} = volumeStorageSeries;

const CLAIM = "{{pvc_namespace}} {{pvc}}";
const VOLUME = { pvc_namespace: "Namespace", pvc: "Claim", volume: "Volume" };
const byVolume = (expr: string): string => `max by (pvc_namespace, pvc, volume) (${expr})`;
const timesItsSize = `${actual()} / ${capacity()}`;

export const storageVolumes = dashboard({
  uid: "storage-volumes",
  title: "Volumes",
  folder: "Storage",
  question: "Which volumes have lost replicas, hang on their way to a pod, or grow beyond their size?",
  asker: "whoever was told that a volume is degraded, or that a pod waits for its volume",
  next: ["storage-nodes", "storage-performance", "storage-readonly", "storage-claims", "backup-overview"],
  areas: ["storage"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Faulted volumes",
          description: "Of these no replica is left that could serve: their pods read and write nothing. Mend these before anything else.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${robustnessCode} == 3) or vector(0)` }],
          thresholds: [criticalAbove(1)],
        }),
        stat({
          title: "Degraded volumes",
          description: "They serve, with fewer replicas than they should have: the next disk or node that fails may take their data.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${robustnessCode} == 2) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Read-only volumes",
          description: "Volumes whose filesystem was mounted anew without writing. Their programs run, and can't save anything.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${byVolume(readOnly())} == 1) or vector(0)` }],
          thresholds: [criticalAbove(1)],
        }),
        stat({
          title: "Volumes on their way",
          description:
            "Attaching or detaching now. That takes seconds; one that stays is held by a node that is gone, or by an engine that hangs.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${stateCode} == 4 or ${stateCode} == 5) or vector(0)` }],
          thresholds: [warningAbove(3)],
        }),
        stat({
          title: "Most space, by its size",
          description: "What the largest offender takes on its disks, by its size. Above 1 it is snapshots that take the rest.",
          unit: "count",
          decimals: 2,
          width: 4,
          asks: ["StorageSnapshotsPilingUp"],
          queries: [{ expr: `max(${timesItsSize})` }],
        }),
        stat({
          title: "Volumes",
          description: "As many as there are. Fewer than before, and nobody deleted one: look whether the storage's managers answer.",
          unit: "count",
          width: 4,
          hasTrend: true,
          queries: [{ expr: `count(count by (volume) (${capacity()}))` }],
        }),
      ],
    },
    {
      title: "What is wrong with them",
      panels: [
        timeline({
          title: "Which volumes are not healthy?",
          description: "Degraded for a while after a node started anew is a rebuild; degraded for long is a replica with nowhere to go.",
          unit: "state",
          width: 12,
          queries: [{ expr: orAllOthers(`${robustnessCode} != 1`, "pvc", 1), legend: CLAIM }],
          means: ROBUSTNESS,
        }),
        timeline({
          title: "Which volumes are not attached?",
          description: "Detached is right where no pod uses the volume. One that a running pod uses is lost to it.",
          unit: "state",
          width: 12,
          queries: [{ expr: orAllOthers(`${stateCode} != 2`, "pvc", 2), legend: CLAIM }],
          means: STATES,
        }),
        graph({
          title: "How far are rebuilds?",
          description: "Percent of each replica that is made anew; 100 where none is. One that stands still for half an hour is stuck.",
          unit: "percent",
          min: 0,
          max: 100,
          queries: [
            {
              expr: orAllOthers(`min by (pvc_namespace, pvc, rebuild_dst) (${rebuild()})`, "rebuild_dst", 100),
              legend: `${CLAIM} {{rebuild_dst}}`,
            },
          ],
        }),
        graph({
          title: "Mounts that failed, by node",
          description: "Within a quarter of an hour. Several on one node are a node that can't mount; on all of them it is the storage.",
          unit: "count",
          min: 0,
          asks: ["StorageMountFailing"],
          queries: [
            {
              expr: `sum by (node) (increase(${operations.count({ volume_plugin: matches("kubernetes.io/csi.*"), status: not("success") })}[15m])) ${orLine("node", "none")}`,
              legend: "{{node}}",
            },
          ],
        }),
        graph({
          title: "How long do mounts and the like take?",
          description: "99 of 100 are done in less. Minutes at one operation is a pod that waits for its volume as long.",
          unit: "seconds",
          min: 0,
          width: 24,
          queries: [
            {
              expr: `histogram_quantile(0.99, sum by (le, operation_name) (rate(${operations.bucket()}[$__rate_interval])))`,
              legend: "{{operation_name}}",
            },
          ],
        }),
      ],
    },
    {
      title: "What they take",
      panels: [
        table({
          title: "Volumes by what they take on disks",
          description:
            "What each replica takes, by the volume's size: above 1 it is snapshots. Delete old ones, or trim the filesystem, where it nears the limit.",
          by: VOLUME,
          columns: [
            { title: "Times its size", expr: byVolume(timesItsSize), unit: "count", decimals: 2, asks: ["StorageSnapshotsPilingUp"] },
            { title: "On each disk", expr: byVolume(actual()), unit: "bytes" },
            { title: "Size", expr: byVolume(capacity()), unit: "bytes" },
            { title: "Health", expr: robustnessCode, unit: "state", means: ROBUSTNESS },
            { title: "State", expr: stateCode, unit: "state", means: STATES },
          ],
        }),
        worst({
          title: "Volumes with the largest snapshots",
          description: "All snapshots of a volume together.",
          by: VOLUME,
          head: "Snapshots take",
          expr: namedVolumes(`sum by (volume) (${snapshot()})`),
          unit: "bytes",
        }),
        worst({
          title: "Volumes with the most snapshots",
          description: "A few are those of the schedule. Dozens slow a volume down, and are never merged by themselves.",
          by: VOLUME,
          head: "Snapshots",
          expr: namedVolumes(`count by (volume) (${snapshot()})`),
          unit: "count",
        }),
        graph({
          title: "What the ten largest volumes take",
          description: "On each disk that has a replica. What grows steadily with a filesystem that does not is kept in snapshots.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: mostNow((at) => byVolume(`${actual()}${at}`)), legend: CLAIM }],
        }),
        graph({
          title: "Space of all volumes",
          description: "What is promised to their filesystems, and what each replica of all of them takes.",
          unit: "bytes",
          min: 0,
          queries: [
            { expr: `sum(max by (volume) (${capacity()}))`, legend: "promised" },
            { expr: `sum(max by (volume) (${actual()}))`, legend: "taken by one replica of each" },
          ],
        }),
      ],
    },
  ],
});
